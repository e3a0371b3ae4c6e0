import { Injectable } from '@nestjs/common';
import type { AccountEventType } from '../../account/events/event-hash.js';
import { LINEAGE } from '../../account/receipts/heads.sql.js';
import { timeText } from '../../common/paging.js';
import { BatchedReads } from '../../database/batched-reads.js';
import { Database } from '../../database/database.js';
import { COMMITMENT_COLUMNS, type CommitmentColumns } from '../code-commitments.js';
import type { Order } from '../order.entity.js';
import {
  LISTED_COLUMNS,
  ListedOrders,
  MAX_PAGE_BYTES,
  STORED_BYTES,
  type HistoryOrder,
  type ListedRow,
} from './listed-orders.js';

export const MAX_EVENTS = 500;
/** Events that one page looks at to find those of the types that are asked for. */
export const MAX_EXAMINED_EVENTS = 2_000;

/** A place in the events of an account: behind the event of this number. */
export interface FeedPlace {
  /** Of the history of the database, without its restarts; tells nothing of the server. */
  readonly lineage: string;
  readonly number: number;
  /** The beginning of the hash of the event. */
  readonly hash: string;
}

/** An event with its order as it is now. */
export type OrderChange = HistoryOrder & OrderColumns & EventColumns;

type OrderColumns = Pick<Order, 'rehearsal' | 'erasedAt'> & CommitmentColumns;

interface EventColumns {
  readonly event: AccountEventType;
  readonly number: number;
  /** In UTC with microseconds. */
  readonly at: string;
  /** As in its place. */
  readonly hash: string;
}

export interface ChangesPage {
  readonly items: readonly OrderChange[];
  readonly end: FeedPlace;
  /** True if the place where it should have begun is not one of this history; it then begins anew. */
  readonly isRestarted: boolean;
  /** True if there may be further events behind the end. */
  readonly isCut: boolean;
}

/** The number is null in the one row of a page without events, whose hash is that of where it began. */
type Row = ListedRow &
  OrderColumns &
  Omit<EventColumns, 'number'> & {
    readonly number: number | null;
    /** Where the page began, and the last event that was looked at. */
    readonly lineage: string;
    readonly isRestarted: boolean;
    readonly begin: number;
    readonly examined: number;
    readonly chosen: number;
    readonly lastNumber: number | null;
    readonly lastHash: string | null;
  };

/** The hash before the first event. */
const NO_HASH = '0'.repeat(16);

/**
 * Reads the events of one account by number. They are numbered under the lock of the account's row, which is held until the
 * commit, so whoever sees an event sees all that have lower numbers.
 */
@Injectable()
export class OrderChanges {
  private readonly ends = new BatchedReads<number, FeedPlace>(
    (accountIds) => this.database.manager.query(READ_ENDS, [accountIds]),
    (accountId) => accountId,
  );

  constructor(
    private readonly database: Database,
    private readonly listed: ListedOrders,
  ) {}

  /** From the primary: a replica that lags behind would take the place of a newer event for one of another history. */
  async page(
    accountId: number,
    after: FeedPlace | undefined,
    types: readonly AccountEventType[] | undefined,
  ): Promise<ChangesPage> {
    const examined = types ? MAX_EXAMINED_EVENTS : MAX_EVENTS;
    const { lineage = null, number = 0, hash = NO_HASH } = after ?? {};
    const [first, ...others] = await this.database.manager.query<[Row, ...Row[]]>(READ_PAGE, [
      ...[accountId, lineage, number, hash, examined, types ?? null, MAX_EVENTS, MAX_PAGE_BYTES],
    ]);
    const rows = [first, ...others].filter(isEvent);
    const last = rows.at(-1);
    const isFull = rows.length < first.chosen || rows.length === MAX_EVENTS;
    const end =
      isFull && last
        ? { number: last.number, hash: last.hash }
        : { number: first.lastNumber ?? first.begin, hash: first.lastHash ?? first.hash };
    return {
      items: this.listed.decrypted(rows),
      end: { lineage: first.lineage, ...end },
      isRestarted: first.isRestarted,
      isCut: isFull || first.examined === examined,
    };
  }

