import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { timeText, type Position } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { QUEUES } from '../../queue/queues.js';
import { Order, type OrderRef } from '../order.entity.js';
import { FIRST_STATUS } from '../rules/order-status.js';

/** What of an order tells whether it has a value. */
export type ComparedOrder = OrderRef & Pick<Order, 'fields' | 'extraParameters'>;

/** An order that is looked at. */
export type LookedAtOrder = ComparedOrder & { readonly isErased: boolean };

/** An order of a walk through the shop by time; `isOpen` if it is neither erased nor waits. */
export type AgedOrder = OrderRef & { readonly time: string; readonly isOpen: boolean };

/** Times as in `Position`. */
export interface AgeBounds {
  readonly lineage: string;
  readonly until: string;
  readonly oldestWaiting: string | null;
}

/** What replaces the texts of an order; what else they are is the same for all. */
export interface ErasedColumns extends OrderRef {
  readonly sentFields: Order['sentFields'];
  readonly encryptedFieldHashes: Buffer;
  /** Empty texts instead of the codes; null for an order without. */
  readonly encryptedCodes: Buffer | null;
}

/** Which orders an erasure looks at: those of one account or of all that were placed until then. */
export interface ErasureScope {
  readonly accountId: number | null;
  /** As in `Position`, included. */
  readonly until: string;
}

/** Before all orders. */
const FIRST: OrderRef = { accountId: 0, orderId: '' };
/** The last account that there may be. */
const LAST_ACCOUNT = 2_147_483_647;

/** Reads and erases orders, in the order of their accounts and ids. */
@Injectable()
export class ErasedOrders {
  constructor(private readonly database: Database) {}

  /** How many there are about, those after the time of the scope included. */
  async count({ accountId }: ErasureScope): Promise<number> {
    let [count, last] = [0, FIRST];
    for (;;) {
      const range = [accountId ?? last.accountId, last.orderId, accountId ?? LAST_ACCOUNT];
      const [row] = await this.database.manager.query<(OrderRef & { count: number })[]>(
        COUNT,
        range,
      );
      if (!row) return count;
      count += row.count;
      last = row;
    }
  }

  /** At most `limit` orders behind one. */
  after({ accountId, until }: ErasureScope, last: OrderRef, limit: number) {
    const first = accountId === null ? last : { ...last, accountId };
    const values = [first.accountId, last.orderId, accountId ?? LAST_ACCOUNT, until, limit];
    return this.database.manager.query<LookedAtOrder[]>(AFTER, values);
  }

  /** Orders that wait, of one account or of all. */
  waiting(manager: EntityManager, accountId: number | null): Promise<ComparedOrder[]> {
    return manager.query<ComparedOrder[]>(WAITING, [accountId]);
  }

