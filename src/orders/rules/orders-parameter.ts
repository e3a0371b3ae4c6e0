import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { withoutTrailing } from '../../common/text.js';

export const MAX_CHECKED_ORDERS = 200;

const LIST_NAME = 'orders';
/** `orders`, and what libraries make of a list with that name: `orders[]`, `orders[0]`, `orders[1]`. */
const LIST_NAMES = /^orders(\[\d*\])?$/;

/**
 * The values of all parameters that list orders, as they were sent.
 * @throws BadParameterError (114) when `orders` itself is repeated.
 */
export function orderLists(parameters: FlatParameters): string[] {
  parameters.single(LIST_NAME);
  return parameters.valuesOf(LIST_NAMES);
}

/**
 * The identifiers of a check request in their order, without repetitions. Deployed clients write each list as
 * `[ID_1,ID_2]`, without brackets, as quoted JSON, percent-encoded twice, with spaces, or with a stray `/` or `&` at
 * the end.
 * @throws BadParameterError (114) when there is no list, or when the lists have too many identifiers.
 */
export function listedOrders(lists: readonly string[]): string[] {
  if (lists.length === 0) throw new BadParameterError(`Required parameter missing: ${LIST_NAME}`);
  const orders = new Set<string>();
  for (const item of lists.flatMap(itemsOf)) {
    const order = withoutQuotes(item.trim());
    if (order !== '') orders.add(order);
    if (orders.size > MAX_CHECKED_ORDERS) {
      throw new BadParameterError(`At most ${MAX_CHECKED_ORDERS} orders can be checked at once`);
    }
  }
  return [...orders];
}

function itemsOf(list: string): string[] {
  return withoutBrackets(withoutTrailing(decodedAgain(list).trim(), '/&')).split(',');
}

function withoutBrackets(list: string): string {
  return list.slice(list.startsWith('[') ? 1 : 0, list.endsWith(']') ? -1 : undefined);
}

function withoutQuotes(item: string): string {
  return item.replace(/^["']|["']$/g, '');
}

function decodedAgain(text: string): string {
  if (!/%(5b|5d|2c|22|27|20)/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
