/** `node --import` this file: each order is placed by a statement of its own, as soon as it has come. */
import { OrderBatches } from '../../dist/orders/placement/order-batches.js';
import { replaceMethod } from './replace-method.js';

replaceMethod(OrderBatches, 'place', async function place(order) {
  const placed = await this.placed([order]);
  return placed.has(order.order.orderId);
});
