import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Page, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows, oldestRows } from '../../database/sorted-rows.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import type { OrderStatus } from '../rules/order-status.js';
import type { FoundOrderRow } from '../search/found-orders.repository.js';

/** Orders that one page looks at to find those of a status or product. */
const MAX_EXAMINED_ORDERS = 500;

/** Selects orders of the shop; what is left out selects all. */
export interface ShopOrderFilter extends TimeRange {
  readonly accountId?: number | undefined;
  readonly status?: OrderStatus | undefined;
  readonly productId?: number | undefined;
  /** The newest first if left out. */
  readonly sort?: OrderSort | undefined;
}

/** Which orders of a list come first. */
export const ORDER_SORTS = ['newest', 'oldest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** An order of a list, without its codes. */
export interface ShopOrder extends FoundOrderRow {
  /** USD. */
  readonly unitPrice: string;
  /** The account fields as they were sent. */
  readonly sentFields: Parameter[];
  readonly hasCodes: boolean;
  readonly decidedAt: Date | null;
}

interface Row extends ShopOrder {
  readonly isAskedFor: boolean;
}

/** A product whose orders wait. */
export interface WaitingProduct {
  readonly id: number;
  readonly name: string;
  /** How many orders of it wait, among the oldest. */
  readonly orders: number;
}

/** Reads the orders of all accounts, by time and id. */
@Injectable()
export class ShopOrders {
  constructor(private readonly database: Database) {}

  /** A page before the end may have few orders, or none, if few of those that were looked at are asked for. */
  async page(
    filter: ShopOrderFilter,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<ShopOrder>> {
    const { sql, parameters, examined } = shopOrdersStatement(filter, after, limit);
    // In a transaction, whose statements the database itself ends in time.
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(sql, [...parameters]);
    const rows = await this.database.transaction(read, { readOnly: true });
    const found = rows.filter(({ isAskedFor }) => isAskedFor);
    return { items: found.slice(0, limit), next: nextOf(rows, found, limit, examined) };
  }

  /** The products of the oldest orders that wait, those with most orders first. */
  waitingProducts(): Promise<WaitingProduct[]> {
    return this.database.manager.query(WAITING_PRODUCTS);
  }
}

/** The statement that reads a page of orders, and how many orders it looks at. */
export function shopOrdersStatement(
  filter: ShopOrderFilter,
  after: Position | undefined,
  limit: number,
): { readonly sql: string; readonly parameters: readonly unknown[]; readonly examined: number } {
  const { from = '-infinity', to = 'infinity', accountId = null } = filter;
  const { status = null, productId = null, sort = 'newest' } = filter;
  // The oldest orders that wait are few of the oldest of an account, so they are read as those of the shop are.
  const isWaitingOnly = status === 'wait' && (accountId === null || sort === 'oldest');
  const isFiltered = productId !== null || (isWaitingOnly ? accountId : status) !== null;
  const examined = isFiltered ? MAX_EXAMINED_ORDERS : limit + 1;
  const { time, id } = after ?? BEGINNINGS[sort];
  const parameters = [from, to, time, id, accountId, status, productId, examined];
  const direction = DIRECTIONS[sort];
  if (isWaitingOnly) return { sql: readWaiting(direction), parameters, examined };
  const read = accountId === null ? readOfAll : readOfAccount;
  return { sql: read(direction), parameters, examined };
}

/** Before all orders, each the first by its way. */
const BEGINNINGS: Readonly<Record<OrderSort, Position>> = {
  newest: { time: 'infinity', id: '' },
  oldest: { time: '-infinity', id: '' },
};

/** How orders are compared with the last one of the page before, and in which order they are read. */
interface Direction {
  readonly behind: '<' | '>';
  readonly by: 'DESC' | 'ASC';
  readonly sorted: typeof newestRows;
}

const DIRECTIONS: Readonly<Record<OrderSort, Direction>> = {
  newest: { behind: '<', by: 'DESC', sorted: newestRows },
  oldest: { behind: '>', by: 'ASC', sorted: oldestRows },
};

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
  total, refunded, status, rehearsal, sent_fields AS "sentFields",
  (delivered_codes IS NOT NULL OR sealed_codes IS NOT NULL) AS "hasCodes",
  decided_at AS "decidedAt", ${timeText('created_at')} AS "createdAt",
  (($5::integer IS NULL OR account_id = $5) AND ($6::text IS NULL OR status = $6)
   AND ($7::integer IS NULL OR product_id = $7)) AS "isAskedFor"`;

/** For indexes of the time without the id, which PostgreSQL does not read in their order by whole keys. */
const inRange = ({ behind, by }: Direction): string => `
  created_at >= $1::timestamptz AND created_at < $2::timestamptz
  AND (created_at, order_id) ${behind} ($3::timestamptz, $4::text)
  ORDER BY created_at ${by}, order_id ${by} LIMIT $8`;

const readOfAccount = (direction: Direction): string => `
  SELECT ${COLUMNS} FROM orders
  WHERE account_id = $5::integer AND ${inRange(direction)}`;

const utc = (time: string): string => `${time} AT TIME ZONE 'UTC'`;

/** By the index on time alone, which is one of the expression. */
const readOfAll = ({ sorted }: Direction): string => `
  SELECT ${COLUMNS} FROM orders
  WHERE ${sorted({
    ...{ equal: [], time: utc('created_at'), id: 'order_id', firstId: "''" },
    ...{ from: utc('$1::timestamptz'), to: utc('$2::timestamptz') },
    after: { time: utc('$3::timestamptz'), id: '$4::text' },
  })} LIMIT $8`;

/** There is an index on the orders that wait. */
const readWaiting = (direction: Direction): string => `
  SELECT ${COLUMNS} FROM orders WHERE status = 'wait' AND ${inRange(direction)}`;

const WAITING_PRODUCTS = `
  SELECT product_id AS id, max(product_name) AS name, count(*)::integer AS orders
  FROM (
    SELECT product_id, product_name FROM orders WHERE status = 'wait'
    ORDER BY created_at LIMIT ${MAX_EXAMINED_ORDERS}
  ) oldest
  GROUP BY product_id ORDER BY orders DESC, product_id LIMIT 100`;
