import { newestRows, type SortedRows } from '../../database/sorted-rows.js';
import { timeText, type Page, type Position, type TimeRange } from '../../common/paging.js';
import type { OrderRefusal } from './order-refusal.js';

/** Selects refusals; each given property has to be equal. */
export interface RefusalFilter extends TimeRange {
  readonly orderUuid?: string | undefined;
  readonly accountId?: number | undefined;
  readonly productId?: number | undefined;
  readonly code?: number | undefined;
}

/** A refusal in the journal. */
export interface NotedRefusal extends OrderRefusal {
  readonly at: Date;
}

export interface RefusalRow extends NotedRefusal {
  /** As in `Position`. */
  readonly time: string;
  /** False for the last row that was looked at, if it is none of those asked for. */
  readonly isAskedFor: boolean;
  /** How many rows were looked at. */
  readonly examined: number;
}

/**
 * Rows that one page looks at where more than one property is given: an index finds them by the first one. A page that has
 * looked at so many ends there, with what it has found.
 */
export const MAX_EXAMINED = 2_000;

/** In the order of how few rows have one value. Each has an index, with time and id behind it. */
const COLUMNS = [
  ['orderUuid', 'order_uuid', 'text'],
  ['accountId', 'account_id', 'integer'],
  ['productId', 'product_id', 'integer'],
  ['code', 'code', 'smallint'],
] as const;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Before all rows. */
const BEGINNING: Position = { time: 'infinity', id: FIRST_ID };

/** The statement that reads a page of refusals, newest first, and one more. */
export function pageStatement(
  filter: RefusalFilter,
  after: Position = BEGINNING,
  limit: number,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const { from = '-infinity', to = 'infinity' } = filter;
  const given = COLUMNS.filter(([name]) => filter[name] !== undefined);
  const equal = given.map(([, column, type], place) => [column, `$${place + 7}::${type}`] as const);
  const [indexed, ...others] = equal;
  const examined = others.length > 0 ? MAX_EXAMINED : limit + 1;
  const values = given.map(([name]) => filter[name]);
  return {
    sql: readPage(
      indexed ? [indexed] : [],
      ['true', ...others.map((other) => other.join(' = '))].join(' AND '),
    ),
    parameters: [from, to, after.time, after.id, examined, limit + 1, ...values],
  };
}

/** @param rows of the statement for as many as `limit` */
export function pageOf(rows: readonly RefusalRow[], limit: number): Page<NotedRefusal> {
  const found = rows.filter(({ isAskedFor }) => isAskedFor);
  const isFull = found.length > limit;
  const last = isFull ? found[limit - 1] : rows.at(-1);
  const hasMore = isFull || last?.examined === MAX_EXAMINED;
  return {
    items: found.slice(0, limit).map(refusalIn),
    next: last && hasMore ? { time: last.time, id: last.id } : null,
  };
}

function refusalIn(row: RefusalRow): NotedRefusal {
  const { id, at, accountId, orderUuid, productId, code, reason, address, requestId } = row;
  return { id, at, accountId, orderUuid, productId, code, reason, address, requestId };
}

function readPage(indexed: SortedRows['equal'], others: string): string {
  const page = newestRows({
    equal: indexed,
    time: 'at',
    id: 'id',
    firstId: `'${FIRST_ID}'`,
    from: '$1::timestamptz',
    to: '$2::timestamptz',
    after: { time: '$3::timestamptz', id: '$4::uuid' },
  });
  // The indexes on order_uuid and product have no rows without one.
  const isGiven = indexed.map(([column]) => `${column} IS NOT NULL AND`).join(' ');
  return `
    WITH examined AS MATERIALIZED (
      SELECT *, ${others} AS is_asked_for FROM order_refusals
      WHERE ${isGiven} ${page} LIMIT $5
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY at DESC, id DESC) AS number,
             count(*) OVER () AS examined
      FROM examined
    )
    SELECT id, at, account_id AS "accountId", order_uuid AS "orderUuid",
           product_id AS "productId", code, reason, host(address) AS address,
           request_id AS "requestId", ${timeText('at')} AS time,
           is_asked_for AS "isAskedFor", examined::integer AS examined
    FROM numbered WHERE is_asked_for OR number = examined ORDER BY number LIMIT $6`;
}
