import { canonicalText } from '../../../common/text.js';
import type { DraftBuilder } from './draft-builder.js';

interface PathCategory {
  readonly id: number;
  readonly parentId: number | undefined;
  readonly name: string;
  /** Where it was met first. */
  readonly row: number;
  image: string | undefined;
}

/**
 * The categories that the rows of a CSV name by path; each gets a number that holds within the
 * file.
 */
export class CategoryPaths {
  private readonly categories = new Map<string, PathCategory>();

  /** The number of the category at the end of the path `Games > PUBG Mobile > UC`. */
  idOf(path: string, row: number, image?: string): number | undefined {
    let category: PathCategory | undefined;
    for (const level of path.split('>')) category = this.childOf(category, level, row);
    if (category && image) category.image ??= image;
    return category?.id;
  }

  addTo(draft: DraftBuilder): void {
    for (const { id, parentId, name, row, image } of this.categories.values()) {
      draft.addCategory(row, {
        id: String(id),
        parent_id: parentId?.toString(),
        name,
        image,
        position: String(id),
      });
    }
  }

  private childOf(parent: PathCategory | undefined, level: string, row: number): PathCategory {
    const name = canonicalText(level);
    const key = `${parent?.id ?? 0}>${name}`;
    const known = this.categories.get(key);
    if (known) return known;
    const id = this.categories.size + 1;
    const category = { id, parentId: parent?.id, name, row, image: undefined };
    this.categories.set(key, category);
    return category;
  }
}
