import type { AccountField } from '../account-field.js';
import type { FulfillmentStep } from '../fulfillment-step.js';
import type { ProductType, QuantityValues } from '../quantity-values.js';
import { RuleBook } from './rule-book.js';
import type { PriceRuleRow, VisibilityRuleRow } from './rules.js';

/** A live category, as stored. */
export interface CategoryRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly image: string | null;
  /** True hides it, with all below it, from accounts that are not under test. */
  readonly testingOnly: boolean;
}

/** A live product, as stored. */
export interface ProductRow {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  /** USD a unit, before any price rule. */
  readonly price: string;
  readonly available: boolean;
  readonly productType: ProductType;
  readonly quantityValues: QuantityValues;
  readonly fields: readonly AccountField[];
  /** Who delivers it, in the order in which they are tried. */
  readonly fulfillment: readonly FulfillmentStep[];
  readonly image: string | null;
}

/** Rows of one moment, in display order; deleted items are not among them. */
export interface CatalogRows {
  /** The catalog revision these rows belong to. */
  readonly revision: string;
  readonly categories: readonly CategoryRow[];
  readonly products: readonly ProductRow[];
  readonly visibilityRules: readonly VisibilityRuleRow[];
  readonly priceRules: readonly PriceRuleRow[];
}

const ROOT = 0;

/**
 * The catalog, or a slice of it, as it was at one revision: immutable, indexed once, shared by all views. It knows
 * nothing of who may see what.
 */
export class CatalogSnapshot {
  readonly revision: string;
  readonly rules: RuleBook;
  private readonly categories: ReadonlyMap<number, CategoryRow>;
  private readonly products: ReadonlyMap<number, ProductRow>;
  private readonly childrenOf: ReadonlyMap<number, readonly CategoryRow[]>;
  private readonly productsOf: ReadonlyMap<number, readonly ProductRow[]>;

  constructor(rows: CatalogRows) {
    this.revision = rows.revision;
    this.rules = new RuleBook(rows.visibilityRules, rows.priceRules);
    this.categories = new Map(rows.categories.map((category) => [category.id, category]));
    this.products = new Map(rows.products.map((product) => [product.id, product]));
    this.childrenOf = Map.groupBy(rows.categories, ({ parentId }) => parentId ?? ROOT);
    this.productsOf = Map.groupBy(rows.products, ({ categoryId }) => categoryId);
  }

  category(id: number): CategoryRow | undefined {
    return this.categories.get(id);
  }

  product(id: number): ProductRow | undefined {
    return this.products.get(id);
  }

  /** Direct child categories; those of null are the root categories. */
  children(parentId: number | null): readonly CategoryRow[] {
    return this.childrenOf.get(parentId ?? ROOT) ?? [];
  }

  /** Direct products of a category. */
  productsIn(categoryId: number): readonly ProductRow[] {
    return this.productsOf.get(categoryId) ?? [];
  }

  /**
   * A category with its ancestors, nearest first; empty unless the chain reaches a root, so that what hangs on a
   * deleted category, or in a circle, is never seen.
   */
  pathOf(categoryId: number): readonly CategoryRow[] {
    const path: CategoryRow[] = [];
    for (let id: number | null = categoryId; id !== null;) {
      const category = this.categories.get(id);
      if (!category || path.includes(category)) return [];
      path.push(category);
      id = category.parentId;
    }
    return path;
  }
}
