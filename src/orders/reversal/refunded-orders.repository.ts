import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../order.entity.js';
import type { OrderAudience } from '../order-events.js';
import { AUDIENCE } from '../order.repository.js';

/** Writes what was paid back of orders. */
@Injectable()
export class RefundedOrders {
  /**
   * Adds to what was paid back of an order that the caller has locked.
   * @param amount USD as decimal text.
   * @returns whether the account has a webhook, and the listeners of extensions.
   */
  async add(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    amount: string,
  ): Promise<OrderAudience> {
    const values = [accountId, orderId, amount];
    const [rows] = await manager.query<[[OrderAudience], number]>(ADD, values);
    return rows[0];
  }
}

const ADD = `
  UPDATE orders SET refunded = refunded + $3::numeric
  WHERE account_id = $1 AND order_id = $2
  RETURNING ${AUDIENCE}`;
