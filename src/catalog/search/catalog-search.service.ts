import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../database/database.js';
import { inOrder, type FoundPage, type WordPlace } from '../../database/word-search.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';
import { CatalogWordsRepository, type SoughtItems } from './catalog-words.repository.js';

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
    after: WordPlace | undefined,
    limit: number,
  ): Promise<FoundPage<Product>> {
    const list = deleted ? 'deleted products' : 'products';
    const { ids, next } = await this.words.page({ ...sought, list }, after, limit);
    const found = await this.database.manager.findBy(Product, { id: In(ids) });
    return { items: inOrder(found, ids), next };
  }

  /** The same of categories. */
  async categories(
    text: string,
    after: WordPlace | undefined,
    limit: number,
  ): Promise<FoundPage<Category>> {
    const { ids, next } = await this.words.page({ list: 'categories', text }, after, limit);
    const found = await this.database.manager.findBy(Category, { id: In(ids) });
    return { items: inOrder(found, ids), next };
  }
}
