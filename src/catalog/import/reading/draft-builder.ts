import { numericText } from '../../../common/decimal.js';
import { CURRENCY } from '../../../common/money.js';
import type { CatalogFileCategory, CatalogFileProduct } from './catalog-file.js';
import { circlesIn, levelsOf } from './category-levels.js';
import { fieldsOf } from './field-values.js';
import { englishNumber, FileFault, RowFault, RowFaults } from './import-faults.js';
import {
  DEEPEST_LEVEL,
  MAX_ROW_CHARACTERS,
  MAX_CATEGORIES,
  MAX_PRODUCTS,
} from './reading-bounds.js';
import {
  availableOf,
  idOf,
  imageOf,
  isMissing,
  positionOf,
  priceOf,
  productTypeOf,
  quantityValuesOf,
  rowPlace,
  shown,
  textOf,
} from './row-values.js';

/** An item as a reader found it: with the keys of our format and unchecked values. */
export type Found<Item> = { readonly [Key in keyof Item]?: unknown };
export type FoundCategory = Found<CatalogFileCategory>;
export type FoundProduct = Found<CatalogFileProduct> & { readonly currency?: unknown };

/** A checked catalog. */
export interface CatalogDraft {
  readonly categories: readonly CatalogFileCategory[];
  readonly products: readonly CatalogFileProduct[];
  /**
   * True if category ids are valid within this draft only, with parents before their children. The categories are then
   * matched with the stored ones by name.
   */
  readonly categoriesByName: boolean;
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
  private readonly categories: Placed<CatalogFileCategory>[] = [];
  private readonly products: Placed<CatalogFileProduct>[] = [];

  constructor(private readonly categoriesByName: boolean) {}

  /**
   * @param row its number, from 1.
   * @throws FileFault if there are too many rows; the same holds for `addProduct` and `refuse`
   */
  addCategory(row: number, found: FoundCategory): void {
    this.check(row, 'category', found, () => {
      const id = this.newId('category', found.id);
      const item = {
        id,
        parent_id: isMissing(found.parent_id) ? null : idOf(found.parent_id, 'parent_id'),
        name: textOf(found.name, 'name'),
        image: imageOf(found.image),
        position: positionOf(found.position, this.known.category.size),
      };
      assertSize(item);
      this.categories.push({ row, item });
    });
  }

  /** @param row its number, from 1. */
  addProduct(row: number, found: FoundProduct): void {
    this.check(row, 'product', found, () => {
      const id = this.newId('product', found.id);
      if (!isMissing(found.currency) && found.currency !== CURRENCY) {
        throw new RowFault(`currency ${shown(found.currency)} is not ${CURRENCY}`);
      }
      const productType = productTypeOf(found.product_type);
      const item = {
        id,
        category_id: idOf(found.category_id, 'category_id'),
        name: textOf(found.name, 'name'),
        price: numericText(priceOf(found.price)),
        available: availableOf(found.available),
        product_type: productType,
        qty_values: quantityValuesOf(found.qty_values, productType),
        fields: fieldsOf(found.fields),
        image: imageOf(found.image),
        position: positionOf(found.position, this.known.product.size),
      };
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
      categoriesByName: this.categoriesByName,
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
      if (this.known.category.has(item.category_id)) continue;
      const fault = `category_id ${item.category_id} is no category of this file`;
      this.faults.add(this.place(row, 'product', item), fault);
    }
  }

  private place(row: number, kind: Kind, { id, name }: Labels): string {
    return rowPlace(row, kind, kind === 'category' && this.categoriesByName ? name : id);
  }
}

/** Rows are processed in batches of limited size, so a single row must be limited too. */
function assertSize(item: CatalogFileCategory | CatalogFileProduct): void {
  if (JSON.stringify(item).length <= MAX_ROW_CHARACTERS) return;
  throw new RowFault(`it takes more than ${englishNumber(MAX_ROW_CHARACTERS)} characters`);
}
