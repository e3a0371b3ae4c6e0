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
  record(manager: EntityManager, order: CostedOrder): Promise<void> {
    return this.insert(manager, RECORD_CLOSED, order);
  }

  /** Of an order that is delivered in the transaction that places it, so that no supplier was asked. */
  recordAtOnce(manager: EntityManager, order: CostedOrder): Promise<void> {
    return this.insert(manager, RECORD_AT_ONCE, order);
  }

  private async insert(
    manager: EntityManager,
    statement: string,
    { accountId, orderId, productId, quantity, rehearsal }: CostedOrder,
  ): Promise<void> {
    if (rehearsal) return;
    await manager.query(statement, [accountId, orderId, productId, quantity]);
  }
}
