import { plain, usdCut } from '../decimals.js';
import type { Wish } from '../models/wish.js';
import {
  isKeyName,
  isQuantityName,
  keyOf,
  normalKey,
  quantityOf,
  type ClientCall,
} from './client-calls.js';

const MAX_PRICE = 'max_price';
const QUANTITY = 'qty';

/** What a call of newOrder, or quote, asks for. */
export function wishOf({ pathId: product = '', parameters: asked }: ClientCall): Wish {
  const sent = [...asked].sort(([one], [other]) => (one < other ? -1 : 1));
  const quantity = plain(quantityOf(asked));
  const plainOnes = sent.filter(([name]) => name === QUANTITY);
  const plainQuantity = plain(quantityOf(new URLSearchParams(plainOnes)));
  const key = keyOf(asked);
  const parameters = sent.filter(([name, value]) => {
    const isKey = isKeyName(name) && normalKey(value) === key;
    return !isKey && name !== QUANTITY && name !== MAX_PRICE;
  });
  const nameless = parameters.filter(([name]) => !isKeyName(name) && !isQuantityName(name));
  const text = `${product}?${new URLSearchParams(nameless).toString()} × ${quantity ?? '?'}`;
  return { product, quantity, plainQuantity, limit: limitOf(asked), parameters, nameless, text };
}

/** Undefined also for a limit with an exponent, and for one that is none: nothing is judged by it then. */
function limitOf(parameters: URLSearchParams): bigint | undefined {
  const [limit = '', ...others] = parameters.getAll(MAX_PRICE);
  return others.length > 0 ? undefined : usdCut(limit.trim());
}
