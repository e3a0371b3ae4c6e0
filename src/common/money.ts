import { ExactDecimal, plainText, toDecimal } from './decimal.js';

/** The only currency of the API. */
export const CURRENCY = 'USD';

/** Fraction digits of balances, charges and refunds. */
export const MONEY_SCALE = 8;
/** Fraction digits of a unit price; prices such as 0.00772255027173913 exist. */
export const PRICE_SCALE = 18;
/** Integer digits that the database columns of balances and charges hold (numeric(28,8)). */
export const MONEY_INTEGER_DIGITS = 20;

const MONEY_LIMIT = new ExactDecimal(10).pow(MONEY_INTEGER_DIGITS);

/** price × quantity in USD, computed exactly and then rounded once, half up to 8 decimals. */
export function chargeFor(unitPrice: string, quantity: string): string {
  const exact = toDecimal(unitPrice).times(toDecimal(quantity));
  return plainText(exact.toDecimalPlaces(MONEY_SCALE, ExactDecimal.ROUND_HALF_UP));
}

/** An amount from another system, which may have more decimals, rounded half up to 8. */
export function roundedMoney(amount: string): string {
  return chargeFor(amount, '1');
}

/** A price raised (or with a negative percentage lowered) by a percentage: `+10` is price × 1.10, 18 decimals. */
export function priceWithPercentage(price: string, percentage: string): string {
  const factor = toDecimal(percentage).dividedBy(100).plus(1);
  const exact = toDecimal(price).times(factor);
  return plainText(exact.toDecimalPlaces(PRICE_SCALE, ExactDecimal.ROUND_HALF_UP));
}

/** The sum of two amounts. */
export function sumOf(left: string, right: string): string {
  return plainText(toDecimal(left).plus(toDecimal(right)));
}

/** True when the amount fits a balance column: at most 8 fraction digits and below 10^20. */
export function fitsMoney(amount: string): boolean {
  const value = toDecimal(amount);
  return value.decimalPlaces() <= MONEY_SCALE && value.abs().lessThan(MONEY_LIMIT);
}

/** The amount with the opposite sign. */
export function negated(amount: string): string {
  return plainText(toDecimal(amount).negated());
}

/** What is left of a price behind its cost, in percent of the price with one decimal; undefined for a price of 0. */
export function marginPercent(price: string, cost: string): string | undefined {
  const sold = toDecimal(price);
  if (sold.isZero()) return undefined;
  const share = sold.minus(toDecimal(cost)).dividedBy(sold).times(100);
  const rounded = share.toDecimalPlaces(1, ExactDecimal.ROUND_HALF_UP);
  // A small loss is not told as none, nor a small cost as nothing.
  if (rounded.isZero()) return plainText(share.toSignificantDigits(1));
  if (rounded.equals(100)) return plainText(share.toDecimalPlaces(4, ExactDecimal.ROUND_DOWN));
  return plainText(rounded);
}
