import { isStorableText } from '../../common/text.js';
import type { FoundPage, WordPlace } from '../../database/word-search.js';
import {
  byId,
  cursorOf,
  idKey,
  keyAfter,
  limitOf,
  rowsOf,
  type ItemsPage,
  type PageQuery,
} from './page.js';

interface Readers<Row> {
  readonly all: (after: number, limit: number) => Promise<readonly Row[]>;
  readonly found: (
    text: string,
    after: WordPlace | undefined,
    limit: number,
  ) => Promise<FoundPage<Row>>;
}

/** A page of all rows by id or, with words to look for, of those that were found, in their order. @param list its name in cursors */
export async function allOrFound<Row extends { readonly id: number }>(
  list: string,
  query: PageQuery & { readonly text?: string },
  { all, found }: Readers<Row>,
): Promise<ItemsPage<Row>> {
  if (query.text === undefined) return rowsOf(byId(list, all), query);
  const name = `found ${list}`;
  const after = keyAfter({ name, parseKey: placeOf }, query.cursor);
  const { items, next } = await found(query.text, after, limitOf(query.limit));
  const key = next && [next.sought, next.word, String(next.id)];
  return { items: [...items], next: key && cursorOf(name, key) };
}

function placeOf([sought = '', word = '', idText = '']: readonly string[]): WordPlace | undefined {
  const id = idKey([idText]);
  const isPlace = id !== undefined && isStorableText(sought) && isStorableText(word);
  return isPlace ? { sought, word, id } : undefined;
}
