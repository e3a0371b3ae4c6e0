import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** What is searched. */
export type WordList = 'products' | 'deleted products' | 'categories';

/** A place in what a search finds. */
export interface ItemPlace {
  /** The word of the search by whose entries the items are read. */
  readonly sought: string;
  /** The word of the item that begins with it. */
  readonly word: string;
  readonly id: number;
}

/** An item of which a word was looked at. */
export interface ExaminedItem extends Omit<ItemPlace, 'sought'> {
  readonly isAskedFor: boolean;
}

/** Which items are looked for. */
export interface SoughtItems {
  readonly list: WordList;
  /** Its words begin words of the name. */
  readonly text: string;
  /** Only products of this category. */
  readonly categoryId?: number | undefined;
}

/** Reads the words of names, which triggers on products and categories write. */
@Injectable()
export class CatalogWordsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The word of a text that the fewest words of the list begin with; undefined for a text without a word.
   * @param most words of the list that are counted for each word
   */
  async rarest({ list, text }: SoughtItems, most: number): Promise<string | undefined> {
    const rows = await this.read<{ word: string }>(RAREST, [list, text, most]);
    return rows[0]?.word;
  }

  /** The items behind a place, by word and id; one that has several of the words is asked for at the first of them. */
  after(
    { list, text, categoryId }: SoughtItems,
    { sought, word, id }: ItemPlace,
    limit: number,
  ): Promise<ExaminedItem[]> {
    const values = [list, text, sought, word, id, limit];
    return list === 'categories'
      ? this.read(READ_CATEGORIES, values)
      : this.read(READ_PRODUCTS, [...values, categoryId ?? null]);
  }

  /** In a transaction, whose statements the database itself ends in time. */
  private read<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(sql, values);
    return this.database.transaction(read, { readOnly: true });
  }
}

/** Behind all texts that begin with this one: no text has a greater character. */
const behind = (start: string): string => `${start} || chr(1114111)`;

/** More words of a text are not counted. */
const MAX_COUNTED_WORDS = 8;

const RAREST = `
  SELECT sought.word
  FROM (
    SELECT word COLLATE "C" AS word FROM catalog_words_of($2) ORDER BY length(word) DESC, word
    LIMIT ${MAX_COUNTED_WORDS}
  ) sought CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM (
      SELECT FROM catalog_words
      WHERE list = $1 AND catalog_words.word >= sought.word
        AND catalog_words.word < ${behind('sought.word')} LIMIT $3
    ) entry
  ) counted
  ORDER BY entries, sought.word LIMIT 1`;

/** @param condition SQL of what an item must be besides */
const readPage = (table: 'products' | 'categories', condition: string): string => `
  WITH examined AS MATERIALIZED (
    SELECT word, item_id FROM catalog_words
    WHERE list = $1 AND word >= $3 AND word < ${behind('$3::text')} AND (word, item_id) > ($4, $5::integer)
    ORDER BY word, item_id LIMIT $6
  ), item AS MATERIALIZED (
    -- One look-up for all of them, where a small table could be read anew for each.
    SELECT * FROM ${table} WHERE id = ANY (ARRAY(SELECT item_id FROM examined))
  ), others AS MATERIALIZED (
    SELECT array_agg(word) AS words FROM catalog_words_of($2)
  )
  SELECT examined.word, item_id AS id,
         ${condition}
         AND (item.deleted_at IS NOT NULL) = starts_with($1, 'deleted ')
         AND examined.word = (
           SELECT min(one COLLATE "C") FROM unnest(own.words) one WHERE starts_with(one, $3))
         AND NOT EXISTS (
           SELECT FROM unnest(others.words) other
           WHERE NOT EXISTS (SELECT FROM unnest(own.words) one WHERE starts_with(one, other)))
         AS "isAskedFor"
  FROM others CROSS JOIN examined JOIN item ON item.id = item_id CROSS JOIN LATERAL (
    SELECT array_agg(word) AS words FROM catalog_words_of(item.name)
  ) own
  ORDER BY examined.word, item_id`;

const READ_PRODUCTS = readPage('products', '($7::integer IS NULL OR category_id = $7)');
const READ_CATEGORIES = readPage('categories', 'true');
