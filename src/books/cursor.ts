import type { Position } from '../common/paging.js';
import { utcTime } from './utc-time.js';

/** The lists that are read in pages. */
export const BOOKS = ['orders', 'statement'] as const;
export type BookName = (typeof BOOKS)[number];

/** The list of one account. */
export interface Book {
  readonly name: BookName;
  readonly accountId: number;
}

/** Longer than each of our cursors. */
const MAX_CURSOR_CHARACTERS = 200;
/** The greatest bigint of the database. */
const MAX_SEQUENCE = 2n ** 63n - 1n;

const ORDER_ID = /^ID_[0-9a-f]{16}$/;
const SEQUENCE = /^[1-9][0-9]{0,18}$/;

/**
 * The text of a position for the caller. It needs no authentication: it only chooses among what the caller may read
 * anyway, since every read is of the caller's own account.
 */
export function cursorOf({ name, accountId }: Book, { time, id, lastId }: Position): string {
  const parts = [name, accountId, time, id, ...(lastId === undefined ? [] : [lastId])];
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** Undefined for a text that is no cursor of this list of this account. */
export function positionOf(book: Book, cursor: string): Position | undefined {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, , time = '', id = '', lastId] = text.split(' ');
  const position = { time, id, ...(lastId !== undefined && { lastId }) };
  // Only the text that we write ourselves; decoding alone would accept others.
  const isOurs = cursorOf(book, position) === cursor && utcTime(time) === time;
  return isOurs && isPlace(book.name, id, lastId) ? position : undefined;
}

function isPlace(name: BookName, id: string, lastId: string | undefined): boolean {
  if (name === 'orders') return ORDER_ID.test(id) && lastId === undefined;
  return isSequence(id) && lastId !== undefined && isSequence(lastId);
}

function isSequence(text: string): boolean {
  return SEQUENCE.test(text) && BigInt(text) <= MAX_SEQUENCE;
}
