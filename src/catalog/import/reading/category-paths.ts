import type { DraftBuilder } from './draft-builder.js';
import { englishNumber, FileFault, RowFault } from './import-faults.js';
import { DEEPEST_LEVEL, MAX_CATEGORIES } from './reading-bounds.js';
import { nameOf } from './row-values.js';

/** Between two levels of a path. In a name it stands twice. */
const LEVELS = /(?<!>)>(?!>)/;

/** The path of a category, as the cell of a CSV. @param names from the root down. */
export function pathText(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('>', '>>')).join(' > ');
}

interface PathCategory {
  readonly id: number;
  readonly parentId: number | undefined;
  readonly name: string;
  /** The first row that names it. */
  readonly row: number;
  image: string | undefined;
}

/** The categories that the rows of a CSV name by path. Each gets a number that is valid within the file only. */
export class CategoryPaths {
  private readonly categories = new Map<string, PathCategory>();

  /**
   * The number of the last category of a path such as `Games > PUBG Mobile > UC`.
   * @throws RowFault if the path has too many levels
   * @throws FileFault if there are too many categories
   */
  idOf(path: string, row: number, image?: string): number | undefined {
    const levels = path.split(LEVELS, DEEPEST_LEVEL + 1);
    if (levels.length > DEEPEST_LEVEL) {
      throw new RowFault(`its category stands more than ${DEEPEST_LEVEL} levels deep`);
    }
    let category: PathCategory | undefined;
    for (const level of levels) {
      category = this.childOf(category, level.replaceAll('>>', '>'), row);
    }
    if (category && image) category.image ??= image;
    return category?.id;
  }

  addTo(draft: DraftBuilder): void {
    for (const { id, parentId, name, row, image } of this.categories.values()) {
      draft.addCategory(row, {
        id: String(id),
        parent_id: parentId?.toString() ?? null,
        name,
        image,
        position: String(id),
      });
    }
  }

  private childOf(parent: PathCategory | undefined, level: string, row: number): PathCategory {
    const name = nameOf(level);
    const key = `${parent?.id ?? 0}>${name}`;
    const known = this.categories.get(key);
    if (known) return known;
    const id = this.categories.size + 1;
    if (id > MAX_CATEGORIES) {
      const most = englishNumber(MAX_CATEGORIES);
      throw new FileFault(`has more than ${most} categories; make it smaller.`);
    }
    const category = { id, parentId: parent?.id, name, row, image: undefined };
    this.categories.set(key, category);
    return category;
  }
}
