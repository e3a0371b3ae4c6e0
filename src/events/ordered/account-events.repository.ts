import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { Database } from '../../database/database.js';
import type { OrderEventData } from '../shop-event.js';
import type { AccountEvent, HistoryRestarted } from './account-event.js';
import { BEGIN, cursorOf, type AccountPlace } from './account-place.js';

/** An event with the place behind it. */
export interface PlacedEvent {
  readonly place: AccountPlace;
  /** Undefined for what nobody is told. */
  readonly event: AccountEvent | undefined;
}

export interface AccountEventsPage {
  readonly events: readonly PlacedEvent[];
  /** True if there may be further ones. */
  readonly isFull: boolean;
}

/** The place behind all that has happened to an account. */
export type AccountEnd = AccountPlace & { readonly accountId: number };

type OrderColumns = {
  readonly [Name in keyof Omit<OrderEventData, 'accountId'>]: OrderEventData[Name];
};

interface Row extends OrderColumns {
  readonly isKnown: boolean;
  readonly lineage: string;
  /** Null in the one row of a page without events. */
  readonly type: StoredType | null;
  /** Null for a deposit or adjustment. */
  readonly number: number | null;
  readonly sequence: number;
  readonly hash: string;
  readonly createdAt: Date;
  readonly amount: string;
  readonly balance: string;
  readonly reference: string | null;
  readonly note: string;
  readonly reason: string | null;
  readonly refunded: string;
}

type StoredType = keyof typeof CONTENT | 'late';
type Content = Pick<AccountEvent, 'type' | 'data'>;

/** Reads what has happened to accounts, in its order. */
@Injectable()
export class AccountEvents {
  constructor(private readonly database: Database) {}

  /**
   * At most `limit` events behind a place. From the primary: a replica that lags behind would take the place of a newer event for
   * one that was lost.
   */
  async page(
    accountId: number,
    after: AccountPlace,
    { limit, isRestored = false }: { limit: number; isRestored?: boolean },
  ): Promise<AccountEventsPage> {
    const { eventNumber, eventHash, entryNumber, entryHash } = after;
    const places = [eventNumber, eventHash, entryNumber, entryHash];
    const [first, ...others] = await this.database.manager.query<[Row, ...Row[]]>(READ_PAGE, [
      ...[accountId, ...places, limit],
    ]);
    if (!first.isKnown || isRestored) {
      const place = first.isKnown ? after : BEGIN;
      const event = restarted(accountId, after, place, first);
      return { events: [{ place, event }], isFull: true };
    }
    let place = after;
    const events = [first, ...others].flatMap((row) => {
      if (row.type === null) return [];
      place = placeBehind(row, place);
      return [{ place, event: eventOf(accountId, row, place) }];
    });
    return { events, isFull: events.length === limit };
  }

  /** Of all accounts, or of one. */
  async ends(accountId?: number): Promise<AccountEnd[]> {
    const ofOne = accountId === undefined ? '' : 'WHERE id = $1';
    const values = accountId === undefined ? [] : [accountId];
    return this.database.manager.query(
      `SELECT account.id AS "accountId", ${END_COLUMNS}
       FROM (SELECT id FROM accounts ${ofOne}) account ${ENDS} ORDER BY account.id`,
      values,
    );
  }
}

function placeBehind({ number, sequence, hash }: Row, before: AccountPlace): AccountPlace {
  return number === null
    ? { ...before, entryNumber: sequence, entryHash: hash }
    : { ...before, eventNumber: number, eventHash: hash };
}

function eventOf(accountId: number, row: Row, place: AccountPlace): AccountEvent | undefined {
  const { type, number, sequence, hash, createdAt } = row;
  if (type === null || type === 'late') return undefined;
  const name = number === null ? `l${sequence}` : `e${number}`;
  return {
    id: `evt_${accountId}_${name}_${hash}`,
    accountId,
    cursor: cursorOf(accountId, place),
    time: createdAt.toISOString(),
    ...CONTENT[type](accountId, row),
  } as AccountEvent;
}

/** The lineage tells the notice of another restart from this one. */
function restarted(
  accountId: number,
  after: AccountPlace,
  place: AccountPlace,
  { lineage }: Row,
): HistoryRestarted {
  const [known, resumesAt] = [cursorOf(accountId, after), cursorOf(accountId, place)];
  return {
    id: `evt_${known}_restarted_${lineage}`,
    ...{ accountId, cursor: resumesAt, type: 'history.restarted' },
    time: new Date().toISOString(),
    data: { accountId, known, resumesAt },
  };
}

/** What is told of each stored type. */
const CONTENT = {
  placed: (id: number, row: Row): Content => ({ type: 'order.placed', data: orderData(id, row) }),
  accepted: (id: number, row: Row): Content => ({
    type: 'order.accepted',
    data: orderData(id, row),
  }),
  codes: (id: number, row: Row): Content => ({
    type: 'order.codes_added',
    data: orderData(id, row),
  }),
  rejected: (id: number, row: Row): Content => ({
    type: 'order.rejected',
    data: { ...orderData(id, row), reason: row.reason },
  }),
  reversed: (id: number, row: Row): Content => ({
    type: 'order.refunded',
    data: {
      ...orderData(id, row),
      amount: numericText(row.amount),
      refunded: numericText(row.refunded),
      reason: row.note,
      reference: row.reference ?? '',
    },
  }),
  deposit: (id: number, row: Row): Content => ({
    type: 'balance.deposited',
    data: movementData(id, row),
  }),
  adjustment: (id: number, row: Row): Content => ({
    type: 'balance.adjusted',
    data: { ...movementData(id, row), reason: row.note },
  }),
};

