import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { fitsMoney } from '../../common/money.js';
import { messageKey } from '../../common/message-key.js';

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
  throw noAmount(text);
}

/** The same for a movement that only ever adds to a balance. @throws OperatorError also for an amount below 0 */
export function addedAmount(text: string): string {
  const amount = movedAmount(text);
  if (amount.startsWith('-')) throw noAmount(text);
  return amount;
}

function noAmount(text: string): OperatorError {
  return new OperatorError(
    `${JSON.stringify(text)} is no amount; write USD such as 100 or 12.5, with at most 8 decimals.`,
    { messageKey: messageKey('field.money', { signed: false, decimals: 8 }) },
  );
}
