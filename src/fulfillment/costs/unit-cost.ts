import { isPrice } from '../../catalog/price-text.js';
import { OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { sentence } from '../../common/sentence.js';

/**
 * Validates USD per unit that an operator entered: 0 or more, at most 20 digits before the point and 18 after.
 * @returns the shortest text of the number. @throws OperatorError
 */
export function unitCostText(text: string): string {
  if (isPrice(text)) return numericText(text);
  throw new OperatorError(...sentence('field.money', { signed: false, decimals: 18 }));
}
