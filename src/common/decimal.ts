import { Decimal } from 'decimal.js';

/**
 * Exact decimal numbers. 80 significant digits hold every product that this service computes (price 38 digits ×
 * quantity 28 digits), so a multiplication never rounds implicitly.
 */
export const ExactDecimal = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -1000,
  toExpPos: 1000,
});
export type ExactDecimal = Decimal;

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** True for a plain decimal such as `12`, `-0.5` or `1.000`; never for `1e3`, `0x10`, ` 1`, `.5` or `NaN`. */
export function isPlainDecimal(text: string): boolean {
  return PLAIN_DECIMAL.test(text);
}

/** Digits after the point without trailing zeros: `1.50` has one. */
export function fractionDigits(value: ExactDecimal): number {
  return value.decimalPlaces();
}

/**
 * Reads a plain decimal text.
 * @throws RangeError when the text is not a plain decimal; callers check untrusted text with `isPlainDecimal` first.
 */
export function toDecimal(text: string): ExactDecimal {
  if (!isPlainDecimal(text)) throw new RangeError(`not a plain decimal: ${JSON.stringify(text)}`);
  return new ExactDecimal(text);
}

/** The shortest plain text of a decimal: no exponent, no trailing zeros, no negative zero. */
export function plainText(value: ExactDecimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

/** The text of a database numeric without trailing zeros: `150.50000000` is `150.5`. */
export function numericText(databaseText: string): string {
  return plainText(toDecimal(databaseText));
}
