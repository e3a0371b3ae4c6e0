import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderCosts, type CostedOrder } from '../../orders/order-costs.js';
import { RECORD_AT_ONCE, RECORD_CLOSED } from './delivery-costs.sql.js';

/**
 * What accepted orders cost the shop: what the supplier charged, else what the delivered codes were bought for, else the
 * cost of the product, else unknown. Each order has one row at most, which is never changed.
 */
@Injectable()
export class DeliveryCosts extends OrderCosts {
  /** Of an order that has waited, so it may have been bought from a supplier. */
  async record(manager: EntityManager, order: CostedOrder): Promise<void> {
    const { accountId, orderId, productId, quantity, rehearsal } = order;
    if (rehearsal) return;
    await manager.query(RECORD_CLOSED, [accountId, orderId, productId, quantity]);
  }

  /** Of orders that are delivered in the transaction that places them, so that no supplier was asked. */
  async recordAtOnce(manager: EntityManager, orders: readonly CostedOrder[]): Promise<void> {
    const costed = orders.filter(({ rehearsal }) => !rehearsal);
    if (costed.length === 0) return;
    await manager.query(RECORD_AT_ONCE, [
      costed.map(({ accountId }) => accountId),
      costed.map(({ orderId }) => orderId),
      costed.map(({ productId }) => productId),
      costed.map(({ quantity }) => quantity),
    ]);
  }
}
