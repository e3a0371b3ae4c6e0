import { searchForm } from '../search/search-text.js';
import type { ComparedOrder } from './erased-orders.repository.js';

/**
 * True if what was typed into a field or extra parameter of the order is the value; every order has it if none is given.
 * @param form as `searchForm` makes it, so that what a search finds is what is erased
 */
export function hasValue(
  { fields, extraParameters }: ComparedOrder,
  form: string | undefined,
): boolean {
  if (form === undefined) return true;
  const texts = [...Object.values(fields), ...extraParameters.map(([, text]) => text)];
  return texts.some((text) => searchForm(text) === form);
}

/** Parts of a list, in which at most so many are meant, each but the last one with its end at one of these. */
export function inParts<Item>(
  items: readonly Item[],
  isMeant: (item: Item) => boolean,
  most: number,
): Item[][] {
  const parts: Item[][] = [];
  let [start, meant] = [0, 0];
  for (const [index, item] of items.entries()) {
    meant += Number(isMeant(item));
    if (meant < most && index < items.length - 1) continue;
    parts.push(items.slice(start, index + 1));
    [start, meant] = [index + 1, 0];
  }
  return parts;
}
