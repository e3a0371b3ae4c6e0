import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Page, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import type { OrderStatus } from '../rules/order-status.js';

/** Rows that one page looks at to find those of a status or product, in each account. */
const MAX_EXAMINED_ORDERS = 500;

/** Selects orders of the shop; what is left out selects all. */
export interface ShopOrderFilter extends TimeRange {
  readonly accountId?: number | undefined;
  readonly status?: OrderStatus | undefined;
  readonly productId?: number | undefined;
}

/** An order of a list, without its codes. */
export interface ShopOrder {
  readonly accountId: number;
  readonly orderId: string;
  readonly orderUuid: string;
  readonly productId: number;
  readonly productName: string;
  readonly quantity: string;
  /** USD. */
  readonly unitPrice: string;
  /** USD. */
  readonly total: string;
  readonly status: OrderStatus;
  readonly rehearsal: boolean;
  /** The account fields as they were sent. */
  readonly sentFields: Parameter[];
  readonly hasCodes: boolean;
  readonly decidedAt: Date | null;
  /** In UTC with microseconds. */
  readonly createdAt: string;
}

interface Row extends ShopOrder {
  readonly isAskedFor: boolean;
}

/** Reads the orders of all accounts, newest first by time and id. */
@Injectable()
export class ShopOrders {
  constructor(private readonly database: Database) {}

  /** A page before the end may have few orders, or none, if few of those that were looked at are asked for. */
  async page(
    filter: ShopOrderFilter,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<ShopOrder>> {
    const { from = '-infinity', to = 'infinity', status = null, productId = null } = filter;
    const { time = 'infinity', id = '' } = after ?? {};
    const isWaitingOnly = status === 'wait';
    const isFiltered = productId !== null || (status !== null && !isWaitingOnly);
    const examined = isFiltered ? MAX_EXAMINED_ORDERS : limit + 1;
    const values = [from, to, time, id, filter.accountId ?? null, status, productId, examined];
    const statement = isWaitingOnly && filter.accountId === undefined ? READ_WAITING : READ_ALL;
    // In a transaction, whose statements the database itself ends in time.
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(statement, values);
    const rows = await this.database.transaction(read, { readOnly: true });
    const found = rows.filter(({ isAskedFor }) => isAskedFor);
    return { items: found.slice(0, limit), next: nextOf(rows, found, limit, examined) };
  }
}

/** After the last order of a full page, or the last one that was looked at; null if there is no other. */
function nextOf(
  rows: readonly Row[],
  found: readonly Row[],
  limit: number,
  examined: number,
): Position | null {
  const isFull = found.length > limit;
  const last = isFull ? found[limit - 1] : rows.at(-1);
  return last && (isFull || rows.length === examined)
    ? { time: last.createdAt, id: last.orderId }
    : null;
}

const COLUMNS = `
  account_id AS "accountId", order_id AS "orderId", order_uuid AS "orderUuid",
  product_id AS "productId", product_name AS "productName", quantity, unit_price AS "unitPrice",
  total, status, rehearsal, sent_fields AS "sentFields",
  (delivered_codes IS NOT NULL OR sealed_codes IS NOT NULL) AS "hasCodes",
  decided_at AS "decidedAt", ${timeText('created_at')} AS "createdAt",
  (($6::text IS NULL OR status = $6) AND ($7::integer IS NULL OR product_id = $7)) AS "isAskedFor"`;

const IN_RANGE = `
  created_at >= $1::timestamptz AND created_at < $2::timestamptz
  AND (created_at, order_id) < ($3::timestamptz, $4::text)`;

/** The index on the orders begins with the account, so the newest of each account are read and merged. */
const READ_ALL = `
  SELECT ${COLUMNS}
  FROM (
    SELECT id FROM accounts WHERE $5::integer IS NULL OR id = $5
  ) account CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE account_id = account.id AND ${IN_RANGE}
    ORDER BY created_at DESC, order_id DESC LIMIT $8
  ) placed
  ORDER BY created_at DESC, order_id DESC LIMIT $8`;

/** There is an index on the orders that wait. */
const READ_WAITING = `
  SELECT ${COLUMNS} FROM orders
  WHERE status = 'wait' AND $5::integer IS NULL AND ${IN_RANGE}
  ORDER BY created_at DESC, order_id DESC LIMIT $8`;
