import { PageQuery } from '../../operations/lists/page.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';

/** The lists of one page, by the parameters that hold the place in each. */
export const LISTS = ['categories', 'products', 'visibility', 'prices'] as const;

export type ListName = (typeof LISTS)[number];

/** The place in one of the lists. @throws ProblemError for a cursor that no list can have */
export function pageOfQuery(query: URLSearchParams, list: ListName): PageQuery {
  const { [list]: cursor } = parametersOf(query, [list]);
  return checkedInput(PageQuery, cursor === undefined ? {} : { cursor });
}
