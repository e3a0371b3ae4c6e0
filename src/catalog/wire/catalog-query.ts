import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { itemId } from './item-id.js';

/** What a products request asks for. */
export interface ProductsQuery {
  /** Undefined asks for all; malformed ids are already left out. */
  readonly ids: readonly number[] | undefined;
  /** True for the shortened answer. */
  readonly base: boolean;
}

/** @throws BadParameterError (114) when `base` is neither 0 nor 1. */
export function productsQuery(parameters: FlatParameters): ProductsQuery {
  const ids = parameters.single('products_id')?.trim() ?? '';
  return { ids: ids === '' ? undefined : idList(ids), base: baseFlag(parameters.single('base')) };
}

/** `5`, `1,2` and `[1,2]` are all in use. */
function idList(text: string): number[] {
  const parts = text.replace(/^\[|\]$/g, '').split(',');
  return [...new Set(parts.flatMap((part) => itemId(part.trim()) ?? []))];
}

function baseFlag(text: string | undefined): boolean {
  if (text === undefined || text === '0') return false;
  if (text === '1') return true;
  throw new BadParameterError('Parameter base must be 0 or 1');
}
