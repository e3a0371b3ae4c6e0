import {
  isQuantityList,
  QUANTITY_INTEGER_DIGITS,
  QUANTITY_SCALE,
  type ProductType,
  type QuantityRange,
  type QuantityValues,
} from '../../catalog/quantity-values.js';
import { fractionDigits, plainText, toDecimal, type ExactDecimal } from '../../common/decimal.js';
import { shortList } from '../../common/text.js';
import {
  QuantityNotAllowedError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from './orders.errors.js';

/** Digits, at most one point, nothing else: no sign, exponent, space, thousands separator or comma. */
const QUANTITY = new RegExp(`^\\d{1,${QUANTITY_INTEGER_DIGITS}}(\\.\\d{1,30})?$`);
/** The most characters of a text that can match. */
const MAX_QUANTITY_CHARACTERS = QUANTITY_INTEGER_DIGITS + 31;

const SYNTAX = `it must be digits with at most one point and ${QUANTITY_SCALE} decimals, such as 1 or 2.5`;

/** The properties of a product that restrict the quantity. */
export interface QuantityRule {
  readonly productType: ProductType;
  readonly quantityValues: QuantityValues;
}

/**
 * The quantity of a request as plain decimal text; 1 if the parameter is absent.
 * @throws QuantityNotAllowedError (106)
 */
export function requestedQuantity(text: string | undefined): string {
  if (text === undefined) return '1';
  if (text.length > MAX_QUANTITY_CHARACTERS || !QUANTITY.test(text))
    throw new QuantityNotAllowedError(SYNTAX);
  const quantity = toDecimal(text);
  if (fractionDigits(quantity) > QUANTITY_SCALE) throw new QuantityNotAllowedError(SYNTAX);
  return plainText(quantity);
}

/** True where no quantity but 1 is possible, by a range or list of 1 alone, too. */
export function isOnlyOne({ productType, quantityValues }: QuantityRule): boolean {
  if (quantityValues === null) return productType !== 'amount';
  const bounds = isQuantityList(quantityValues)
    ? quantityValues
    : [quantityValues.min, quantityValues.max];
  return bounds.every((bound) => toDecimal(bound).equals(1));
}

/**
 * Checks a quantity against the product's rule.
 * @param otherForms true where a range of 1 alone is refused like every product of which only 1 is possible.
 * @throws QuantityNotAllowedError (106), QuantityTooSmallError (112), QuantityTooLargeError (113)
 */
export function assertQuantityAllowed(
  quantity: string,
  rule: QuantityRule,
  otherForms: boolean,
): void {
  const value = toDecimal(quantity);
  const { productType, quantityValues } = rule;
  if (isQuantityList(quantityValues)) assertListed(value, quantityValues);
  else if (quantityValues === null && productType === 'amount') assertPositive(value);
  else if (quantityValues === null || (otherForms && isOnlyOne(rule))) assertOne(value);
  else assertInRange(value, quantityValues, productType);
}

function assertOne(value: ExactDecimal): void {
  if (!value.equals(1)) throw new QuantityNotAllowedError('it must be 1');
}

function assertListed(value: ExactDecimal, allowed: readonly string[]): void {
  if (!allowed.some((listed) => toDecimal(listed).equals(value))) {
    throw new QuantityNotAllowedError(`it must be one of ${shortList(allowed)}`);
  }
}

function assertInRange(value: ExactDecimal, { min, max }: QuantityRange, type: ProductType): void {
  const number = type === 'amount' ? '' : 'a whole number ';
  const rule = `it must be ${number}from ${min} to ${max}`;
  if (type !== 'amount' && !value.isInteger()) throw new QuantityNotAllowedError(rule);
  if (value.lessThan(toDecimal(min))) throw new QuantityTooSmallError(rule);
  if (value.greaterThan(toDecimal(max))) throw new QuantityTooLargeError(rule);
}

function assertPositive(value: ExactDecimal): void {
  if (!value.greaterThan(0)) throw new QuantityTooSmallError('it must be more than 0');
}
