import { Injectable } from '@nestjs/common';
import { timeText, type Page, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import type { OrderStatus } from '../rules/order-status.js';
import {
  LISTED_COLUMNS,
  ListedOrders,
  MAX_PAGE_BYTES,
  STORED_BYTES,
  type HistoryOrder,
  type ListedRow,
} from './listed-orders.js';

/**
 * Orders that one page looks at to find those of a status or product. A page that has looked at so many ends there, with
 * what it has found.
 */
export const MAX_EXAMINED_ORDERS = 2_000;

/** Selects orders of one account. */
export interface HistoryFilter extends TimeRange {
  readonly statuses?: readonly OrderStatus[] | undefined;
  /** When they were decided. */
  readonly decided?: TimeRange;
  readonly productId?: number | undefined;
  readonly orderUuid?: string | undefined;
}

interface Row extends ListedRow {
  /** False for the last order that was looked at, if it is none of those asked for. */
  readonly isAskedFor: boolean;
  /** How many orders were looked at. */
  readonly examined: number;
  /** How many rows there would be if none was large. */
  readonly chosen: number;
  readonly time: string;
}

/** Reads the orders of one account, newest first by time and id. */
@Injectable()
export class OrderHistory {
  constructor(
    private readonly database: Database,
    private readonly listed: ListedOrders,
  ) {}

  async page(
    accountId: number,
    filter: HistoryFilter,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<HistoryOrder>> {
    const { statuses = null, productId = null, decided = {}, orderUuid, from, to } = filter;
    const [decidedFrom, decidedTo] = [decided.from ?? null, decided.to ?? null];
    const conditions = [statuses, productId, decidedFrom, decidedTo];
    const isFiltered = conditions.some((condition) => condition !== null);
    const examined = isFiltered ? MAX_EXAMINED_ORDERS : limit + 1;
    const { time, id } = after ?? { time: 'infinity', id: '' };
    // What was made later was not decided before.
    const [end = 'infinity'] = [to, decided.to].filter((time) => time !== undefined).sort();
    const range = [from ?? '-infinity', end];
    const rows = await this.database.manager.query<Row[]>(readPage(orderUuid !== undefined), [
      ...[accountId, ...range, time, id, examined, limit + 1, MAX_PAGE_BYTES, ...conditions],
      ...(orderUuid === undefined ? [] : [orderUuid]),
    ]);
    const found = rows.filter(({ isAskedFor }) => isAskedFor);
    const items = this.listed.decrypted(found.slice(0, limit));
    return { items, next: nextOf(rows, found, { limit, examined }) };
  }
}

/** After the last order of a page that is full, or the last one that was looked at; null if there is no other. */
function nextOf(
  rows: readonly Row[],
  found: readonly Row[],
  { limit, examined }: { limit: number; examined: number },
): Position | null {
  const isFull = found.length > limit;
  const last = isFull ? found[limit - 1] : rows.at(-1);
  return last && (isFull || rows.length < last.chosen || last.examined === examined)
    ? { time: last.time, id: last.orderId }
    : null;
}

function readPage(isByKey: boolean): string {
  return `
    WITH examined AS MATERIALIZED (
      SELECT order_id, created_at,
             ($9::text[] IS NULL OR status = ANY ($9)) AND ($10::integer IS NULL OR product_id = $10)
             AND ($11::timestamptz IS NULL OR coalesce(decided_at >= $11, false))
             AND ($12::timestamptz IS NULL OR coalesce(decided_at < $12, false)) AS is_asked_for
      FROM orders
      WHERE account_id = $1 AND created_at >= $2::timestamptz AND created_at < $3::timestamptz
        AND (created_at, order_id) < ($4::timestamptz, $5::text) ${isByKey ? OF_KEY : ''}
      ORDER BY created_at DESC, order_id DESC LIMIT $6
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY created_at DESC, order_id DESC) AS number,
             count(*) OVER () AS examined
      FROM examined
    ), chosen AS (
      SELECT * FROM numbered WHERE is_asked_for OR number = examined ORDER BY number LIMIT $7
    ), placed AS (
      SELECT one.*, number, is_asked_for, examined, count(*) OVER () AS chosen,
             sum(${STORED_BYTES}) OVER (ORDER BY number) - ${STORED_BYTES} AS bytes_before
      FROM chosen CROSS JOIN LATERAL (
        -- The limit has each order looked up, however few PostgreSQL takes the orders of the shop to be.
        SELECT * FROM orders WHERE account_id = $1 AND order_id = chosen.order_id LIMIT 1
      ) one
    )
    SELECT ${LISTED_COLUMNS}, ${timeText('created_at')} AS time,
           is_asked_for AS "isAskedFor", examined::integer AS examined, chosen::integer AS chosen
    FROM placed WHERE bytes_before < $8 ORDER BY number`;
}

const OF_KEY = `
  AND order_id = (SELECT order_id FROM order_keys WHERE account_id = $1 AND order_uuid = $13)`;
