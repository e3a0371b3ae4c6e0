import { PageQuery } from '../../admin/http/page.js';
import { checked, parametersOf } from '../http/checked.js';

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
  return checked(PageQuery, cursor === undefined ? {} : { cursor });
}
