import { plain, usdCut } from '../decimals.js';
import type { Wish } from '../models/wish.js';
import { isKeyName, isQuantityName, quantityOf, type ClientCall } from './client-calls.js';

const MAX_PRICE = 'max_price';

/** What a call of newOrder, or quote, asks for. */
export function wishOf({ pathId: product = '', parameters }: ClientCall): Wish {
  const quantity = plain(quantityOf(parameters));
  const sent = [...parameters].sort(([one], [other]) => (one < other ? -1 : 1));
  const asked = sent.filter(
    ([name]) => name !== MAX_PRICE && !isKeyName(name) && !isQuantityName(name),
  );
  const text = `${product}?${new URLSearchParams(asked).toString()} × ${quantity ?? '?'}`;
  return { product, quantity, limit: limitOf(parameters), parameters: sent, text };
}

/** Undefined also for a limit with an exponent, and for one that is none: nothing is judged by it then. */
function limitOf(parameters: URLSearchParams): bigint | undefined {
  const [limit = '', ...others] = parameters.getAll(MAX_PRICE);
  return others.length > 0 ? undefined : usdCut(limit.trim());
}
