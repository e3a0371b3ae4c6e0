import { plainText, toDecimal } from './decimal.js';

const DECIMALS = 2;

/**
 * What one amount is more or less than another, such as `+6.74 %`: with two decimals, or the first digit of what is less than those.
 * Undefined where the other one is 0 or less, of which nothing is a percentage.
 * @param before @param after decimal texts
 */
export function percentChange(before: string, after: string): string | undefined {
  const base = toDecimal(before);
  if (base.lte(0)) return undefined;
  const exact = toDecimal(after).minus(base).times(100).dividedBy(base);
  const rounded = exact.toDecimalPlaces(DECIMALS);
  const shown = rounded.isZero() ? exact.toSignificantDigits(1) : rounded;
  return `${shown.gt(0) ? '+' : ''}${plainText(shown)} %`;
}
