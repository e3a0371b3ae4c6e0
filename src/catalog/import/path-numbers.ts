import type { CatalogFileCategory } from './reading/catalog-file.js';
import { nameOf } from './reading/row-values.js';

/** A number for each path of category names, so that long paths are compared without being written out. */
export class PathNumbers {
  private readonly numbers = new Map<string, number>();

  /** The number of the path one level below another, or of a root. */
  below(parent: number | undefined, name: string): number {
    const key = `${parent ?? 0}>${name}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.numbers.size + 1;
    this.numbers.set(key, number);
    return number;
  }
}

/** The number of the path of each category. Those that reach no root, such as below a deleted one, have none. */
export function numberedPaths(
  categories: readonly CatalogFileCategory[],
  numbers: PathNumbers,
): Map<number, number> {
  const children = Map.groupBy(categories, ({ parent_id: parent }) => parent);
  const paths = new Map<number, number>();
  const open = [...(children.get(null) ?? [])];
  // The list grows while it is walked; a circle of parents is reached from no root.
  for (const { id, name, parent_id: parent } of open) {
    const above = parent === null ? undefined : paths.get(parent);
    paths.set(id, numbers.below(above, nameOf(name)));
    for (const child of children.get(id) ?? []) open.push(child);
  }
  return paths;
}
