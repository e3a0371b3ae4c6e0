import { decimalText } from './decimal-text.js';
import type { CheckedOrder, Query } from './types.js';

/** What is ordered. */
export interface OrderRequest {
  readonly productId: number;
  /** 1 if absent. A decimal string is exact. */
  readonly quantity?: number | string;
  /** The most that the whole order may cost, in USD; above it the order is refused with 118. */
  readonly maxPrice?: number | string;
  /** Account fields, by their names in the `params` of the product. */
  readonly fields?: Readonly<Record<string, string>>;
}

const OWN_NAMES = ['order_uuid', 'qty', 'max_price'];

/** The key is last: a URL that was cut somewhere is refused. @throws TypeError when a field has the name of a parameter */
export function orderQuery(request: OrderRequest, uuid: string): Query<'newOrder'> {
  return { ...quoteQuery(request), order_uuid: uuid };
}

/** Always with `qty`: without it, a field could be read as the quantity. @throws TypeError as above */
export function quoteQuery({ quantity = 1, maxPrice, fields }: OrderRequest): Query<'quote'> {
  for (const name of OWN_NAMES) {
    if (fields && name in fields) throw new TypeError(`No field may be named ${name}`);
  }
  return { qty: plain(quantity), max_price: plain(maxPrice), fields: fields && { ...fields } };
}

/**
 * Whether an order can be that of the request, by what check tells. It tells no product; and where the order lacks a
 * field, its product need not have it.
 */
export function canBeOrderOf(request: OrderRequest, { quantity, data }: CheckedOrder): boolean {
  const sent = new URLSearchParams({ ...request.fields });
  const isSent = ([name, value]: [string, string]): boolean => sent.get(name) === value;
  return quantity === Number(request.quantity ?? 1) && Object.entries(data).every(isSent);
}

function plain(amount: number | string | undefined): string | undefined {
  return typeof amount === 'number' ? decimalText(amount) : amount;
}
