import type { CategoryRow } from './category-row.js';
import type { IdMap } from './id-map.js';

/**
 * A category with those that it stands in. It shares all above it with its siblings, and is the very same object in the
 * next snapshot as long as none of its rows has changed.
 */
export interface CategoryPath {
  readonly category: CategoryRow;
  readonly above: CategoryPath | undefined;
  /** 1 for a root category. */
  readonly level: number;
  /** True at and below a category for testing. */
  readonly rehearsal: boolean;
}

type KnownPaths = ReadonlyMap<number, CategoryPath | undefined>;

/** Categories with their paths, which are found when they are asked for, each once: chains may be long. */
export class CategoryPaths {
  private readonly paths = new Map<number, CategoryPath | undefined>();

  /** @param earlier paths of the snapshot before, of which those that are still right are kept. */
  constructor(
    readonly rows: IdMap<CategoryRow>,
    private readonly earlier: KnownPaths = new Map(),
  ) {}

  /** Those of rows that have changed, or the very same. */
  with(rows: IdMap<CategoryRow>): CategoryPaths {
    return rows === this.rows ? this : new CategoryPaths(rows, this.paths);
  }

  /** Undefined unless the chain of parents reaches a root, without a circle. */
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

  /** From the category upwards all whose paths are not known, and where that ended; null for beyond a root. */
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

/** Levels between two that are remembered. */
const STRIDE = 64;

/**
 * What a category has from the nearest of those above it, or itself, that has one of its own. Remembered on few levels:
 * enough that long chains are not climbed again and again, and nothing in a catalog of ordinary depth.
 */
export class Inherited<Value> {
  private readonly known = new WeakMap<CategoryPath, { readonly value: Value }>();

  /** @param own undefined for none @param otherwise where nobody has one */
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
