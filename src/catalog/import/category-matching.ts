import type { CatalogFileCategory } from './reading/catalog-file.js';
import { FileFault } from './reading/import-faults.js';
import { GREATEST_ID } from './reading/row-values.js';

/** The categories that are not deleted, and the highest id of all categories, deleted ones included. */
export interface StoredCategories {
  readonly live: readonly CatalogFileCategory[];
  readonly highestId: number;
}

export interface MatchedCategories {
  readonly categories: readonly CatalogFileCategory[];
  /** The real id for an id that is valid only within the file. */
  readonly idOf: (id: number) => number;
}

/**
 * Maps the categories of a file that identifies them by name to real ids. A stored category with the same name and parent
 * keeps its id and position and, unless the file has one, its image. Other categories get new ids.
 * @param found parents before their children
 * @throws FileFault if no id is left
 */
export function matchCategories(
  found: readonly CatalogFileCategory[],
  stored: StoredCategories,
): MatchedCategories {
  const storedByName = new Map(stored.live.map((category) => [nameKey(category), category]));
  const realIds = new Map<number, number>();
  let highestId = stored.highestId;
  const categories = found.map((category) => {
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
  return { categories, idOf: (id) => realIds.get(id) ?? id };
}

function nameKey({ name, parent_id: parentId }: Pick<CatalogFileCategory, 'name' | 'parent_id'>) {
  return `${parentId ?? 0}>${name}`;
}
