import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import type { ShownChanges } from '../audit/latest-changes.js';
import type { ShownDelivery } from '../delivery/delivery-reading.service.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';

/** Rules on a category above. */
export interface InheritedRules {
  readonly category: CategoryAbove;
  readonly visibility: readonly VisibilityRuleDto[];
  readonly prices: readonly PriceRuleDto[];
}

/** The rules on a category or product, in pages. */
export interface ShownRules {
  readonly visibility: ItemsPage<VisibilityRuleDto>;
  readonly prices: ItemsPage<PriceRuleDto>;
  /** The first rules on the categories above, the nearest first. */
  readonly inherited: readonly InheritedRules[];
  /** Of those that the rules are for. */
  readonly names: ThingNames;
  /** The groups to choose from; left out if they are too many for a list. */
  readonly groups?: readonly { readonly id: number; readonly name: string }[];
}

/** What the page of a category shows. */
export interface ShownCategory {
  readonly category: CategoryDto;
  /** Those above and itself, the root category first. */
  readonly path: readonly CategoryAbove[];
  readonly children: ItemsPage<CategoryDto>;
  readonly products: ItemsPage<ProductDto>;
  readonly rules: ShownRules;
}

/** A product as the catalog has it. */
export interface CatalogProduct {
  readonly product: ProductDto;
  /** Of its category; empty if that is deleted. */
  readonly path: readonly CategoryAbove[];
  readonly rules: ShownRules;
  /** True if a rule on it hides it from everyone without a rule of their own. */
  readonly isHidden: boolean;
}

/** What the page of a product shows. */
export interface ShownProduct extends CatalogProduct {
  /** Left out for operators who may not see costs. */
  readonly cost?: ProductCostDto;
  /** Left out for operators who may not see who delivers. */
  readonly delivery?: ShownDelivery;
  /** The last ones; left out for operators who may not read the audit. */
  readonly changes?: ShownChanges;
}

/** What rules are about, by the names of the admin API. */
export type RuleTarget =
  | { readonly category_id: number; readonly product_id?: never }
  | { readonly product_id: number; readonly category_id?: never };

/** The page of a category or product, below the home page. @param target may have null for what it is not about */
export function pageOfTarget({ category_id: category, product_id: product }: TargetIds): string {
  return `catalog/${product ? `products/${product}` : `categories/${category}`}`;
}

interface TargetIds {
  readonly category_id?: number | null;
  readonly product_id?: number | null;
}
