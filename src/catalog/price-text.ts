import { OperatorError } from '../common/app-error.js';
import { isPlainDecimal, toDecimal } from '../common/decimal.js';
import { PRICE_SCALE } from '../common/money.js';
import { sentence } from '../common/sentence.js';

/** The integer digits of a price column, numeric(38,18). */
const PRICE_INTEGER_DIGITS = 20;

/** True for a valid unit price: zero or more, with at most 18 decimals and 20 integer digits. */
export function isPrice(text: string): boolean {
  if (!isPlainDecimal(text)) return false;
  const value = toDecimal(text);
  const integerDigits = value.trunc().precision(true);
  return (
    !value.isNegative() &&
    value.decimalPlaces() <= PRICE_SCALE &&
    integerDigits <= PRICE_INTEGER_DIGITS
  );
}

/** Validates a price that an operator entered. @throws OperatorError */
export function priceText(text: string): string {
  if (isPrice(text)) return text;
  throw new OperatorError(...sentence('field.money', { signed: false, decimals: PRICE_SCALE }));
}

/** True for a percentage that `percentageText` accepts. */
export function isPercentage(text: string): boolean {
  return plainPercentage(text) !== undefined;
}

/** Validates a percentage: from -100 (free) to 100,000, with at most six decimals. @throws OperatorError */
export function percentageText(text: string): string {
  const plain = plainPercentage(text);
  if (plain !== undefined) return plain;
  throw new OperatorError(...sentence('field.percentage'));
}

function plainPercentage(text: string): string | undefined {
  const plain = text.trim().replace(/^\+/, '').replace(/%$/, '');
  if (!isPlainDecimal(plain)) return undefined;
  const value = toDecimal(plain);
  const isInRange = value.gte(-100) && value.lte(100_000) && value.decimalPlaces() <= 6;
  return isInRange ? plain : undefined;
}
