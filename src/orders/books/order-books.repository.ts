import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../order.entity.js';

/** An order that does not agree with the ledger, and how. */
export interface OrderFault {
  readonly accountId: number;
  readonly fault: string;
}

/** Entries of one account, the first exclusive, the last inclusive. */
export interface EntrySpan {
  readonly accountId: number;
  readonly after: string;
  readonly last: string;
}

/** Finds orders that are not charged, refunded or keyed as they should be. */
@Injectable()
export class OrderBooksRepository {
  /** Among the orders that some ledger entries speak of. */
  findFaultOfEntries(manager: EntityManager, span: EntrySpan): Promise<OrderFault[]> {
    return manager.query(FAULTS_OF_ENTRIES, [span.accountId, span.after, span.last]);
  }

  /** The last of the next `limit` orders behind the given one; undefined behind the last. */
  async orderAhead(
    manager: EntityManager,
    after: OrderRef,
    limit: number,
  ): Promise<OrderRef | undefined> {
    const rows = await manager.query<OrderRef[]>(ORDER_AHEAD, [
      after.accountId,
      after.orderId,
      limit,
    ]);
    return rows[0];
  }

  /** Among the orders behind one, up to another. */
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

/** What an order `placed` cost and got back, and what is wrong with that; null when nothing is. */
const JUDGED = `
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE kind = 'debit'), 0) AS debited,
           coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
    FROM ledger_entries entry
    WHERE entry.account_id = placed.account_id AND entry.order_id = placed.order_id
  ) money ON true
  CROSS JOIN LATERAL (SELECT CASE
    WHEN placed.order_id IS NULL THEN 'is in the ledger, but is no order'
    WHEN placed.rehearsal THEN
      CASE WHEN debited <> 0 OR refunded <> 0 THEN 'is a rehearsal, but moved money' END
    WHEN debited <> -placed.total THEN 'is not charged once'
    WHEN refunded <> CASE placed.status WHEN 'reject' THEN placed.total ELSE 0 END
      THEN CASE placed.status WHEN 'reject' THEN 'is rejected, but not refunded once'
           ELSE 'is refunded, but not rejected' END
    WHEN NOT EXISTS (
      SELECT FROM order_keys key
      WHERE key.account_id = placed.account_id AND key.order_uuid = placed.order_uuid
        AND key.order_id = placed.order_id) THEN 'has lost its key'
    END AS fault) judged`;

const FAULTS_OF_ENTRIES = `
  SELECT $1::integer AS "accountId", 'order ' || spoken.order_id || ' ' || fault AS fault
  FROM (SELECT DISTINCT order_id FROM ledger_entries
        WHERE account_id = $1 AND sequence > $2 AND sequence <= $3 AND order_id IS NOT NULL) spoken
  LEFT JOIN orders placed ON placed.account_id = $1 AND placed.order_id = spoken.order_id
  ${JUDGED}
  WHERE fault IS NOT NULL LIMIT 1`;

const ORDER_AHEAD = `
  SELECT account_id AS "accountId", order_id AS "orderId" FROM (
    SELECT account_id, order_id FROM orders WHERE (account_id, order_id) > ($1, $2)
    ORDER BY account_id, order_id LIMIT $3) ahead
  ORDER BY account_id DESC, order_id DESC LIMIT 1`;

const FAULTS_OF_ORDERS = `
  SELECT DISTINCT ON (placed.account_id) placed.account_id AS "accountId",
         'order ' || placed.order_id || ' ' || fault AS fault
  FROM orders placed
  ${JUDGED}
  WHERE (placed.account_id, placed.order_id) > ($1, $2)
    AND (placed.account_id, placed.order_id) <= ($3, $4) AND fault IS NOT NULL`;
