import { Injectable } from '@nestjs/common';
import { isStorableText } from '../common/text.js';
import { Database } from '../database/database.js';
import { BatchedReads } from '../database/batched-reads.js';
import { DeliveredCodes } from './delivered-codes.js';
import type { Order } from './order.entity.js';

/** The columns of an order that the answer of check needs. */
export type CheckedOrder = Pick<
  Order,
  | 'accountId'
  | 'orderId'
  | 'orderUuid'
  | 'productName'
  | 'quantity'
  | 'total'
  | 'refunded'
  | 'sentFields'
  | 'status'
  | 'deliveredCodes'
  | 'encryptedCodes'
  | 'reasonForReseller'
  | 'createdAt'
>;

/** Asks for orders of one account, by their ids or by their idempotency keys. */
interface Question {
  readonly accountId: number;
  readonly keys: readonly string[];
}

/**
 * Reads orders for check. Every request reads from the primary; requests that arrive together share one statement.
 * Orders that do not exist or belong to another account are left out; the rest keep the sequence of the request.
 */
@Injectable()
export class CheckedOrders {
  private readonly ids = this.reads(ORDERS_BY_ID, ({ orderId }) => orderId);
  private readonly uuids = this.reads(ORDERS_BY_UUID, ({ orderUuid }) => orderUuid);

  constructor(
    private readonly database: Database,
    private readonly codes: DeliveredCodes,
  ) {}

  byIds(accountId: number, orderIds: readonly string[]): Promise<CheckedOrder[]> {
    return this.read(this.ids, accountId, orderIds);
  }

  byUuids(accountId: number, orderUuids: readonly string[]): Promise<CheckedOrder[]> {
    return this.read(this.uuids, accountId, orderUuids);
  }

  /** @throws TemporarilyUnavailableError (111) when the secret key of the codes is missing */
  private async read(
    reads: BatchedReads<Question, CheckedOrder[]>,
    accountId: number,
    keys: readonly string[],
  ): Promise<CheckedOrder[]> {
    // PostgreSQL refuses a text that cannot be stored, which would fail the whole batch.
    const found = await reads.ask({ accountId, keys: keys.filter(isStorableText) });
    return found.map((order) => this.codes.decrypted(order));
  }

  private reads(sql: string, keyOf: (order: CheckedOrder) => string) {
    return new BatchedReads<Question, CheckedOrder[]>(
      async (questions) => {
        const accounts = questions.flatMap(({ accountId, keys }) => keys.map(() => accountId));
        const keys = questions.flatMap((question) => question.keys);
        const rows = await this.database.manager.query<CheckedOrder[]>(sql, [accounts, keys]);
        const found = new Map(rows.map((row) => [`${row.accountId} ${keyOf(row)}`, row]));
        return questions.map(({ accountId, keys }) =>
          keys.flatMap((key) => found.get(`${accountId} ${key}`) ?? []),
        );
      },
      ({ accountId }) => accountId,
      ({ keys }) => keys.length,
    );
  }
}

/** SQL of the columns. */
export const CHECKED_COLUMNS = `
  placed.account_id AS "accountId", placed.order_id AS "orderId", placed.order_uuid AS "orderUuid",
  placed.product_name AS "productName", placed.quantity, placed.total, placed.refunded,
  placed.sent_fields AS "sentFields", placed.status, placed.delivered_codes AS "deliveredCodes",
  placed.sealed_codes AS "encryptedCodes", placed.reason_for_reseller AS "reasonForReseller",
  placed.created_at AS "createdAt"`;

const ORDERS_BY_ID = `
  SELECT ${CHECKED_COLUMNS}
  FROM unnest($1::integer[], $2::text[]) AS asked (account_id, order_id)
  JOIN orders AS placed ON placed.account_id = asked.account_id AND placed.order_id = asked.order_id`;

const ORDERS_BY_UUID = `
  SELECT ${CHECKED_COLUMNS}
  FROM unnest($1::integer[], $2::text[]) AS asked (account_id, order_uuid)
  JOIN order_keys AS key ON key.account_id = asked.account_id AND key.order_uuid = asked.order_uuid
  JOIN orders AS placed ON placed.account_id = key.account_id AND placed.order_id = key.order_id`;
