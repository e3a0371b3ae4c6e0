import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney } from '../../common/money.js';
import { refusal } from '../../common/refusal.js';

/**
 * The amount of a movement that an operator makes: USD, not 0, with at most 8 decimals. People may write a leading plus.
 * @returns the shortest decimal text
 * @throws OperatorError
 */
export function movedAmount(text: string): string {
  const amount = text.replace(/^\+/, '');
  if (isPlainDecimal(amount) && fitsMoney(amount) && numericText(amount) !== '0') {
    return numericText(amount);
  }
  throw noAmount();
}

/** The same for a movement that only ever adds to a balance. @throws OperatorError also for an amount below 0 */
export function addedAmount(text: string): string {
  const amount = movedAmount(text);
  if (amount.startsWith('-')) throw noAmount();
  return amount;
}

function noAmount(): OperatorError {
  return new OperatorError(...refusal('field.money', { signed: false, decimals: 8 }));
}
