import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { isSwitchedOn, switchOf } from '../../common/http/parameters/parsed-parameter.js';
import { listedOrders, orderLists } from './orders-parameter.js';

/** What check is asked for. */
export interface CheckQuery {
  /** As the caller wrote them. */
  readonly listed: string[];
  /** True if the list holds idempotency keys. */
  readonly byUuid: boolean;
  readonly hasDetails: boolean;
  readonly isSealing: boolean;
  readonly hasReceipts: boolean;
}

/** The parameters that programs of other shops do not know. */
const OWN_NAMES = /^(?:details|seal|receipts)$/;

/** @throws BadParameterError (114) */
export function checkQuery(parameters: FlatParameters): CheckQuery {
  const listed = listedOrders(orderLists(parameters));
  const byUuid = isByUuid(parameters);
  const isSealing = isSwitchedOn(parameters, 'seal');
  if (isSealing && !byUuid) throw new BadParameterError('Parameter seal needs uuid=1');
  const hasDetails = isSwitchedOn(parameters, 'details');
  return {
    listed,
    byUuid,
    isSealing,
    hasDetails,
    hasReceipts: isSwitchedOn(parameters, 'receipts'),
  };
}

/** Deployed clients send empty and other values of `uuid`, which are read as none; who knows our own parameters may not. */
function isByUuid(parameters: FlatParameters): boolean {
  if (parameters.valuesOf(OWN_NAMES).length > 0) return isSwitchedOn(parameters, 'uuid');
  return switchOf(parameters.single('uuid') ?? '') ?? false;
}
