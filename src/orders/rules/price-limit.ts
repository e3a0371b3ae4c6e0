import { MAX_PRICE, takesMaxPrice, type AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import { plainText, toDecimal } from '../../common/decimal.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { MONEY_INTEGER_DIGITS, MONEY_SCALE } from '../../common/money.js';
import { PriceAboveLimitError } from './orders.errors.js';

/** Digits, at most one point, nothing else. No charge has more digits. */
const LIMIT = new RegExp(`^\\d{1,${MONEY_INTEGER_DIGITS}}(\\.\\d{1,${MONEY_SCALE}})?$`);

const SYNTAX = `digits with at most one point and ${MONEY_SCALE} decimals, such as 1.5`;

const OWN_PARAMETERS: ReadonlySet<string> = new Set(['order_uuid', 'qty', MAX_PRICE]);
/** Where a field of the product takes `max_price`. */
const EARLIER_PARAMETERS: ReadonlySet<string> = new Set(['order_uuid', 'qty']);

/** Parameters of newOrder itself; all others may be account fields. @param schema of the product. */
export function ownParameters(
  parameters: FlatParameters,
  schema: readonly AccountField[],
): ReadonlySet<string> {
  const isField = parameters.first(MAX_PRICE) !== undefined && schema.some(takesMaxPrice);
  return isField ? EARLIER_PARAMETERS : OWN_PARAMETERS;
}

/**
 * Compares the price of an order with the limit of its request, if it has one.
 * @param total USD. @param schema of the product.
 * @throws BadParameterError (114), PriceAboveLimitError (118)
 */
export function assertWithinLimit(
  total: string,
  parameters: FlatParameters,
  schema: readonly AccountField[],
): void {
  if (!ownParameters(parameters, schema).has(MAX_PRICE)) return;
  const text = parameters.single(MAX_PRICE);
  if (text === undefined) return;
  const limit = priceLimit(text);
  if (toDecimal(total).greaterThan(limit)) throw new PriceAboveLimitError(total, limit);
}

/** @throws BadParameterError (114) */
export function priceLimit(text: string): string {
  if (!LIMIT.test(text)) {
    throw new BadParameterError(`Malformed parameter: ${MAX_PRICE} (${SYNTAX})`);
  }
  return plainText(toDecimal(text));
}
