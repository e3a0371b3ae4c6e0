import type { Product } from '../../catalog/product.entity.js';
import { isQuantityList } from '../../catalog/quantity-values.js';
import { exceedsCodesOfOneOrder, showsCodePerPiece } from './code-bounds.js';

/** What of a product tells whether it is delivered as codes. */
export type CodedProduct = Pick<
  Product,
  'deliversCodes' | 'productType' | 'quantityValues' | 'fulfillment'
>;

/** The handler that delivers from our own stock. */
export const STOCK_HANDLER = 'codes';

/** So many characters without a space, or so many digits, are no words. */
const LEAST_CODE_CHARACTERS = 8;

/**
 * Whether what is delivered for an order are codes, each of them for one customer: as the operator has said, or was noted
 * before, else as handlers and texts show. Other products may repeat texts such as "Done".
 */
export function deliversCodes(
  product: CodedProduct,
  texts: readonly string[],
  quantity: string,
): boolean {
  if (product.deliversCodes !== null) return product.deliversCodes;
  const isStocked = product.fulfillment.some(({ handler }) => handler === STOCK_HANDLER);
  return isStocked || showsCodes(product, texts, quantity);
}

/**
 * Whether an order shows that its product is delivered as codes. Of a product of which one may order more pieces than an
 * order has codes, that takes a code for each of several pieces, since orders beyond that are refused then.
 */
export function showsCodes(
  { productType, quantityValues }: CodedProduct,
  texts: readonly string[],
  quantity: string,
): boolean {
  if (showsCodePerPiece(texts, quantity)) return true;
  if (quantityValues === null && productType === 'amount') return false;
  const quantities = isQuantityList(quantityValues) ? quantityValues : [quantityValues?.max ?? '1'];
  return !quantities.some(exceedsCodesOfOneOrder) && texts.some(looksLikeCode);
}

/** True for texts of which `showsCodes` may say so. */
export function mayShowCodes(texts: readonly string[], quantity: string): boolean {
  return showsCodePerPiece(texts, quantity) || texts.some(looksLikeCode);
}

function looksLikeCode(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (digits >= LEAST_CODE_CHARACTERS) return true;
  return digits > 0 && text.length >= LEAST_CODE_CHARACTERS && !/\s/u.test(text);
}
