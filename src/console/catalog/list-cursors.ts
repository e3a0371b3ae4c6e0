import { PageQuery } from '../../operations/lists/page.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';

/** The parameters that hold the places in the lists of one page. */
export const CURSORS = {
  categories: 'categories',
  products: 'products',
  visibility: 'visibility',
  prices: 'prices',
} as const;

export type ListName = keyof typeof CURSORS;

/** The place in one of the lists. @throws ProblemError for a cursor that no list can have */
export function pageOfQuery(query: URLSearchParams, list: ListName): PageQuery {
  const name = CURSORS[list];
  const { [name]: cursor } = parametersOf(query, [name]);
  return checkedInput(PageQuery, cursor === undefined ? {} : { cursor });
}
