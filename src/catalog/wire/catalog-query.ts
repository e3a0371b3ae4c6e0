import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { itemId } from './item-id.js';

/** The parameters of a products request. */
export interface ProductsQuery {
  /** Undefined for all products; malformed ids are left out. */
  readonly ids: readonly number[] | undefined;
  /** True for products with `id` and `name` only. */
  readonly base: boolean;
}

/** @throws BadParameterError (114) if `base` is neither 0 nor 1. */
export function productsQuery(parameters: FlatParameters): ProductsQuery {
  const ids = parameters.single('products_id')?.trim() ?? '';
  return { ids: ids === '' ? undefined : idList(ids), base: baseFlag(parameters.single('base')) };
}

/** Clients send `5`, `1,2` and `[1,2]`. */
function idList(text: string): number[] {
  const parts = text.replace(/^\[|\]$/g, '').split(',');
  return [...new Set(parts.flatMap((part) => itemId(part.trim()) ?? []))];
}

function baseFlag(text: string | undefined): boolean {
  if (text === undefined || text === '0') return false;
  if (text === '1') return true;
  throw new BadParameterError('Parameter base must be 0 or 1');
}
