import { Injectable } from '@nestjs/common';
import { CategoryTree, type CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CatalogSearch } from '../../catalog/search/catalog-search.service.js';
import type { FoundPage, WordPlace } from '../../database/word-search.js';
import { isolated } from '../../locales/language.js';
import { MAX_PICKER_OPTIONS, type Named, type Picked } from '../../pages/picker.js';
import { pickedByText } from './picked.js';

/** A page of a search may have few items before the end; no more pages are looked at for one picker. */
const MAX_PAGES = 10;

/** Finds the category or product that a field names, for operators who may read the catalog. */
@Injectable()
export class CatalogPicker {
  constructor(
    private readonly tree: CategoryTree,
    private readonly products: ProductService,
    private readonly search: CatalogSearch,
  ) {}

  /** @param text an id, or words of a name. What is found is named by its path, since names repeat. */
  category(text: string): Promise<Picked> {
    return pickedByText(
      text,
      (id) => this.categoriesOf([id]),
      async () => {
        const { items, hasMore } = await firstOf((...part) =>
          this.search.categories(text, ...part),
        );
        return { items: await this.categoriesOf(items.map(({ id }) => id)), hasMore };
      },
    );
  }

  /** @param text an id, or words of a name */
  product(text: string): Promise<Picked> {
    return pickedByText(
      text,
      async (id) => {
        const next = await this.products.page(id - 1, 1, { deleted: false });
        return next.filter((product) => product.id === id);
      },
      () => firstOf((...part) => this.search.products({ text }, ...part)),
    );
  }

  private async categoriesOf(ids: readonly number[]): Promise<Named[]> {
    const paths = await this.tree.pathsTo(ids);
    return ids.flatMap((id) => {
      const path = paths.get(id);
      return path ? [{ id, name: pathText(path) }] : [];
    });
  }
}

/** As many as a picker offers, of a search. */
async function firstOf<Item>(
  read: (after: WordPlace | undefined, limit: number) => Promise<FoundPage<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly hasMore: boolean }> {
  const items: Item[] = [];
  let after: WordPlace | undefined;
  for (let page = 0; page < MAX_PAGES && items.length < MAX_PICKER_OPTIONS; page++) {
    const found = await read(after, MAX_PICKER_OPTIONS - items.length);
    items.push(...found.items);
    if (!found.next) return { items, hasMore: false };
    after = found.next;
  }
  return { items, hasMore: true };
}

/** The names from the top of the catalog down. */
export function pathText(path: readonly CategoryAbove[]): string {
  return path.map(({ name }) => isolated(name)).join(' › ');
}
