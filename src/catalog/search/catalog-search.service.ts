import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';
import {
  CatalogWordsRepository,
  type ExaminedItem,
  type ItemPlace,
  type SoughtItems,
} from './catalog-words.repository.js';

/** Words of items that one page looks at. A page that has looked at so many ends there, with what it has found. */
const MAX_EXAMINED = 500;

/** A part of the items that a search finds. */
export interface FoundItemPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. A page before the end may have few items, or none. */
  readonly next: ItemPlace | null;
}

/** What of the products is searched. */
export interface SoughtProducts extends Omit<SoughtItems, 'list'> {
  /** True for those that are deleted instead. */
  readonly deleted?: boolean;
}

/** Finds products and categories by the beginnings of words of their names, in any letter case. */
@Injectable()
export class CatalogSearch {
  constructor(
    private readonly database: Database,
    private readonly words: CatalogWordsRepository,
  ) {}

  /** At most `limit` products that have all words of the text, in the order of the rarest of these words. */
  async products(
    { deleted = false, ...sought }: SoughtProducts,
    after: ItemPlace | undefined,
    limit: number,
  ): Promise<FoundItemPage<Product>> {
    const list = deleted ? 'deleted products' : 'products';
    const { ids, next } = await this.page({ ...sought, list }, after, limit);
    const found = await this.database.manager.findBy(Product, { id: In(ids) });
    return { items: inOrder(found, ids), next };
  }

  /** The same of categories. */
  async categories(
    text: string,
    after: ItemPlace | undefined,
    limit: number,
  ): Promise<FoundItemPage<Category>> {
    const { ids, next } = await this.page({ list: 'categories', text }, after, limit);
    const found = await this.database.manager.findBy(Category, { id: In(ids) });
    return { items: inOrder(found, ids), next };
  }

  private async page(sought: SoughtItems, after: ItemPlace | undefined, limit: number) {
    const place = after ?? (await this.beginning(sought));
    if (!place) return { ids: [], next: null };
    const examined = await this.words.after(sought, place, MAX_EXAMINED);
    const found = examined.filter(({ isAskedFor }) => isAskedFor);
    const ids = found.slice(0, limit).map(({ id }) => id);
    return { ids, next: nextOf(place.sought, examined, found, limit) };
  }

  private async beginning(sought: SoughtItems): Promise<ItemPlace | undefined> {
    const rarest = await this.words.rarest(sought, MAX_EXAMINED);
    return rarest === undefined ? undefined : { sought: rarest, word: '', id: 0 };
  }
}

function inOrder<Item extends { readonly id: number }>(
  found: readonly Item[],
  ids: readonly number[],
): Item[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** After the last item of a full page, or the last one that was looked at; null if there is no other. */
function nextOf(
  sought: string,
  examined: readonly ExaminedItem[],
  found: readonly ExaminedItem[],
  limit: number,
): ItemPlace | null {
  const isFull = found.length > limit;
  const last = isFull ? found[limit - 1] : examined.at(-1);
  return last && (isFull || examined.length === MAX_EXAMINED)
    ? { sought, word: last.word, id: last.id }
    : null;
}