  /** Locks orders in the order of their accounts and ids; those that are erased are left out. */
  lock(manager: EntityManager, orders: readonly OrderRef[]): Promise<Order[]> {
    return manager.find(Order, {
      where: orders.map(({ accountId, orderId }) => ({ accountId, orderId, erasedAt: IsNull() })),
      order: { accountId: 'ASC', orderId: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** @returns how many notes of the ledger are kept, since hashes cover them */
  async erase(manager: EntityManager, orders: readonly ErasedColumns[]): Promise<number> {
    const columns = [accountsOf(orders), idsOf(orders)];
    await manager.query(ERASE, [
      ...columns,
      orders.map(({ sentFields }) => JSON.stringify(sentFields)),
      orders.map(({ encryptedFieldHashes }) => encryptedFieldHashes),
      orders.map(({ encryptedCodes }) => encryptedCodes),
    ]);
    await manager.query(FORGET_UNCOMMITTED, columns);
    const [{ kept }] = await manager.query<[{ kept: number }]>(ERASE_TEXTS, columns);
    return kept;
  }

  /** Erases the reasons in messages and stored answers about erased orders, in steps. @throws the reason of the signal */
  async eraseReasons(signal: AbortSignal): Promise<void> {
    const { manager } = this.database;
    // Twice: a job that fails meanwhile is put back as a new row, which the statement does not see that has waited for the former one.
    for (const queue of [...MESSAGES, ...MESSAGES]) {
      await inSteps([NO_UUID], signal, ([last]) => manager.query(OF_JOBS, [queue, last]));
    }
    await inSteps(['', ''], signal, (last) => manager.query(OF_CALLS, [...last]));
    await manager.query(OF_MESSAGES);
  }

  /** The present lineage of the database, the time so many days ago, and the oldest order that waits. */
  async now(days: number): Promise<AgeBounds> {
    return (await this.database.manager.query<[AgeBounds]>(BOUNDS, [days]))[0];
  }

  /** Orders that were placed more than so many days ago, oldest first, behind a place. */
  aged(after: Position, days: number, limit: number): Promise<AgedOrder[]> {
    return this.database.manager.query<AgedOrder[]>(AGED, [after.time, after.id, days, limit]);
  }
}

/** Where a step has ended; null once nothing is left. */
interface StepEnd {
  readonly last: readonly string[] | null;
}

/** Goes on behind where each step has ended. */
async function inSteps(
  first: readonly string[],
  signal: AbortSignal,
  step: (last: readonly string[]) => Promise<[StepEnd]>,
): Promise<void> {
  let last: readonly string[] | null = first;
  while (last) {
    signal.throwIfAborted();
    const [end]: [StepEnd] = await step(last);
    ({ last } = end);
  }
}

/** Queues whose jobs tell of orders. */
const MESSAGES = [QUEUES.webhook, QUEUES.listener];

const NO_UUID = '00000000-0000-0000-0000-000000000000';

const accountsOf = (orders: readonly OrderRef[]): number[] =>
  orders.map(({ accountId }) => accountId);
const idsOf = (orders: readonly OrderRef[]): string[] => orders.map(({ orderId }) => orderId);

/** A part at a time, since a server gives no statement more than some seconds. */
const COUNT = `
  WITH next AS MATERIALIZED (
    SELECT account_id, order_id FROM orders
    WHERE (account_id, order_id) > ($1::integer, $2::text) AND account_id <= $3
    ORDER BY account_id, order_id LIMIT 100000
  )
  SELECT account_id AS "accountId", order_id AS "orderId", (SELECT count(*) FROM next)::integer AS count
  FROM next ORDER BY account_id DESC, order_id DESC LIMIT 1`;

const COMPARED = `account_id AS "accountId", order_id AS "orderId", fields, extra_parameters AS "extraParameters"`;

const AFTER = `
  SELECT ${COMPARED}, erased_at IS NOT NULL AS "isErased" FROM orders
  WHERE (account_id, order_id) > ($1::integer, $2::text) AND account_id <= $3 AND created_at <= $4::timestamptz
  ORDER BY account_id, order_id LIMIT $5`;

const WAITING = `
  SELECT ${COMPARED} FROM orders WHERE status = '${FIRST_STATUS}' AND ($1::integer IS NULL OR account_id = $1)
  ORDER BY created_at, order_id`;

/** What was written in words says that it is erased; a message that was empty stays so. */
const ERASE = `
  UPDATE orders SET fields = '{}', sent_fields = erased.sent::json, extra_parameters = '[]',
    delivered_codes = NULL, sealed_codes = erased.codes, sealed_code_salts = NULL,
    decision_note = CASE decision_note WHEN '' THEN '' ELSE 'erased' END,
    reason_for_reseller = CASE WHEN reason_for_reseller IS NOT NULL THEN 'erased' END,
    sealed_field_hashes = erased.hashes, erased_at = now()
  FROM unnest($1::integer[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])
    AS erased (account_id, order_id, sent, hashes, codes)
  WHERE orders.account_id = erased.account_id AND orders.order_id = erased.order_id`;

const FORGET_UNCOMMITTED = `
  DELETE FROM uncommitted_codes
  WHERE (account_id, order_id) IN (SELECT * FROM unnest($1::integer[], $2::text[]))`;

const OF_JOBS = `
  SELECT CASE WHEN last IS NOT NULL THEN ARRAY[last::text] END AS last FROM erase_reasons_of_jobs($1, $2) AS last`;
const OF_CALLS = 'SELECT erase_reasons_of_calls($1, $2) AS last';
const OF_MESSAGES = 'SELECT erase_reasons_of_messages()';

const ERASE_TEXTS = 'SELECT erase_texts_of_orders($1::integer[], $2::text[]) AS kept';

const BOUNDS = `
  SELECT current_database_lineage() AS lineage, ${timeText(`(now() - $1 * interval '1 day')`)} AS until, (
    SELECT ${timeText('created_at')} FROM orders WHERE status = '${FIRST_STATUS}' ORDER BY created_at LIMIT 1
  ) AS "oldestWaiting"`;

/** In the order of the index by which the orders of the shop are listed. */
const AGED = `
  SELECT account_id AS "accountId", order_id AS "orderId", ${timeText('created_at')} AS time,
         erased_at IS NULL AND status <> '${FIRST_STATUS}' AS "isOpen"
  FROM orders
  WHERE (created_at AT TIME ZONE 'UTC', order_id) > ($1::timestamptz AT TIME ZONE 'UTC', $2::text)
    AND created_at AT TIME ZONE 'UTC' < (now() - $3 * interval '1 day') AT TIME ZONE 'UTC'
  ORDER BY created_at AT TIME ZONE 'UTC', order_id LIMIT $4`;
