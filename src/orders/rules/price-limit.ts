import { MAX_PRICE, takesMaxPrice, type AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import { ExactDecimal, plainText, toDecimal } from '../../common/decimal.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { MONEY_SCALE } from '../../common/money.js';
import { PriceAboveLimitError } from './orders.errors.js';

/** Python and JavaScript print small numbers with an exponent. */
const LIMIT = /^\d+(?:\.\d+)?(?:e(?<exponent>[-+]?\d{1,2}))?$/i;
const MAX_CHARACTERS = 30;
const MAX_EXPONENT = 18;

const SYNTAX = `digits with at most one point, such as 1.5 or 7.72e-06; ${MAX_CHARACTERS} characters, exponent -${MAX_EXPONENT} to ${MAX_EXPONENT}`;

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

/**
 * The limit as a plain decimal. What stands beyond the decimals of a charge is cut off, so it is never above what was sent.
 * @throws BadParameterError (114)
 */
export function priceLimit(text: string): string {
  const read = text.length <= MAX_CHARACTERS ? LIMIT.exec(text) : null;
  if (!read || Math.abs(Number(read.groups?.exponent ?? 0)) > MAX_EXPONENT) {
    throw new BadParameterError(`Malformed parameter: ${MAX_PRICE} (${SYNTAX})`);
  }
  return plainText(new ExactDecimal(text).toDecimalPlaces(MONEY_SCALE, ExactDecimal.ROUND_DOWN));
}
