import { MissingError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';

/** For an operator who has named an order that does not exist. */
export function noSuchOrder(orderId: string): MissingError {
  return new MissingError(...sentence('missing.order', { id: orderId }));
}
