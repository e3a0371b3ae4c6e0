import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from './database.js';

/** Words that one page looks at. A page that has looked at so many ends there, with what it has found. */
const MAX_EXAMINED = 500;
/** More words of a text are not counted. */
const MAX_COUNTED_WORDS = 8;

/** A place in what a search finds. */
export interface WordPlace {
  /** The word of the search by whose entries the items are read. */
  readonly sought: string;
  /** The word of the item that begins with it. */
  readonly word: string;
  readonly id: number;
}

/** An item of which a word was looked at. */
export interface ExaminedItem extends Omit<WordPlace, 'sought'> {
  readonly isAskedFor: boolean;
}

/** A part of the items that a search finds. */
export interface FoundPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. A page before the end may have few items, or none. */
  readonly next: WordPlace | null;
}

/** Finds items by the beginnings of their words, which triggers write. */
@Injectable()
export abstract class WordSearch<Sought> {
  constructor(private readonly database: Database) {}

  /** The ids of at most `limit` items that have all words of the text, in the order of the rarest of these words. */
  async page(sought: Sought, after: WordPlace | undefined, limit: number) {
    const place = after ?? (await this.beginning(sought));
    if (!place) return { ids: [], next: null };
    const examined = await this.after(sought, place, MAX_EXAMINED);
    const found = examined.filter(({ isAskedFor }) => isAskedFor);
    const isFull = found.length > limit;
    // After the last item of a full page, or the last one that was looked at.
    const last = isFull ? found[limit - 1] : examined.at(-1);
    const next: WordPlace | null =
      last && (isFull || examined.length === MAX_EXAMINED)
        ? { sought: place.sought, word: last.word, id: last.id }
        : null;
    return { ids: found.slice(0, limit).map(({ id }) => id), next };
  }

  /**
   * The word of a text that the fewest words begin with, by `rarestWord`; none for a text without a word.
   * @param most words that are counted for each word
   */
  protected abstract rarest(sought: Sought, most: number): Promise<{ readonly word: string }[]>;

  /** The items behind a place, by word and id; one that has several of the words is asked for at the first of them. */
  protected abstract after(
    sought: Sought,
    place: WordPlace,
    limit: number,
  ): Promise<ExaminedItem[]>;

  /** In a transaction, whose statements the database itself ends in time. */
  protected read<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(sql, values);
    return this.database.transaction(read, { readOnly: true });
  }

  private async beginning(sought: Sought): Promise<WordPlace | undefined> {
    const [rarest] = await this.rarest(sought, MAX_EXAMINED);
    return rarest && { sought: rarest.word, word: '', id: 0 };
  }
}

/** What was read by its ids, in the order of the ids. */
export function inOrder<Item extends { readonly id: number }>(
  found: readonly Item[],
  ids: readonly number[],
): Item[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** SQL: behind all texts that begin with this one, since no text has a greater character. */
export const behind = (start: string): string => `${start} || chr(1114111)`;

/**
 * $1: the text; $2: the most words that are counted for each word of it.
 * @param words SQL of the words of the text. @param entries SQL of the table of words, as `entry`, and its condition
 */
export const rarestWord = (words: string, entries: string): string => `
  SELECT sought.word
  FROM (
    SELECT word COLLATE "C" AS word FROM ${words} ORDER BY length(word) DESC, word
    LIMIT ${MAX_COUNTED_WORDS}
  ) sought CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM (
      SELECT FROM ${entries} AND entry.word >= sought.word AND entry.word < ${behind('sought.word')} LIMIT $2
    ) entry
  ) counted
  ORDER BY entries, sought.word LIMIT 1`;
