import { MissingError } from '../common/app-error.js';

/** For an operator who has named an order that does not exist. */
export function noSuchOrder(orderId: string): MissingError {
  return new MissingError(`There is no order ${orderId}`, 'souk order list');
}
