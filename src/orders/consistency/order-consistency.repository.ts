import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../order.entity.js';
import { FIRST_FAULT, ORDER_SUMS } from './consistency-rules.js';

/** An order that breaks a rule, and which one. */
export interface OrderFault {
  readonly accountId: number;
  readonly fault: string;
}

/** Ledger entries of one account, by sequence number. */
export interface EntrySpan {
  readonly accountId: number;
  /** Exclusive. */
  readonly after: string;
  /** Inclusive. */
  readonly last: string;
}

/** Finds orders that break a rule of order-rules.ts. */
@Injectable()
export class OrderConsistencyRepository {
  /** Searches the orders that the given ledger entries name. */
  findFaultOfEntries(manager: EntityManager, span: EntrySpan): Promise<OrderFault[]> {
    return manager.query(FAULTS_OF_ENTRIES, [span.accountId, span.after, span.last]);
  }

  /** The last of the next `limit` orders; undefined if no order follows. */
  async lastOfNext(
    manager: EntityManager,
    after: OrderRef,
    limit: number,
  ): Promise<OrderRef | undefined> {
    const rows = await manager.query<OrderRef[]>(LAST_OF_NEXT, [
      after.accountId,
      after.orderId,
      limit,
    ]);
    return rows[0];
  }

  /** Searches the orders after one, up to and including another. */
  findFaultsBetween(
    manager: EntityManager,
    after: OrderRef,
    last: OrderRef,
  ): Promise<OrderFault[]> {
    return manager.query(FAULTS_OF_ORDERS, [
      after.accountId,
      after.orderId,
      last.accountId,
      last.orderId,
    ]);
  }
}

/** Adds the column `fault` to a row `placed` of orders. */
const FIND_FAULT = `
  CROSS JOIN LATERAL (
    SELECT ${ORDER_SUMS} FROM ledger_entries entry
    WHERE entry.account_id = placed.account_id AND entry.order_id = placed.order_id
  ) money
  CROSS JOIN LATERAL (SELECT ${FIRST_FAULT} AS fault) found`;

const FAULTS_OF_ENTRIES = `
  SELECT $1::integer AS "accountId", 'order ' || named.order_id || ' ' || fault AS fault
  FROM (SELECT DISTINCT order_id FROM ledger_entries
        WHERE account_id = $1 AND sequence > $2 AND sequence <= $3 AND order_id IS NOT NULL) named
  LEFT JOIN orders placed ON placed.account_id = $1 AND placed.order_id = named.order_id
  ${FIND_FAULT}
  WHERE fault IS NOT NULL LIMIT 1`;

const LAST_OF_NEXT = `
  SELECT account_id AS "accountId", order_id AS "orderId" FROM (
    SELECT account_id, order_id FROM orders WHERE (account_id, order_id) > ($1, $2)
    ORDER BY account_id, order_id LIMIT $3) ahead
  ORDER BY account_id DESC, order_id DESC LIMIT 1`;

const FAULTS_OF_ORDERS = `
  SELECT DISTINCT ON (placed.account_id) placed.account_id AS "accountId",
         'order ' || placed.order_id || ' ' || fault AS fault
  FROM orders placed
  ${FIND_FAULT}
  WHERE (placed.account_id, placed.order_id) > ($1, $2)
    AND (placed.account_id, placed.order_id) <= ($3, $4) AND fault IS NOT NULL`;
