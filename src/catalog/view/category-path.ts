import type { CategoryRow } from './category-row.js';
import type { IdMap } from './id-map.js';

/**
 * A category with its ancestors. Siblings share the objects of their ancestors, and the next snapshot keeps the same object
 * if none of its rows has changed.
 */
export interface CategoryPath {
  readonly category: CategoryRow;
  readonly above: CategoryPath | undefined;
  /** The level; 1 for a root category. */
  readonly level: number;
  /** True for a testing category and all below it. */
  readonly rehearsal: boolean;
}

type KnownPaths = ReadonlyMap<number, CategoryPath | undefined>;

/** Categories with their paths. A path is computed at its first use and cached, since chains of parents may be long. */
export class CategoryPaths {
  private readonly paths = new Map<number, CategoryPath | undefined>();

  /** @param earlier paths of the previous snapshot; those that are still right are reused. */
  constructor(
    readonly rows: IdMap<CategoryRow>,
    private readonly earlier: KnownPaths = new Map(),
  ) {}

  /** The paths of the given rows; the same object if the rows are the same. */
  with(rows: IdMap<CategoryRow>): CategoryPaths {
    return rows === this.rows ? this : new CategoryPaths(rows, this.paths);
  }

  /** Undefined unless the chain of parents reaches a root. */
  pathOf(categoryId: number): CategoryPath | undefined {
    const { open, top } = this.climb(categoryId);
    let above = top === null ? undefined : this.paths.get(top);
    const isLost = top !== null && above === undefined;
    for (const category of open.reverse()) {
      above = isLost ? undefined : this.path(category, above);
      this.paths.set(category.id, above);
    }
    return above;
  }

  /** The categories from this one upwards whose paths are not cached, and the id at which the climb ended; null above a root. */
  private climb(categoryId: number): { open: CategoryRow[]; top: number | null } {
    const open: CategoryRow[] = [];
    const met = new Set<number>();
    let top: number | null = categoryId;
    while (top !== null && !this.paths.has(top) && !met.has(top)) {
      const category = this.rows.get(top);
      if (!category) break;
      met.add(top);
      open.push(category);
      top = category.parentId;
    }
    return { open, top };
  }

  private path(category: CategoryRow, above: CategoryPath | undefined): CategoryPath {
    const known = this.earlier.get(category.id);
    if (known?.category === category && known.above === above) return known;
    const rehearsal = category.testingOnly || above?.rehearsal === true;
    return { category, above, level: (above?.level ?? 0) + 1, rehearsal };
  }
}

/** The distance between two levels whose values are cached. */
const STRIDE = 64;

/**
 * The value of a category, or of the nearest ancestor that has one. Cached for few levels only: enough to climb long
 * chains once, and almost nothing in a catalog of ordinary depth.
 */
export class Inherited<Value> {
  private readonly known = new WeakMap<CategoryPath, { readonly value: Value }>();

  /** @param own the category's own value; undefined for none @param otherwise the value if no category has one */
  constructor(
    private readonly own: (category: CategoryRow) => Value | undefined,
    private readonly otherwise: Value,
  ) {}

  of(path: CategoryPath): Value {
    const passed: CategoryPath[] = [];
    let found: { readonly value: Value } | undefined;
    for (let at: CategoryPath | undefined = path; at && !found; at = at.above) {
      const value = this.own(at.category);
      found = value === undefined ? this.known.get(at) : { value };
      if (!found && at.level % STRIDE === 0) passed.push(at);
    }
    found ??= { value: this.otherwise };
    for (const at of passed) this.known.set(at, found);
    return found.value;
  }
}
