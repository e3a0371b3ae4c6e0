import type { CatalogFileCategory } from './reading/catalog-file.js';
import { circlesIn, levelsOf } from './reading/category-levels.js';
import { RowFaults } from './reading/import-faults.js';
import { DEEPEST_LEVEL } from './reading/reading-bounds.js';
import { rowPlace } from './reading/row-values.js';
import type { ToldCategory } from './reading/told-rows.js';

/** A category of the catalog. */
export interface StoredCategory extends CatalogFileCategory {
  readonly deleted: boolean;
}

/**
 * The categories as an import makes them: what the file leaves out is as it is in the catalog.
 * @throws FileFault if a category would stand below itself or too deep, by the place that another one keeps
 */
export function settledCategories(
  told: readonly ToldCategory[],
  stored: readonly StoredCategory[],
): readonly CatalogFileCategory[] {
  const known = new Map<number, CatalogFileCategory>(stored.map((one) => [one.id, one]));
  const settled = told.map((category) => ({ ...category, ...kept(category, known) }));
  for (const category of settled) known.set(category.id, category);
  assertNoCircle(settled, known);
  assertLevels(settled, known, stored);
  return settled;
}

function kept(
  { id, keeps = [] }: ToldCategory,
  known: ReadonlyMap<number, CatalogFileCategory>,
): Partial<CatalogFileCategory> {
  const stored = known.get(id);
  return stored ? Object.fromEntries(keeps.map((column) => [column, stored[column]])) : {};
}

function assertNoCircle(
  settled: readonly ToldCategory[],
  known: ReadonlyMap<number, CatalogFileCategory>,
): void {
  const faults = new RowFaults();
  const rows = new Map(settled.map(({ id, row = 0 }) => [id, row]));
  for (const start of circlesIn([...known.values()])) {
    const id = circleFrom(start, known).find((each) => rows.has(each));
    // SQL may have left circles of categories that the file does not name.
    if (id === undefined) continue;
    faults.add(
      rowPlace(rows.get(id) ?? 0, 'category', id),
      'the category would be its own ancestor',
    );
  }
  faults.throwIfAny();
}

/** What stood too deep before, as SQL may have left it, may stay so. */
function assertLevels(
  settled: readonly ToldCategory[],
  known: ReadonlyMap<number, CatalogFileCategory>,
  stored: readonly StoredCategory[],
): void {
  const faults = new RowFaults();
  const rows = new Map(settled.map(({ id, row = 0 }) => [id, row]));
  const before = levelsOf(stored);
  const named = new Set<number>();
  for (const [id, level] of levelsOf([...known.values()])) {
    if (level <= Math.max(DEEPEST_LEVEL, before.get(id) ?? 0)) continue;
    const moved = nearest(id, known, rows);
    if (moved !== undefined) named.add(moved);
  }
  for (const id of named) {
    const fault = `the category, or one below it, would stand more than ${DEEPEST_LEVEL} levels deep`;
    faults.add(rowPlace(rows.get(id) ?? 0, 'category', id), fault);
  }
  faults.throwIfAny();
}

/** The category itself or the next one above it that the file names. */
function nearest(
  start: number,
  known: ReadonlyMap<number, CatalogFileCategory>,
  rows: ReadonlyMap<number, number>,
): number | undefined {
  let id: number | null | undefined = start;
  while (typeof id === 'number' && !rows.has(id)) id = known.get(id)?.parent_id;
  return id ?? undefined;
}

/** All categories of a circle of parents. */
function circleFrom(start: number, known: ReadonlyMap<number, CatalogFileCategory>): number[] {
  const circle = [start];
  let id = known.get(start)?.parent_id;
  while (typeof id === 'number' && id !== start) {
    circle.push(id);
    id = known.get(id)?.parent_id;
  }
  return circle;
}
