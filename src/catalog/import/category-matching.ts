import { numberedPaths, PathNumbers } from './path-numbers.js';
import type { CatalogFileCategory } from './reading/catalog-file.js';
import { FileFault, RowFault } from './reading/import-faults.js';
import { GREATEST_ID, shown } from './reading/row-values.js';

/** The categories that are not deleted, the oldest first, and the highest id of all categories, deleted ones included. */
export interface StoredCategories {
  readonly live: readonly CatalogFileCategory[];
  readonly highestId: number;
}

/** How a product of a file names its category. */
export interface NamedCategory {
  /** Its id within the file; 0 if it has none there. */
  readonly category_id: number;
  /** Its id in the catalog. */
  readonly storedCategory?: number;
}

export interface MatchedCategories {
  readonly categories: readonly CatalogFileCategory[];
  /**
   * The real id of the category that a product names.
   * @param present the category in which the product is now.
   * @throws RowFault if there is none, or the product names two different ones
   */
  readonly idOf: (named: NamedCategory, present?: number) => number;
}

/**
 * Maps the categories of a file that identifies them by their paths to real ids. All stored categories with such a path
 * belong to the file: a product stays in the one in which it is, and a new one goes into the oldest. They keep their
 * positions and, unless the file has one, their images. Categories with other paths get new ids.
 * @param found parents before their children
 * @throws FileFault if no id is left
 */
export function matchCategories(
  found: readonly CatalogFileCategory[],
  { live, highestId: highestStoredId }: StoredCategories,
): MatchedCategories {
  const numbers = new PathNumbers();
  const storedPaths = numberedPaths(live, numbers);
  const storedByPath = Map.groupBy(live, ({ id }) => storedPaths.get(id));
  const filePaths = new Map<number, number>();
  const realIds = new Map<number, number>();
  let highestId = highestStoredId;
  const categories = found.flatMap((category) => {
    const { id, name, image, parent_id: parent } = category;
    const path = numbers.below(parent === null ? undefined : filePaths.get(parent), name);
    filePaths.set(id, path);
    const [oldest, ...others] = storedByPath.get(path) ?? [];
    realIds.set(id, oldest?.id ?? (highestId += 1));
    if (oldest) return [{ ...oldest, image: image ?? oldest.image }, ...others];
    const parentId = parent === null ? null : (realIds.get(parent) ?? null);
    return [{ ...category, id: highestId, parent_id: parentId }];
  });
  if (highestId > GREATEST_ID) {
    throw new FileFault('needs new categories, but no category id is left; use our JSON format.');
  }
  const names = new Map(live.map(({ id, name }) => [id, name]));
  const matching = { filePaths, storedPaths, realIds, names };
  return { categories, idOf: (named, present) => matchedId(matching, named, present) };
}

interface Matching {
  /** The number of the path of each category of the file, and of the catalog. */
  readonly filePaths: ReadonlyMap<number, number>;
  readonly storedPaths: ReadonlyMap<number, number>;
  /** Of each category of the file, its oldest one in the catalog. */
  readonly realIds: ReadonlyMap<number, number>;
  /** Of each category of the catalog. */
  readonly names: ReadonlyMap<number, string>;
}

function matchedId(
  { filePaths, storedPaths, realIds, names }: Matching,
  { category_id: id, storedCategory }: NamedCategory,
  present: number | undefined,
): number {
  const path = filePaths.get(id);
  const isAt = (stored: number) => path === undefined || storedPaths.get(stored) === path;
  if (storedCategory === undefined) {
    return present !== undefined && isAt(present) ? present : (realIds.get(id) ?? id);
  }
  const name = names.get(storedCategory);
  if (name === undefined) throw new RowFault(`there is no category ${storedCategory}`);
  if (isAt(storedCategory)) return storedCategory;
  throw new RowFault(
    `category_id ${storedCategory} is the category ${shown(name)}, and not the one that the row names; empty one of the two cells`,
  );
}
