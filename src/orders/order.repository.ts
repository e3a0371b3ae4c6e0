import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { Order, type NewOrder } from './order.entity.js';
import type { OrderStatus } from './rules/order-status.js';

/** Which orders a list holds, newest first. */
export interface OrderFilter {
  readonly status?: OrderStatus;
  readonly accountId?: number;
  readonly limit: number;
}

/** What closes an order. */
export interface Decision {
  readonly status: OrderStatus;
  readonly codes: readonly string[] | null;
  readonly note: string;
  readonly actor: string;
}

/** Orders and the keys under which they were placed. */
@Injectable()
export class OrderRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims a caller's key for a new order in the caller's transaction. A request with the same key waits here until
   * the first one has committed or given up.
   * @returns false when the key is taken.
   */
  async claimKey(
    manager: EntityManager,
    order: Pick<Order, 'accountId' | 'orderUuid' | 'orderId'>,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(CLAIM_KEY, [
      order.accountId,
      order.orderUuid,
      order.orderId,
    ]);
    return rows.length === 1;
  }

  async insert(manager: EntityManager, order: NewOrder): Promise<void> {
    await manager.insert(Order, order);
  }

  async findByUuid(
    manager: EntityManager,
    accountId: number,
    orderUuid: string,
  ): Promise<Order | null> {
    const keys = await manager.query<{ order_id: string }[]>(FIND_KEY, [accountId, orderUuid]);
    return keys[0] ? manager.findOneBy(Order, { accountId, orderId: keys[0].order_id }) : null;
  }

  listByIds(accountId: number, orderIds: readonly string[]): Promise<Order[]> {
    return this.database.manager.findBy(Order, { accountId, orderId: In([...orderIds]) });
  }

  async listByUuids(accountId: number, orderUuids: readonly string[]): Promise<Order[]> {
    const keys = await this.database.manager.query<{ order_id: string }[]>(LIST_KEYS, [
      accountId,
      orderUuids,
    ]);
    return this.listByIds(
      accountId,
      keys.map((key) => key.order_id),
    );
  }

  /** For the operator, who knows no account. */
  findById(orderId: string): Promise<Order | null> {
    return this.database.manager.findOneBy(Order, { orderId });
  }

  list({ status, accountId, limit }: OrderFilter): Promise<Order[]> {
    return this.database.manager.find(Order, {
      where: {
        ...(status !== undefined && { status }),
        ...(accountId !== undefined && { accountId }),
      },
      order: { createdAt: 'DESC', orderId: 'ASC' },
      take: limit,
    });
  }

  countWaiting(): Promise<number> {
    return this.database.manager.countBy(Order, { status: 'wait' });
  }

  /** The order, locked until the caller's transaction ends: two decisions on it take turns. */
  lockById(manager: EntityManager, orderId: string): Promise<Order | null> {
    return manager.findOne(Order, { where: { orderId }, lock: { mode: 'pessimistic_write' } });
  }

  async decide(
    manager: EntityManager,
    { accountId, orderId }: Pick<Order, 'accountId' | 'orderId'>,
    decision: Decision,
  ): Promise<void> {
    await manager.query(DECIDE, [
      accountId,
      orderId,
      decision.status,
      decision.codes,
      decision.note,
      decision.actor,
    ]);
  }
}

const CLAIM_KEY = `
  INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, order_uuid) DO NOTHING RETURNING 1`;

const FIND_KEY = 'SELECT order_id FROM order_keys WHERE account_id = $1 AND order_uuid = $2';

const LIST_KEYS = 'SELECT order_id FROM order_keys WHERE account_id = $1 AND order_uuid = ANY ($2)';

const DECIDE = `
  UPDATE orders
  SET status = $3, delivered_codes = $4, decision_note = $5, decided_by = $6, decided_at = now()
  WHERE account_id = $1 AND order_id = $2`;
