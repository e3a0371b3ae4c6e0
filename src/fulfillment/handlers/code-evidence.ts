import type { Product } from '../../catalog/product.entity.js';
import { isQuantityList } from '../../catalog/quantity-values.js';
import { canonicalText } from '../../common/text.js';
import { exceedsCodesOfOneOrder, showsCodePerPiece } from './code-bounds.js';
import { codeLikenessOf, textsOnce } from './code-likeness.js';

/** What of a product tells whether it is delivered as codes. */
export type CodedProduct = Pick<
  Product,
  'deliversCodes' | 'productType' | 'quantityValues' | 'fulfillment'
>;

/** What is delivered for an order. */
export interface DeliveredTexts {
  readonly texts: readonly string[];
  /** Of the order. */
  readonly quantity: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The handler that delivers from our own stock. */
export const STOCK_HANDLER = 'codes';

/**
 * Whether what is delivered for an order are codes, each of them for one customer: as the operator has said, or was noted
 * before, else as handlers and texts show. Other products may repeat texts such as "Done".
 */
export function deliversCodes(product: CodedProduct, delivered: DeliveredTexts): boolean {
  if (product.deliversCodes !== null) return product.deliversCodes;
  const isStocked = product.fulfillment.some(({ handler }) => handler === STOCK_HANDLER);
  return isStocked || showsCodes(product, delivered);
}

/** The texts, in canonical form, that no other order of a product that is delivered as codes may get. */
export function comparedTexts({ texts, fields }: DeliveredTexts): string[] {
  const likenesses = codeLikenessOf(texts, fields);
  const compared = texts.filter((_, index) => likenesses[index] !== 'none');
  return [...new Set(compared.map(canonicalText))];
}

/**
 * Whether an order shows that its product is delivered as codes. Of a product of which one may order more pieces than an
 * order has codes, that takes a code for each of several pieces, since orders beyond that are refused then.
 */
export function showsCodes(
  { productType, quantityValues }: CodedProduct,
  delivered: DeliveredTexts,
): boolean {
  if (hasTextPerPiece(delivered)) return true;
  if (quantityValues === null && productType === 'amount') return false;
  const quantities = isQuantityList(quantityValues) ? quantityValues : [quantityValues?.max ?? '1'];
  return !quantities.some(exceedsCodesOfOneOrder) && hasEvidentCode(delivered);
}

/** True for texts of which `showsCodes` may say so. */
export function mayShowCodes(delivered: DeliveredTexts): boolean {
  return hasTextPerPiece(delivered) || hasEvidentCode(delivered);
}

function hasTextPerPiece({ texts, quantity }: DeliveredTexts): boolean {
  return showsCodePerPiece(textsOnce(texts), quantity);
}

function hasEvidentCode({ texts, fields }: DeliveredTexts): boolean {
  return codeLikenessOf(texts, fields).includes('evident');
}
