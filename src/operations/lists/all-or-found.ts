import { isStorableText } from '../../common/text.js';
import { cursorOf, idKey, keyAfter, limitOf, type ItemsPage, type PageQuery } from './page.js';

/** Where a search by words goes on: behind the word that was found of what has this id. */
interface FoundPlace {
  readonly sought: string;
  readonly word: string;
  readonly id: number;
}

interface FoundRows<Row> {
  readonly items: readonly Row[];
  readonly next: FoundPlace | null;
}

/** A page of what a search by words has found, in its order. @param name of the list, in its cursors */
export async function foundPage<Row>(
  name: string,
  { cursor, limit }: PageQuery,
  read: (after: FoundPlace | undefined, limit: number) => Promise<FoundRows<Row>>,
): Promise<ItemsPage<Row>> {
  const { items, next } = await read(keyAfter({ name, parseKey: placeOf }, cursor), limitOf(limit));
  const key = next && [next.sought, next.word, String(next.id)];
  return { items: [...items], next: key && cursorOf(name, key) };
}

function placeOf([sought = '', word = '', idText = '']: readonly string[]): FoundPlace | undefined {
  const id = idKey([idText]);
  const isPlace = id !== undefined && isStorableText(sought) && isStorableText(word);
  return isPlace ? { sought, word, id } : undefined;
}
