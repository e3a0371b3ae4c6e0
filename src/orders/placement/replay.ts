import { itemId } from '../../catalog/wire/item-id.js';
import type { FieldHashes } from '../erasure/field-hashes.js';
import type { Order } from '../order.entity.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderUuidSealedError } from '../rules/orders.errors.js';
import { assertSameOrder } from '../rules/same-order.js';
import { readingsOf, type OrderRequest } from './requested-order.js';

/**
 * The answer to a request whose idempotency key is not free.
 * @param order the one that has the key; null if the key is sealed
 * @param hashes by which it is compared with an erased order
 * @throws OrderUuidSealedError (117), OrderUuidTakenError (116); 111 if the key of the hashes is missing
 */
export function replayOf(order: Order | null, request: OrderRequest, hashes: FieldHashes): Buffer {
  if (!order) throw new OrderUuidSealedError();
  const { productId, quantity, fieldSchema } = order;
  const before = { productId, quantity, fieldSchema, isEarlier: hashes.earlierValue(order) };
  assertSameOrder(before, {
    complete: request.parameters.complete,
    productId: itemId(request.productId),
    readings: readingsOf(request, fieldSchema),
  });
  return newOrderBody(order);
}
