import { itemId } from '../../catalog/wire/item-id.js';
import type { Order } from '../order.entity.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderUuidSealedError } from '../rules/orders.errors.js';
import { assertSameOrder } from '../rules/same-order.js';
import { readingsOf, type OrderRequest } from './requested-order.js';

/**
 * The answer to a request whose idempotency key is not free.
 * @param order the one that has the key; null if the key is sealed
 * @throws OrderUuidSealedError (117), OrderUuidTakenError (116)
 */
export function replayOf(order: Order | null, request: OrderRequest): Buffer {
  if (!order) throw new OrderUuidSealedError();
  assertSameOrder(order, {
    complete: request.parameters.complete,
    productId: itemId(request.productId),
    readings: readingsOf(request, order.fieldSchema),
  });
  return newOrderBody(order);
}
