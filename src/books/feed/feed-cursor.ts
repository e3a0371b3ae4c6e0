import type { FeedPlace } from '../../orders/history/order-changes.repository.js';

/** Longer than each of our cursors. */
const MAX_CURSOR_CHARACTERS = 200;
const LINEAGE_OR_HASH = /^[0-9a-f]{16}$/;
const NUMBER = /^(?:0|[1-9][0-9]{0,14})$/;

/**
 * The text of a place for the caller. It needs no authentication: it only chooses among the events of the caller's own
 * account. Lineage and hash tell another history of the database, in which the numbers are those of other events.
 */
export function feedCursor(accountId: number, { lineage, number, hash }: FeedPlace): string {
  return Buffer.from(['changes', accountId, lineage, number, hash].join(' ')).toString('base64url');
}

/** Undefined for a text that is no cursor of this account. */
export function feedPlace(accountId: number, cursor: string): FeedPlace | undefined {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, , lineage = '', number = '', hash = ''] = text.split(' ');
  const place = { lineage, number: Number(number), hash };
  const isPlace =
    NUMBER.test(number) && [lineage, hash].every((part) => LINEAGE_OR_HASH.test(part));
  // Only the text that we write ourselves; decoding alone would accept others.
  return isPlace && feedCursor(accountId, place) === cursor ? place : undefined;
}
