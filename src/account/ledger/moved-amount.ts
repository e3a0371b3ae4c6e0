import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney } from '../../common/money.js';
import { sentence } from '../../common/sentence.js';

/**
 * The amount of a movement that an operator makes: USD, not 0, with at most 8 decimals. People may write a leading plus.
 * @returns the shortest decimal text
 * @throws OperatorError
 */
export function movedAmount(text: string): string {
  return amountOf(text, true);
}

function amountOf(text: string, signed: boolean): string {
  const amount = text.replace(/^\+/, '');
  const isAmount = isPlainDecimal(amount) && fitsMoney(amount) && numericText(amount) !== '0';
  if (isAmount && (signed || !amount.startsWith('-'))) return numericText(amount);
  throw new OperatorError(...sentence('field.money', { signed, decimals: 8 }));
}

/** The same for a movement that only ever adds to a balance. @throws OperatorError also for an amount below 0 */
export function addedAmount(text: string): string {
  return amountOf(text, false);
}
