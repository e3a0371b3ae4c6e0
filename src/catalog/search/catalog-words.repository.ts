import { Injectable } from '@nestjs/common';
import {
  behind,
  rarestWord,
  WordSearch,
  type ExaminedItem,
  type WordPlace,
} from '../../database/word-search.js';

/** Which items are looked for. */
export interface SoughtItems {
  readonly list: 'products' | 'deleted products' | 'categories';
  /** Its words begin words of the name. */
  readonly text: string;
  /** Only products of this category. */
  readonly categoryId?: number | undefined;
}

/** Reads the words of names, which triggers on products and categories write. */
@Injectable()
export class CatalogWordsRepository extends WordSearch<SoughtItems> {
  protected rarest({ list, text }: SoughtItems, most: number): Promise<{ word: string }[]> {
    return this.read(RAREST, [text, most, list]);
  }

  protected after(
    { list, text, categoryId }: SoughtItems,
    { sought, word, id }: WordPlace,
    limit: number,
  ): Promise<ExaminedItem[]> {
    const values = [list, text, sought, word, id, limit];
    return list === 'categories'
      ? this.read(READ_CATEGORIES, values)
      : this.read(READ_PRODUCTS, [...values, categoryId ?? null]);
  }
}

const RAREST = rarestWord('catalog_words_of($1)', 'catalog_words entry WHERE list = $3');

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