function orderData(accountId: number, row: Row): OrderEventData {
  const { orderId, orderUuid, productId, productName, quantity, unitPrice, total } = row;
  return {
    ...{ accountId, orderId, orderUuid, productId, productName },
    quantity: numericText(quantity),
    unitPrice: numericText(unitPrice),
    total: numericText(total),
    rehearsal: row.rehearsal,
  };
}

function movementData(accountId: number, { amount, balance, reference }: Row) {
  return { accountId, amount: numericText(amount), balance: numericText(balance), reference };
}

const SHORT = (hash: string): string => `left(encode(${hash}, 'hex'), 16)`;
const BY_HAND = `kind IN ('deposit', 'adjustment')`;

/** Columns of the place behind all that has happened to `account`, whose joins are `ENDS`. */
export const END_COLUMNS = `
  coalesce(event.number, 0)::float8 AS "eventNumber", coalesce(${SHORT('event.hash')}, '') AS "eventHash",
  coalesce(entry.sequence, 0)::float8 AS "entryNumber", coalesce(${SHORT('entry.entry_hash')}, '') AS "entryHash"`;

export const ENDS = `
  LEFT JOIN LATERAL (
    SELECT number, hash FROM account_events WHERE account_id = account.id ORDER BY number DESC LIMIT 1
  ) event ON true
  LEFT JOIN LATERAL (
    SELECT sequence, entry_hash FROM ledger_entries
    WHERE account_id = account.id AND ${BY_HAND} ORDER BY sequence DESC LIMIT 1
  ) entry ON true`;

/**
 * $1: the account; $2 to $5: the place behind which it reads; $6: the most events. Both kinds are numbered under the lock of the
 * account's row, so whoever sees an event, or an entry behind it, sees all that stand before it.
 */
export const READ_PAGE = `
  WITH next AS MATERIALIZED (
    (SELECT number AS place, number, 0::bigint AS sequence, type, order_id, created_at, amount, hash,
            NULL::numeric AS balance, NULL AS reference, NULL AS note
     FROM account_events WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT $6)
    UNION ALL
    (SELECT coalesce(after_event, 0), NULL, sequence, kind, NULL, created_at, amount, entry_hash,
            balance_after, reference, note
     FROM ledger_entries WHERE account_id = $1 AND sequence > $4 AND ${BY_HAND} ORDER BY sequence LIMIT $6)
    ORDER BY place, sequence LIMIT $6
  )
  SELECT start.*, next.type, next.number::float8 AS number, next.sequence::float8 AS sequence, ${SHORT('next.hash')} AS hash,
         next.created_at AS "createdAt", next.amount, next.balance,
         coalesce(reversal.reference, next.reference) AS reference, coalesce(reversal.note, next.note, '') AS note,
         reversal.refunded, next.order_id AS "orderId", placed.order_uuid AS "orderUuid",
         placed.product_id AS "productId", placed.product_name AS "productName", placed.quantity,
         placed.unit_price AS "unitPrice", placed.total, placed.rehearsal, placed.reason_for_reseller AS reason
  FROM (
    SELECT ($2::bigint = 0 OR EXISTS (
             SELECT FROM account_events WHERE account_id = $1 AND number = $2 AND ${SHORT('hash')} = $3::text))
       AND ($4::bigint = 0 OR EXISTS (
             SELECT FROM ledger_entries WHERE account_id = $1 AND sequence = $4 AND ${SHORT('entry_hash')} = $5::text)
           ) AS "isKnown",
           left(encode(sha256(convert_to(current_database_lineage(), 'UTF8')), 'hex'), 16) AS lineage
  ) start LEFT JOIN next ON true
  LEFT JOIN LATERAL (
    -- The limit has each order looked up, however few PostgreSQL takes the orders of the shop to be.
    SELECT * FROM orders WHERE account_id = $1 AND order_id = next.order_id LIMIT 1
  ) placed ON true
  LEFT JOIN LATERAL (
    SELECT reference, note, (
      SELECT sum(earlier.amount) FROM ledger_entries earlier
      WHERE earlier.account_id = $1 AND earlier.order_id = next.order_id AND earlier.kind = 'reversal'
        AND earlier.sequence <= entry.sequence) AS refunded
    FROM ledger_entries entry
    WHERE next.type = 'reversed' AND account_id = $1 AND order_id = next.order_id AND kind = 'reversal'
      AND (created_at, amount) = (next.created_at, next.amount)
    -- A transaction may pay the same back twice. Its events stand together, as it holds the lock of the account's row.
    ORDER BY sequence LIMIT 1 OFFSET (
      SELECT count(*) FROM account_events earlier
      WHERE next.type = 'reversed' AND earlier.account_id = $1
        AND earlier.number BETWEEN next.number - 1000 AND next.number - 1 AND earlier.type = next.type
        AND (earlier.order_id, earlier.created_at, earlier.amount) = (next.order_id, next.created_at, next.amount))
  ) reversal ON true
  ORDER BY place, next.sequence`;
