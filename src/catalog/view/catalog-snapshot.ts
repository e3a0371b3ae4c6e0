import type { AccountField } from '../account-field.js';
import type { FulfillmentStep } from '../fulfillment-step.js';
import type { PolicyDecisions } from '../policies/policy-decisions.js';
import type { ProductType, QuantityValues } from '../quantity-values.js';
import { CategoryPaths, type CategoryPath } from './category-path.js';
import type { CategoryRow } from './category-row.js';
import { ChildLists } from './child-lists.js';
import { IdMap } from './id-map.js';
import { RuleBook } from './rule-book.js';
import type { PriceRuleRow, VisibilityRuleRow } from './rules.js';

export type { CategoryRow };

/** A product that is not deleted, as stored. */
export interface ProductRow {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  /** USD per unit, before any price rule. */
  readonly price: string;
  readonly available: boolean;
  readonly productType: ProductType;
  readonly quantityValues: QuantityValues;
  readonly fields: readonly AccountField[];
  /** The handlers, in the order in which they are tried. */
  readonly fulfillment: readonly FulfillmentStep[];
  readonly image: string | null;
  readonly position: number;
}

/** The rows of one revision, in display order, without deleted items. */
export interface CatalogRows {
  /** The catalog revision to which the rows belong. */
  readonly revision: string;
  readonly categories: readonly CategoryRow[];
  readonly products: readonly ProductRow[];
  readonly visibilityRules: readonly VisibilityRuleRow[];
  readonly priceRules: readonly PriceRuleRow[];
  /** Undefined without policies. */
  readonly policies?: PolicyDecisions | undefined;
}

/** The items and rules that changed between two revisions, by id; undefined for those that no longer exist. */
export interface CatalogChanges {
  /** The revision after the changes. */
  readonly revision: string;
  readonly categories: ReadonlyMap<number, CategoryRow | undefined>;
  readonly products: ReadonlyMap<number, ProductRow | undefined>;
  readonly visibilityRules: ReadonlyMap<number, VisibilityRuleRow | undefined>;
  readonly priceRules: ReadonlyMap<number, PriceRuleRow | undefined>;
  /** The decisions by the facts that were read with the changes; undefined without policies. */
  readonly policies?: PolicyDecisions | undefined;
}

/** When the rows were read. */
interface Reading {
  readonly revision: string;
  readonly policies: PolicyDecisions | undefined;
}

const ROOT = 0;

/**
 * The catalog, or a slice of it, at one revision: immutable, indexed, shared by all views. It does not know who may see
 * what. The snapshot of the next revision, or with new facts of policies, shares all unchanged objects and lists, so their identity shows what changed.
 */
export class CatalogSnapshot {
  private constructor(
    private readonly reading: Reading,
    readonly rules: RuleBook,
    private readonly categories: CategoryPaths,
    private readonly products: IdMap<ProductRow>,
    private readonly lists: {
      categories: ChildLists<CategoryRow>;
      products: ChildLists<ProductRow>;
    },
  ) {}

  static of({
    revision,
    categories,
    products,
    visibilityRules,
    priceRules,
    policies,
  }: CatalogRows): CatalogSnapshot {
    const byId = IdMap.of(categories.map((category) => [category.id, category]));
    return new CatalogSnapshot(
      { revision, policies },
      RuleBook.of(visibilityRules, priceRules),
      new CategoryPaths(byId),
      IdMap.of(products.map((product) => [product.id, product])),
      {
        categories: ChildLists.of(categories, ({ parentId }) => parentId ?? ROOT),
        products: ChildLists.of(products, ({ categoryId }) => categoryId),
      },
    );
  }

  /** The snapshot after these changes. */
  with({
    revision,
    categories,
    products,
    visibilityRules,
    priceRules,
    policies,
  }: CatalogChanges): CatalogSnapshot {
    const { rows } = this.categories;
    return new CatalogSnapshot(
      { revision, policies },
      this.rules.with(visibilityRules, priceRules),
      this.categories.with(rows.with(categories)),
      this.products.with(products),
      {
        categories: this.lists.categories.with(pairs(rows, categories)),
        products: this.lists.products.with(pairs(this.products, products)),
      },
    );
  }

  /** The snapshot of the same rows after the facts of policies were read anew. */
  withPolicies(policies: PolicyDecisions | undefined): CatalogSnapshot {
    const { revision } = this;
    return new CatalogSnapshot(
      { revision, policies },
      this.rules,
      this.categories,
      this.products,
      this.lists,
    );
  }

  get revision(): string {
    return this.reading.revision;
  }

  /** What the policies of extensions decide; undefined without policies. */
  get policies(): PolicyDecisions | undefined {
    return this.reading.policies;
  }

  category(id: number): CategoryRow | undefined {
    return this.categories.rows.get(id);
  }

  product(id: number): ProductRow | undefined {
    return this.products.get(id);
  }

  /** The direct child categories; for null the root categories. */
  children(parentId: number | null): readonly CategoryRow[] {
    return this.lists.categories.in(parentId ?? ROOT);
  }

  /** The direct products of a category. */
  productsIn(categoryId: number): readonly ProductRow[] {
    return this.lists.products.in(categoryId);
  }

  /**
   * A category with its ancestors; undefined unless the chain of parents reaches a root. So nothing below a deleted
   * category or in a circle of parents is ever visible.
   */
  pathOf(categoryId: number): CategoryPath | undefined {
    return this.categories.pathOf(categoryId);
  }
}

function pairs<Row>(
  before: IdMap<Row>,
  changes: ReadonlyMap<number, Row | undefined>,
): { before: Row | undefined; now: Row | undefined }[] {
  return [...changes].map(([id, now]) => ({ before: before.get(id), now }));
}
