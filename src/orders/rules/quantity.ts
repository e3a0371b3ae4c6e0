import {
  isQuantityList,
  QUANTITY_INTEGER_DIGITS,
  QUANTITY_SCALE,
  type ProductType,
  type QuantityRange,
  type QuantityValues,
} from '../../catalog/quantity-values.js';
import { fractionDigits, plainText, toDecimal, type ExactDecimal } from '../../common/decimal.js';
import {
  QuantityNotAllowedError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from './orders.errors.js';

/** Digits, at most one point, nothing else: no sign, exponent, space, thousands separator or comma. */
const QUANTITY = new RegExp(`^\\d{1,${QUANTITY_INTEGER_DIGITS}}(\\.\\d{1,30})?$`);
/** The most characters of a text that can match. */
const LONGEST_QUANTITY_CHARACTERS = QUANTITY_INTEGER_DIGITS + 31;

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
  if (text.length > LONGEST_QUANTITY_CHARACTERS || !QUANTITY.test(text))
    throw new QuantityNotAllowedError();
  const quantity = toDecimal(text);
  if (fractionDigits(quantity) > QUANTITY_SCALE) throw new QuantityNotAllowedError();
  return plainText(quantity);
}

/**
 * Checks a quantity against the product's rule.
 * @throws QuantityNotAllowedError (106), QuantityTooSmallError (112), QuantityTooLargeError (113)
 */
export function assertQuantityAllowed(quantity: string, rule: QuantityRule): void {
  const value = toDecimal(quantity);
  const { productType, quantityValues } = rule;
  if (isQuantityList(quantityValues)) assertListed(value, quantityValues);
  else if (quantityValues !== null) assertInRange(value, quantityValues, productType);
  else if (productType === 'amount') assertPositive(value);
  else if (!value.equals(1)) throw new QuantityNotAllowedError();
}

function assertListed(value: ExactDecimal, allowed: readonly string[]): void {
  if (!allowed.some((listed) => toDecimal(listed).equals(value))) {
    throw new QuantityNotAllowedError();
  }
}

function assertInRange(value: ExactDecimal, range: QuantityRange, type: ProductType): void {
  if (type !== 'amount' && !value.isInteger()) throw new QuantityNotAllowedError();
  if (value.lessThan(toDecimal(range.min))) throw new QuantityTooSmallError();
  if (value.greaterThan(toDecimal(range.max))) throw new QuantityTooLargeError();
}

function assertPositive(value: ExactDecimal): void {
  if (!value.greaterThan(0)) throw new QuantityTooSmallError();
}
