import type { CatalogFileCategory } from './catalog-file.js';
import type { CatalogDraft } from './reading/draft-builder.js';
import { FileFault } from './reading/import-faults.js';
import { GREATEST_ID } from './reading/row-values.js';

/**
 * The live categories, and the highest id that any category, deleted ones included, has ever had.
 */
export interface StoredCategories {
  readonly live: readonly CatalogFileCategory[];
  readonly highestId: number;
}

/**
 * Gives the categories of a draft that knows them by name their real ids: those of the stored
 * categories with the same name under the same parent, which also keep their place and, unless the
 * file has another, their image; new ids otherwise.
 */
export function withStoredCategories(draft: CatalogDraft, stored: StoredCategories): CatalogDraft {
  const storedByName = new Map(stored.live.map((category) => [nameKey(category), category]));
  const realIds = new Map<number, number>();
  let highestId = stored.highestId;
  const categories = draft.categories.map((category) => {
    const parentId = category.parent_id === null ? null : (realIds.get(category.parent_id) ?? null);
    const known = storedByName.get(nameKey({ name: category.name, parent_id: parentId }));
    const id = known?.id ?? (highestId += 1);
    realIds.set(category.id, id);
    const image = category.image ?? known?.image ?? null;
    const position = known?.position ?? category.position;
    return { id, parent_id: parentId, name: category.name, image, position };
  });
  if (highestId > GREATEST_ID) {
    throw new FileFault('needs new categories, but no category id is left; use our JSON format.');
  }
  const products = draft.products.map((product) => ({
    ...product,
    category_id: realIds.get(product.category_id) ?? product.category_id,
  }));
  return { categories, products, categoriesByName: false };
}

function nameKey({ name, parent_id: parentId }: Pick<CatalogFileCategory, 'name' | 'parent_id'>) {
  return `${parentId ?? 0}>${name}`;
}
