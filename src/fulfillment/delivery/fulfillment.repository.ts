import { Injectable } from '@nestjs/common';
import { Raw, type EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { Fulfillment } from './fulfillment.entity.js';

/** The next state of a delivery. */
interface Progress extends OrderRef {
  readonly step: number;
  readonly tries: number;
  /** The delay before a job asks the handler; null leaves the order to the operator. */
  readonly againInSeconds: number | null;
  readonly note: string;
}

/** The open deliveries that are with one handler. */
export interface HandlerQueue {
  readonly handler: string;
  readonly waiting: number;
  /** For how long the one that is most overdue should have been processed; 0 if none is due. */
  readonly overdueSeconds: number;
}

/** The states of deliveries. */
@Injectable()
export class FulfillmentRepository {
  constructor(private readonly database: Database) {}

  async insert(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void> {
    await manager.query(INSERT, [accountId, orderId, JSON.stringify(steps), step]);
  }

  find({ accountId, orderId }: OrderRef): Promise<Fulfillment | null> {
    return this.database.manager.findOneBy(Fulfillment, { accountId, orderId });
  }

  /**
   * The open delivery of the order. One that is only asked for if due has its handler asked now; if it is due later, another
   * job asks then, and the present job is a duplicate, such as `OverdueDeliveries` writes.
   */
  findOpen({ accountId, orderId }: OrderRef, only?: 'due'): Promise<Fulfillment | null> {
    const dueAt = Raw((column) => `(${column} IS NULL OR ${column} < now() + interval '1 second')`);
    const open = { accountId, orderId, closed: false };
    return this.database.manager.findOneBy(Fulfillment, only === 'due' ? { ...open, dueAt } : open);
  }

  /** The delivery, if it is still at the step that the caller has read. The caller must hold the lock of the order. */
  at(
    manager: EntityManager,
    { accountId, orderId, step }: Fulfillment,
  ): Promise<Fulfillment | null> {
    return manager.findOneBy(Fulfillment, { accountId, orderId, step, closed: false });
  }

  async progress(manager: EntityManager, progress: Progress): Promise<void> {
    const { accountId, orderId, step, tries, againInSeconds, note } = progress;
    await manager.query(PROGRESS, [accountId, orderId, step, tries, againInSeconds, note]);
  }

  /** Makes an open delivery due now. */
  async makeDue({ accountId, orderId }: OrderRef, manager: EntityManager): Promise<boolean> {
    const values = [accountId, orderId];
    const [, count] = await manager.query<[unknown, number]>(MAKE_DUE, values);
    return count > 0;
  }

  async close({ accountId, orderId }: OrderRef, manager = this.database.manager): Promise<void> {
    await manager.query(CLOSE, [accountId, orderId]);
  }

  queues(): Promise<HandlerQueue[]> {
    return this.database.manager.query(QUEUES_BY_HANDLER);
  }

  /**
   * Finds deliveries whose job is long overdue, for example after a restore, which brings orders but no jobs. Their due
   * time is set to now, so that the next call does not find them again.
   */
  async takeOverdue(manager: EntityManager, limit: number): Promise<OrderRef[]> {
    const [overdue] = await manager.query<[OrderRef[], number]>(TAKE_OVERDUE, [limit]);
    return overdue;
  }
}

const INSERT = `
  INSERT INTO fulfillments (account_id, order_id, steps, step, due_at) VALUES ($1, $2, $3, $4, now())`;

const PROGRESS = `
  UPDATE fulfillments
  SET step = $3, tries = $4, due_at = now() + $5::double precision * interval '1 second', note = $6,
      updated_at = now()
  WHERE account_id = $1 AND order_id = $2`;

const MAKE_DUE = `
  UPDATE fulfillments SET due_at = now() WHERE account_id = $1 AND order_id = $2 AND NOT closed`;

const CLOSE = `
  UPDATE fulfillments SET closed = true, due_at = NULL, updated_at = now()
  WHERE account_id = $1 AND order_id = $2`;

/** Five minutes, so that a job that runs or waits in a long queue does not count as overdue. */
const TAKE_OVERDUE = `
  UPDATE fulfillments SET due_at = now() WHERE (account_id, order_id) IN (
    SELECT account_id, order_id FROM fulfillments
    WHERE NOT closed AND due_at < now() - interval '5 minutes'
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING account_id AS "accountId", order_id AS "orderId"`;

const QUEUES_BY_HANDLER = `
  SELECT coalesce(steps -> step ->> 'handler', '') AS handler, count(*)::integer AS waiting,
         greatest(coalesce(extract(epoch FROM now() - min(due_at)), 0), 0)::float8 AS "overdueSeconds"
  FROM fulfillments WHERE NOT closed GROUP BY 1`;
