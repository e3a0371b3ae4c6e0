import { randomInt } from 'node:crypto';
import { numericText } from '../../src/common/decimal.js';
import { chargeFor, PRICE_SCALE } from '../../src/common/money.js';

const QUANTITY_SCALE = 6;

/** An integer with the given number of decimals, as the text `chargeFor` reads. */
function decimalText(scaled: bigint, scale: number): string {
  const digits = scaled.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Half up by integers alone: the product has 24 decimals, the charge 8. */
function chargeByIntegers(price: bigint, quantity: bigint): bigint {
  const unit = 10n ** 16n;
  return (price * quantity + unit / 2n) / unit;
}

/** Evenly spread over the lengths, not over the values: most prices are short. */
function randomInteger(mostDigits: number): bigint {
  const length = randomInt(1, mostDigits + 1);
  let digits = '';
  while (digits.length < length) digits += String(randomInt(10 ** 12)).padStart(12, '0');
  return BigInt(digits.slice(0, length));
}

/** How many of so many random charges differ from exact integer arithmetic. */
export function differingCharges(pairs: number): number {
  let differences = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const price = randomInteger(38);
    const quantity = randomInteger(28);
    const charge = chargeFor(
      decimalText(price, PRICE_SCALE),
      decimalText(quantity, QUANTITY_SCALE),
    );
    const exact = numericText(decimalText(chargeByIntegers(price, quantity), 8));
    if (charge !== exact) differences += 1;
  }
  return differences;
}
