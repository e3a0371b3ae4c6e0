import type { CatalogFileCategory } from './catalog-file.js';

type TreeNode = Pick<CatalogFileCategory, 'id' | 'parent_id'>;

/** One category of each circle of parents. The categories of a circle reach no root, so nobody would see them. */
export function circlesIn(categories: readonly TreeNode[]): Set<number> {
  const parents = new Map(categories.map(({ id, parent_id: parentId }) => [id, parentId]));
  const circles = new Set<number>();
  /** For each visited category, the one at which the walk started. */
  const walkOf = new Map<number, number>();
  for (const { id: start } of categories) {
    let id: number | null | undefined = start;
    while (typeof id === 'number' && !walkOf.has(id)) {
      walkOf.set(id, start);
      id = parents.get(id);
    }
    // Only a walk that meets itself is in a circle; one that meets an earlier walk is not.
    if (typeof id === 'number' && walkOf.get(id) === start) circles.add(id);
  }
  return circles;
}

/** The level of each category; 1 for a root or a child of a missing category. Those in and below circles are left out. */
export function levelsOf(categories: readonly TreeNode[]): Map<number, number> {
  const parents = new Map(categories.map(({ id, parent_id: parentId }) => [id, parentId]));
  const levels = new Map<number, number>();
  const seen = new Set<number>();
  for (const { id: start } of categories) {
    const walk: number[] = [];
    let id: number | null = start;
    while (id !== null && parents.has(id) && !seen.has(id)) {
      seen.add(id);
      walk.push(id);
      id = parents.get(id) ?? null;
    }
    let level = id === null || !parents.has(id) ? 0 : levels.get(id);
    if (level === undefined) continue;
    for (const each of walk.reverse()) levels.set(each, (level += 1));
  }
  return levels;
}
