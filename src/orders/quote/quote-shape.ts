import { numericText } from '../../common/decimal.js';
import { jsonNumber, type RawJson } from '../../common/json.js';
import type { RequestedOrder } from '../placement/requested-order.js';

export interface QuoteShape {
  readonly status: 'OK';
  readonly data: {
    readonly product_id: number;
    readonly quantity: RawJson;
    readonly unit_price: RawJson;
    readonly price: RawJson;
    readonly balance: string;
  };
  /** Only if there are any. */
  readonly unchecked?: readonly string[];
}

/**
 * The answer of quote: its prices are numbers, as in newOrder, and its balance is a string, as in profile.
 * @param unchecked names of order checks, of which several extensions may have the same, and of the delivery.
 */
export function quoteShape(
  { productId, quantity, unitPrice, total }: RequestedOrder,
  balance: string,
  unchecked: readonly string[],
): QuoteShape {
  return {
    status: 'OK',
    data: {
      product_id: productId,
      quantity: jsonNumber(numericText(quantity)),
      unit_price: jsonNumber(numericText(unitPrice)),
      price: jsonNumber(numericText(total)),
      balance,
    },
    ...(unchecked.length > 0 && { unchecked: [...new Set(unchecked)] }),
  };
}
