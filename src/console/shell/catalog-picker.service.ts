import { Injectable } from '@nestjs/common';
import { CategoryTree, type CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CatalogSearch } from '../../catalog/search/catalog-search.service.js';
import type { FoundPage, WordPlace } from '../../database/word-search.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { isStorableText } from '../../common/text.js';
import { isolated } from '../../locales/language.js';
import {
  MAX_PICKER_OPTIONS,
  pickedOf,
  pickedUnsought,
  type Named,
  type Picked,
} from '../../pages/picker.js';

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
  async category(text: string): Promise<Picked> {
    const unsought = pickedUnsought(text);
    if (unsought) return unsought;
    const id = itemId(text);
    const numbered = id === undefined ? [] : await this.categoriesOf([id]);
    if (numbered.length > 0) return pickedOf(numbered);
    if (!isStorableText(text)) return { kind: 'none' };
    const { items, hasMore } = await firstOf((after, limit) =>
      this.search.categories(text, after, limit),
    );
    return pickedOf(await this.categoriesOf(items.map((one) => one.id)), hasMore);
  }

  /** @param text an id, or words of a name */
  async product(text: string): Promise<Picked> {
    const unsought = pickedUnsought(text);
    if (unsought) return unsought;
    const id = itemId(text);
    const numbered =
      id === undefined ? [] : await this.products.page(id - 1, 1, { deleted: false });
    if (numbered[0]?.id === id && id !== undefined) return pickedOf(numbered);
    if (!isStorableText(text)) return { kind: 'none' };
    const { items, hasMore } = await firstOf((after, limit) =>
      this.search.products({ text }, after, limit),
    );
    return pickedOf(items, hasMore);
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
