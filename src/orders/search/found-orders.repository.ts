import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows } from '../../database/sorted-rows.js';
import type { OrderStatus } from '../rules/order-status.js';

/** Selects orders; what is left out selects all. */
export interface FoundFilter extends TimeRange {
  readonly accountId?: number | undefined;
}

/** An order that a search has found: neither its fields nor its codes. */
export interface FoundOrderRow {
  readonly accountId: number;
  readonly orderId: string;
  readonly orderUuid: string;
  readonly productId: number;
  readonly productName: string;
  readonly quantity: string;
  /** USD. */
  readonly total: string;
  /** USD that reversals have paid back. */
  readonly refunded: string;
  readonly status: OrderStatus;
  readonly rehearsal: boolean;
  /** As in `Position`. */
  readonly createdAt: string;
}

/** One that was found by a value. */
export interface FoundByValue extends FoundOrderRow {
  /** Of the values that were searched for, the one that the order has. */
  readonly value: Buffer;
}

/** Finds orders, newest first by time and id. */
@Injectable()
export class FoundOrders {
  constructor(private readonly database: Database) {}

  /** Orders by id; of several with one id none can be told apart by a caller who names only the id. */
  byIds(orderIds: readonly string[], filter: FoundFilter): Promise<FoundOrderRow[]> {
    return this.read(BY_IDS, filter, undefined, orderIds.length, [orderIds]);
  }

  /**
   * Orders that have one of the values, by the index. It reads at most `limit` entries for each value.
   * @param values as `SearchValues` makes them
   */
  byValues(
    values: readonly Buffer[],
    filter: FoundFilter,
    after: Position | undefined,
    limit: number,
  ): Promise<FoundByValue[]> {
    const ofAll = filter.accountId === undefined;
    const statement = ofAll ? BY_VALUES_OF_ALL : BY_VALUES_OF_ACCOUNT;
    return this.read(statement, filter, after, limit, [values]);
  }

  private read<Row extends FoundOrderRow>(
    statement: string,
    { accountId, from = '-infinity', to = 'infinity' }: FoundFilter,
    after: Position | undefined,
    limit: number,
    more: readonly unknown[],
  ): Promise<Row[]> {
    const { time = 'infinity', id = '' } = after ?? {};
    const parameters = [accountId ?? null, from, to, time, id, limit, ...more];
    // In a transaction, whose statements the database itself ends in time.
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(statement, parameters);
    return this.database.transaction(read, { readOnly: true });
  }
}

const COLUMNS = `
  account_id AS "accountId", placed.order_id AS "orderId", order_uuid AS "orderUuid",
  product_id AS "productId", product_name AS "productName", quantity, total, refunded, status, rehearsal,
  ${timeText('placed.created_at')} AS "createdAt"`;

const IN_RANGE = `
  created_at >= $2::timestamptz AND created_at < $3::timestamptz
  AND (created_at, order_id) < ($4::timestamptz, $5::text)`;

const BY_IDS = `
  SELECT ${COLUMNS} FROM orders placed
  WHERE order_id = ANY ($7::text[]) AND ($1::integer IS NULL OR account_id = $1) AND ${IN_RANGE}
  ORDER BY created_at DESC, order_id DESC LIMIT $6`;

/** @param entries SQL of the condition and the order by which an index leads to the entries of a value. */
const byValues = (entries: string): string => `
  SELECT ${COLUMNS}, found.value
  FROM (
    SELECT DISTINCT ON (entry.created_at, entry.order_id) entry.*
    FROM unnest($7::bytea[]) AS sought CROSS JOIN LATERAL (
      SELECT account_id AS payer, created_at, order_id, value FROM order_search_values
      WHERE ${entries} LIMIT $6
    ) entry
    ORDER BY entry.created_at DESC, entry.order_id DESC LIMIT $6
  ) found CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE account_id = payer AND order_id = found.order_id LIMIT 1
  ) placed
  ORDER BY found.created_at DESC, found.order_id DESC`;

const RANGE = {
  time: 'created_at',
  id: 'order_id',
  firstId: "''",
  from: '$2::timestamptz',
  to: '$3::timestamptz',
  after: { time: '$4::timestamptz', id: '$5::text' },
};

const BY_VALUES_OF_ALL = byValues(
  `$1::integer IS NULL AND ${newestRows({ ...RANGE, equal: [['value', 'sought']] })}`,
);

const BY_VALUES_OF_ACCOUNT = byValues(
  newestRows({
    ...RANGE,
    equal: [
      ['account_id', '$1::integer'],
      ['value', 'sought'],
    ],
  }),
);
