import { utcTime } from '../../books/utc-time.js';
import type { Page, Position } from '../../common/paging.js';
import { InvalidFieldsError } from '../fields/checked-input.js';
import { IntegerParameter, TextField, WordField } from '../fields/fields.js';

const USUAL_ITEMS = 50;
/** Most items of one page. */
export const MAX_ITEMS = 100;
/** Longer than each of our cursors: that of an account search has two words of up to 100 letters of up to 4 bytes. */
const MAX_CURSOR_CHARACTERS = 1_200;

/** The parameters of every list. */
export class PageQuery {
  @IntegerParameter({
    min: 1,
    max: MAX_ITEMS,
    description: `Most items of the page; ${USUAL_ITEMS} if absent.`,
    example: USUAL_ITEMS,
  })
  limit?: string;

  @TextField({
    min: 1,
    max: MAX_CURSOR_CHARACTERS,
    optional: true,
    description: 'The `next` of the page before; send the other parameters again with it.',
  })
  cursor?: string;
}

/** How a list can be answered. */
export const FORMATS = ['json', 'csv'] as const;

/** The parameters of a list that may be saved as a file. */
export class ListQuery extends PageQuery {
  @WordField(FORMATS, {
    optional: true,
    description: 'csv answers all of them in one file; `limit` is ignored then.',
  })
  format?: (typeof FORMATS)[number];
}

/** A part of a list. */
export interface ItemsPage<Item> {
  readonly items: Item[];
  /** The `cursor` of the next page; null at the end. */
  readonly next: string | null;
}

/** A list that is read in pages, by the sort key of its items. */
export interface PagedList<Row, Key> {
  /** Names the list in its cursors, so that those of another list are refused. */
  readonly name: string;
  /** At most `limit` rows behind the key, or from the beginning. */
  read(after: Key | undefined, limit: number): Promise<readonly Row[]>;
  /** The texts of the sort key of a row. */
  keyOf(row: Row): readonly string[];
  /** The key of these texts; undefined if no row can have it. */
  parseKey(texts: readonly string[]): Key | undefined;
}

/**
 * The rows of a page of a list.
 * @throws InvalidFieldsError for a cursor of another list
 */
export async function rowsOf<Row, Key>(
  list: PagedList<Row, Key>,
  { limit, cursor }: PageQuery,
): Promise<ItemsPage<Row>> {
  const count = limitOf(limit);
  const rows = await list.read(keyAfter(list, cursor), count + 1);
  const items = rows.slice(0, count);
  const last = items.at(-1);
  const next = rows.length > count && last ? cursorOf(list.name, list.keyOf(last)) : null;
  return { items, next };
}

/** Rows that are read at a time where few of them may fit. */
const ROWS_AT_A_TIME = 1_000;
/** Rows of which a page takes those that fit, at most: a page before the end may have few items, or none. */
export const MOST_EXAMINED = 5_000;

/**
 * The rows of a page that fit a filter for which there is no index.
 * @throws InvalidFieldsError for a cursor of another list
 */
export async function fittingRowsOf<Row, Key>(
  list: PagedList<Row, Key>,
  { limit, cursor }: PageQuery,
  fits: (row: Row) => boolean,
): Promise<ItemsPage<Row>> {
  const items: Row[] = [];
  let next: string | null = cursor ?? null;
  for (let examined = 0; examined < MOST_EXAMINED; examined += ROWS_AT_A_TIME) {
    const rows = await list.read(keyAfter(list, next ?? undefined), ROWS_AT_A_TIME);
    for (const [place, row] of rows.entries()) {
      next = cursorOf(list.name, list.keyOf(row));
      if (fits(row)) items.push(row);
      const isLast = place === rows.length - 1 && rows.length < ROWS_AT_A_TIME;
      if (items.length === limitOf(limit)) return { items, next: isLast ? null : next };
    }
    if (rows.length < ROWS_AT_A_TIME) return { items, next: null };
  }
  return { items, next };
}

/** The same with the rows as answers show them. */
export async function pageOf<Row, Key, Item>(
  list: PagedList<Row, Key>,
  query: PageQuery,
  shape: (row: Row) => Item,
): Promise<ItemsPage<Item>> {
  const { items, next } = await rowsOf(list, query);
  return { items: items.map(shape), next };
}

/** The number of a parameter, which is a text; undefined without it. */
export function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The number of items that were asked for. */
export function limitOf(limit: string | undefined): number {
  return numberOf(limit) ?? USUAL_ITEMS;
}

/**
 * The key of a cursor; undefined without one.
 * @throws InvalidFieldsError for a cursor of another list
 */
export function keyAfter<Key>(
  list: Pick<PagedList<unknown, Key>, 'name' | 'parseKey'>,
  cursor: string | undefined,
): Key | undefined {
  if (cursor === undefined) return undefined;
  const [name, ...key] = textsIn(cursor) ?? [];
  // Only the text that we write ourselves; decoding alone would accept others.
  const isOurs = name === list.name && cursorOf(name, key) === cursor;
  const parsed = isOurs ? list.parseKey(key) : undefined;
  if (parsed !== undefined) return parsed;
  throw InvalidFieldsError.of('cursor', 'must be the next of a page of this list');
}

/**
 * The text of a place in a list. It needs no authentication, since it only chooses among what the caller may read.
 */
export function cursorOf(list: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

function textsIn(cursor: string): string[] | undefined {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return isList ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The largest integer of the database. */
const MAX_ID = 2_147_483_647;

/** The key of a list by id. */
export function idKey([text = '']: readonly string[]): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && id <= MAX_ID ? id : undefined;
}

/** A list by id. */
export function byId<Row extends { readonly id: number }>(
  name: string,
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): PagedList<Row, number> {
  return {
    name,
    read: (after = 0, limit) => read(after, limit),
    keyOf: ({ id }) => [String(id)],
    parseKey: idKey,
  };
}

/** The key of a list by time, and by id where times are equal. */
export const timeKey =
  (isId: (id: string) => boolean) =>
  ([time = '', id = '']: readonly string[]): Position | undefined =>
    utcTime(time) === time && isId(id) ? { time, id } : undefined;

/** A page by time and id, with what else its reader tells. @param name of the list, in its cursors */
export async function pageByTime<Found extends Page<unknown>>(
  name: string,
  isId: (id: string) => boolean,
  { cursor, limit }: PageQuery,
  read: (after: Position | undefined, limit: number) => Promise<Found>,
): Promise<Omit<Found, 'next'> & Pick<ItemsPage<unknown>, 'next'>> {
  const after = keyAfter({ name, parseKey: timeKey(isId) }, cursor);
  const { next, ...found } = await read(after, limitOf(limit));
  return { ...found, next: next && cursorOf(name, [next.time, next.id]) };
}

/** A list that is short enough to be read at once, by the names of its rows. */
export function byName<Row>(
  name: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): PagedList<Row, string> {
  return {
    name,
    read: (after, limit) => {
      const start = after === undefined ? 0 : rows.findIndex((row) => nameOf(row) === after) + 1;
      return Promise.resolve(rows.slice(start, start + limit));
    },
    keyOf: (row) => [nameOf(row)],
    parseKey: ([text]) => text,
  };
}
