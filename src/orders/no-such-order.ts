import { MissingError } from '../common/app-error.js';
import { refusal } from '../common/refusal.js';

/** For an operator who has named an order that does not exist. */
export function noSuchOrder(orderId: string): MissingError {
  return new MissingError(...refusal('missing.order', { id: orderId }));
}
