import type { CatalogFileCategory, CatalogFileProduct } from './catalog-file.js';
import { circlesIn, levelsOf } from './category-levels.js';
import {
  toldCategory,
  toldProduct,
  type FoundCategory,
  type FoundProduct,
  type RowForm,
} from './found-rows.js';
import { englishNumber, FileFault, RowFault, RowFaults } from './import-faults.js';
import {
  DEEPEST_LEVEL,
  MAX_ROW_CHARACTERS,
  MAX_CATEGORIES,
  MAX_PRODUCTS,
} from './reading-bounds.js';
import { idOf, rowPlace } from './row-values.js';
import type { ToldCategory, ToldProduct } from './told-rows.js';

/** A checked catalog. */
export interface CatalogDraft {
  readonly categories: readonly ToldCategory[];
  readonly products: readonly ToldProduct[];
  /**
   * True if category ids are valid within this draft only, with parents before their children. The categories are then
   * matched with the stored ones by name.
   */
  readonly categoriesByName: boolean;
}

/** What the rows of a draft have. */
export interface DraftForm extends RowForm {
  /** As in `CatalogDraft`. */
  readonly categoriesByName?: boolean;
}

interface Placed<Item> {
  readonly row: number;
  readonly item: Item;
}

type Kind = 'category' | 'product';

const MOST: Readonly<Record<Kind, { readonly rows: number; readonly fault: string }>> = {
  category: {
    rows: MAX_CATEGORIES,
    fault: `has more than ${englishNumber(MAX_CATEGORIES)} categories; make it smaller.`,
  },
  product: {
    rows: MAX_PRODUCTS,
    fault: `has more than ${englishNumber(MAX_PRODUCTS)} products; make it smaller.`,
  },
};

/** The properties that identify an item in messages. */
interface Labels {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** Checks the rows that a reader finds, collects their faults, and builds the draft. */
export class DraftBuilder {
  private readonly faults = new RowFaults();
  /** Includes rows with faults. */
  private readonly rows = { category: 0, product: 0 };
  /** Includes ids of rows with faults, so that one fault does not cause faults in the rows that refer to it. */
  private readonly known = { category: new Set<number>(), product: new Set<number>() };
  private readonly categories: Placed<ToldCategory>[] = [];
  private readonly products: Placed<ToldProduct>[] = [];

  constructor(private readonly form: DraftForm = {}) {}

  /**
   * @param row its number, from 1.
   * @throws FileFault if there are too many rows; the same holds for `addProduct` and `refuse`
   */
  addCategory(row: number, found: FoundCategory): void {
    this.check(row, 'category', found, () => {
      const id = this.newId('category', found.id);
      const place = { row, order: this.known.category.size };
      const item = toldCategory(id, found, place, this.form);
      assertSize(item);
      this.categories.push({ row, item });
    });
  }

  /** @param row its number, from 1. */
  addProduct(row: number, found: FoundProduct): void {
    this.check(row, 'product', found, () => {
      const id = this.newId('product', found.id);
      const place = { row, order: this.known.product.size };
      const item = toldProduct(id, found, place, this.form);
      assertSize(item);
      this.products.push({ row, item });
    });
  }

  /** Adds a fault that only a reader can find. */
  refuse(row: number, fault: string): void {
    this.count('product');
    this.faults.add(rowPlace(row), fault);
  }

  /** @throws FileFault if any row has a fault, or there is no row */
  finish(): CatalogDraft {
    this.checkCategories();
    this.checkProducts();
    this.faults.throwIfAny();
    if (this.categories.length + this.products.length === 0) {
      throw new FileFault('has neither categories nor products.');
    }
    return {
      categories: this.categories.map(({ item }) => item),
      products: this.products.map(({ item }) => item),
      categoriesByName: this.form.categoriesByName ?? false,
    };
  }

  private check(row: number, kind: Kind, found: Labels, take: () => void): void {
    this.count(kind);
    try {
      take();
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.faults.add(this.place(row, kind, found), error.message);
    }
  }

  private count(kind: Kind): void {
    this.rows[kind] += 1;
    if (this.rows[kind] > MOST[kind].rows) throw new FileFault(MOST[kind].fault);
  }

  private newId(kind: Kind, value: unknown): number {
    const id = idOf(value, 'id');
    if (this.known[kind].has(id)) throw new RowFault('this id stands twice');
    this.known[kind].add(id);
    return id;
  }

  private checkCategories(): void {
    for (const { row, item } of this.categories) {
      if (item.parent_id === null || this.known.category.has(item.parent_id)) continue;
      const fault = `parent_id ${item.parent_id} is no category of this file`;
      this.faults.add(this.place(row, 'category', item), fault);
    }
    const items = this.categories.map(({ item }) => item);
    const circles = circlesIn(items);
    const levels = levelsOf(items);
    for (const { row, item } of this.categories) {
      const isTooDeep = (levels.get(item.id) ?? 0) > DEEPEST_LEVEL;
      if (!isTooDeep && !circles.has(item.id)) continue;
      const fault = isTooDeep
        ? `the category stands more than ${DEEPEST_LEVEL} levels deep`
        : 'the category is its own ancestor';
      this.faults.add(this.place(row, 'category', item), fault);
    }
  }

  private checkProducts(): void {
    for (const { row, item } of this.products) {
      if (this.isPlaced(item)) continue;
      const fault = `category_id ${item.category_id} is no category of this file`;
      this.faults.add(this.place(row, 'product', item), fault);
    }
  }

  /** A product may name a category of the catalog instead, or none where it must exist. */
  private isPlaced({ category_id: id, keeps = [], storedCategory }: ToldProduct): boolean {
    if (id === 0) return storedCategory !== undefined || keeps.includes('category_id');
    return this.known.category.has(id);
  }

  private place(row: number, kind: Kind, { id, name }: Labels): string {
    return rowPlace(row, kind, kind === 'category' && this.form.categoriesByName ? name : id);
  }
}

/** Rows are processed in batches of limited size, so a single row must be limited too. */
function assertSize(item: CatalogFileCategory | CatalogFileProduct): void {
  if (JSON.stringify(item).length <= MAX_ROW_CHARACTERS) return;
  throw new RowFault(`it takes more than ${englishNumber(MAX_ROW_CHARACTERS)} characters`);
}