  /** Behind the last event. Concurrent requests share one statement. */
  end(accountId: number): Promise<FeedPlace> {
    return this.ends.ask(accountId);
  }
}

function isEvent(row: Row): row is Row & EventColumns {
  return row.number !== null;
}

/** The beginning of a hash. */
const SHORT = (hash: string): string => `left(encode(${hash}, 'hex'), 16)`;
const SHORT_LINEAGE = `left(${LINEAGE}, 16)`;

/**
 * $1: the account; $2: the lineage, null to begin with the first event; $3, $4: number and hash of the event behind which it
 * begins; $5: the most events to look at; $6: their types, or null; $7: the most events, $8: the most bytes of the page.
 */
export const READ_PAGE = `
  WITH here AS MATERIALIZED (SELECT ${SHORT_LINEAGE} AS lineage),
  start AS MATERIALIZED (
    SELECT lineage, NOT is_known AS is_restarted, CASE WHEN is_known THEN $3::bigint ELSE 0 END AS number,
           CASE WHEN is_known THEN $4::text ELSE '${NO_HASH}' END AS hash
    FROM (
      SELECT lineage, $2::text IS NULL OR ($2 = lineage AND ($3 = 0 OR EXISTS (
        SELECT FROM account_events event
        WHERE event.account_id = $1 AND event.number = $3 AND ${SHORT('event.hash')} = $4
      ))) AS is_known
      FROM here
    ) place
  ), examined AS MATERIALIZED (
    SELECT event.number, type, event.order_id, event.created_at, event.hash,
           $6::text[] IS NULL OR type = ANY ($6) AS is_asked_for
    FROM account_events event
    -- Numbers have no gaps. Without the second bound PostgreSQL may read all later events of an account, and sort them.
    WHERE event.account_id = $1 AND event.number > (SELECT number FROM start)
      AND event.number <= (SELECT number FROM start) + $5::bigint
    ORDER BY event.number LIMIT $5
  ), chosen AS (
    SELECT * FROM examined WHERE is_asked_for ORDER BY number LIMIT $7
  ), placed AS (
    SELECT one.*, event.number, event.type, event.created_at AS event_at, event.hash AS event_hash,
           count(*) OVER () AS chosen,
           sum(${STORED_BYTES}) OVER (ORDER BY event.number) - ${STORED_BYTES} AS bytes_before
    FROM chosen event CROSS JOIN LATERAL (
      -- The limit has each order looked up, however few PostgreSQL takes the orders of the shop to be.
      SELECT * FROM orders WHERE account_id = $1 AND order_id = event.order_id LIMIT 1
    ) one
  ), last AS (
    SELECT number, hash FROM examined ORDER BY number DESC LIMIT 1
  )
  SELECT ${LISTED_COLUMNS}, ${COMMITMENT_COLUMNS}, placed.rehearsal,
         placed.erased_at AS "erasedAt", placed.type AS event, placed.number::float8 AS number,
         ${timeText('placed.event_at')} AS at, coalesce(${SHORT('placed.event_hash')}, start.hash) AS hash,
         start.lineage, start.is_restarted AS "isRestarted", start.number::float8 AS begin,
         (SELECT count(*) FROM examined)::integer AS examined, coalesce(placed.chosen, 0)::integer AS chosen,
         last.number::float8 AS "lastNumber", ${SHORT('last.hash')} AS "lastHash"
  FROM start LEFT JOIN last ON true LEFT JOIN placed ON bytes_before < $8
  ORDER BY placed.number`;

/** $1: accounts; one row for each, in their order. */
const READ_ENDS = `
  SELECT here.lineage, coalesce(last.number, 0)::float8 AS number,
         coalesce(${SHORT('last.hash')}, '${NO_HASH}') AS hash
  FROM (SELECT ${SHORT_LINEAGE} AS lineage) here
  CROSS JOIN unnest($1::integer[]) WITH ORDINALITY AS account (id, place) LEFT JOIN LATERAL (
    SELECT event.number, event.hash FROM account_events event
    WHERE event.account_id = account.id ORDER BY event.number DESC LIMIT 1
  ) last ON true
  ORDER BY account.place`;
