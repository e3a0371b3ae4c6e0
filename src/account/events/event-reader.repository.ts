import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText } from '../../common/paging.js';
import { IS_FOR_RESELLERS } from '../ledger/ledger-actors.js';
import type { ChainedEvent } from './event-chain.js';

/** The events behind one event, up to the last one of an account. */
export interface EventRange {
  readonly afterAccount: number;
  readonly afterNumber: string;
  readonly lastAccount: number;
}

/** The delivered codes of an order, which is named by its account and id, and what it has committed to. */
export interface CodesOfOrder {
  readonly order: string;
  /** What its encrypted values are bound to. */
  readonly about: string;
  readonly openCodes: readonly string[] | null;
  readonly encryptedCodes: Buffer | null;
  readonly encryptedSalts: Buffer | null;
  /** In hexadecimal. */
  readonly commitments: string | null;
}

/** An event with its texts, and whether its reseller may read them. */
export interface OwnEvent extends ChainedEvent {
  readonly isForResellers: boolean;
}

/** Reads the events of accounts with all that they have hashed and committed to. */
@Injectable()
export class EventReader {
  /** At most `limit` events, by account and number. */
  events(manager: EntityManager, range: EventRange, limit: number): Promise<ChainedEvent[]> {
    const { afterAccount, afterNumber, lastAccount } = range;
    return manager.query(READ_EVENTS, [afterAccount, afterNumber, lastAccount, limit]);
  }

  /** Nothing of erased ones. @param orders as `CodesOfOrder` names them */
  codes(manager: EntityManager, orders: readonly string[]): Promise<CodesOfOrder[]> {
    return manager.query<CodesOfOrder[]>(READ_CODES, [orders]);
  }

  /** Events of one account, for its reseller. */
  ownEvents(manager: EntityManager, accountId: number, numbers: readonly number[]) {
    return manager.query<OwnEvent[]>(READ_OWN_EVENTS, [accountId, numbers]);
  }

  /** Orders without the event of their placement or decision: `account 7 order ID_…: …`. */
  async missing(manager: EntityManager, onlyAccount: number | null): Promise<string[]> {
    const rows = await manager.query<{ what: string }[]>(MISSING_EVENTS, [onlyAccount]);
    return rows.map(({ what }) => what);
  }
}

/** Texts that cannot be found any more leave no candidate. */
const TEXTS = `
  CASE type
    WHEN 'placed' THEN ARRAY[ARRAY[sent_fields::text]]
    WHEN 'rejected' THEN ARRAY[ARRAY[reason_for_reseller]]
    WHEN 'reversed' THEN (
      SELECT array_agg(ARRAY[reference, note]) FROM ledger_entries entry
      WHERE (entry.account_id, entry.order_id, entry.kind) = (event.account_id, event.order_id, 'reversal')
        AND (entry.created_at, entry.amount) = (event.created_at, event.amount))
  END`;

/** SQL of what an event tells besides, as texts, of rows `event` and of its order. */
export const FACTS = `
  CASE type
    WHEN 'placed' THEN ARRAY[order_uuid, product_id::text, product_name, quantity::text, unit_price::text, total::text,
                             rehearsal::text]
    WHEN 'reversed' THEN ARRAY[event.amount::text]
    ELSE '{}'
  END`;

const EVENTS_AND_TEXTS = `
  SELECT event.account_id::text AS "accountId", event.number::text AS number, type, event.order_id AS "orderId",
         ${timeText('event.created_at')} AS "createdAt", ${FACTS} AS facts, encode(commitments, 'hex') AS commitments,
         salts, ${TEXTS} AS texts, previous_hash AS "previousHash", hash`;

/** $1, $2: the event behind which it reads; $3: the last account; $4: the limit. */
export const READ_EVENTS = `
  ${EVENTS_AND_TEXTS}
  FROM account_events event LEFT JOIN orders USING (account_id, order_id)
  WHERE (event.account_id, event.number) > ($1, $2) AND event.account_id <= $3
  ORDER BY event.account_id, event.number LIMIT $4`;

/** $1: account and id of each order. */
const READ_CODES = `
  SELECT name AS "order", 'order:' || account_id || ':' || order_id AS about, delivered_codes AS "openCodes",
         sealed_codes AS "encryptedCodes", sealed_code_salts AS "encryptedSalts",
         encode(code_commitments, 'hex') AS commitments
  FROM unnest($1::text[]) AS asked (name)
  JOIN orders ON account_id = split_part(name, ' ', 1)::integer AND order_id = split_part(name, ' ', 2)
    AND erased_at IS NULL`;

/** Old texts of reversals were not written for resellers. $1: the account; $2: numbers of events. */
export const READ_OWN_EVENTS = `
  ${EVENTS_AND_TEXTS}, coalesce((
    SELECT bool_and(${IS_FOR_RESELLERS}) FROM ledger_entries entry
    WHERE type = 'reversed' AND (entry.account_id, entry.order_id, entry.kind) = (event.account_id, event.order_id, 'reversal')
      AND (entry.created_at, entry.amount) = (event.created_at, event.amount)
  ), true) AS "isForResellers"
  FROM unnest($2::bigint[]) AS asked (event_number) CROSS JOIN LATERAL (
    -- The limits have each event and order looked up, where PostgreSQL would rather read all events of the shop.
    SELECT * FROM account_events WHERE account_id = $1 AND number = event_number LIMIT 1
  ) event LEFT JOIN LATERAL (
    SELECT * FROM orders WHERE account_id = $1 AND order_id = event.order_id LIMIT 1
  ) placed ON true
  ORDER BY event.number`;

/**
 * Since when there are events, by the oldest one: a transaction that had begun before the triggers were there may bear an
 * earlier time than orders which have none. No transaction of an order lasts as long as the difference.
 */
const BEGIN = `
  SELECT min(created_at) + interval '5 minutes' AS at FROM account_events`;

/** $1: the only account, or null. */
export const MISSING_EVENTS = `
  WITH begin AS (${BEGIN}), expected AS (
    SELECT account_id, order_id, 'placed' AS type FROM orders, begin WHERE created_at > begin.at
    UNION ALL
    SELECT account_id, order_id, status || 'ed' FROM orders, begin WHERE decided_at > begin.at
  )
  SELECT 'account ' || account_id || ' order ' || order_id || ': there is no event that it was ' || type AS what
  FROM expected
  WHERE ($1::integer IS NULL OR account_id = $1) AND NOT EXISTS (
    SELECT FROM account_events event
    WHERE (event.account_id, event.order_id, event.type) = (expected.account_id, expected.order_id, expected.type))
  ORDER BY account_id, order_id, type`;
