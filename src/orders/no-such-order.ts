import { OperatorError } from '../common/app-error.js';

/** For an operator who has named an order that does not exist. */
export function noSuchOrder(orderId: string): OperatorError {
  return new OperatorError(`There is no order ${orderId}; see "souk order list".`);
}
