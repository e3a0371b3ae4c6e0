import type { CategoryPath } from '../../src/catalog/view/category-path.js';
import type {
  CatalogRows,
  CategoryRow,
  ProductRow,
} from '../../src/catalog/view/catalog-snapshot.js';
import type {
  Audience,
  PriceRuleRow,
  RuleAudience,
  RuleTarget,
  VisibilityRuleRow,
} from '../../src/catalog/view/rules.js';

/** The audience and target of a rule; null where left out. */
type RuleScope = Partial<RuleAudience & RuleTarget>;

const NOBODY_AND_NOTHING = { accountId: null, groupId: null, categoryId: null, productId: null };

let lastRule = 0;

export function audienceOf(more: Partial<Audience> = {}): Audience {
  return { accountId: 1, groupId: null, showUnavailable: false, testing: false, ...more };
}

export function categoryRow(id: number, more: Partial<CategoryRow> = {}): CategoryRow {
  return {
    id,
    parentId: null,
    name: `Category ${id}`,
    image: null,
    position: 0,
    testingOnly: false,
    ...more,
  };
}

export function productRow(id: number, more: Partial<ProductRow> = {}): ProductRow {
  return {
    id,
    categoryId: 1,
    name: `Product ${id}`,
    price: '1',
    available: true,
    productType: 'package',
    quantityValues: null,
    fields: [],
    fulfillment: [],
    image: null,
    position: 0,
    ...more,
  };
}

export function visibilityRule(scope: RuleScope, visible: boolean): VisibilityRuleRow {
  return { id: ++lastRule, ...NOBODY_AND_NOTHING, ...scope, visible };
}

export function fixedPrice(scope: RuleScope, price: string): PriceRuleRow {
  return { id: ++lastRule, ...NOBODY_AND_NOTHING, ...scope, fixedPrice: price, percentage: null };
}

export function percentage(scope: RuleScope, text: string): PriceRuleRow {
  return { id: ++lastRule, ...NOBODY_AND_NOTHING, ...scope, fixedPrice: null, percentage: text };
}

export function catalogRows(more: Partial<CatalogRows> = {}): CatalogRows {
  const rows = { categories: [], products: [], visibilityRules: [], priceRules: [] };
  return { revision: '1', ...rows, ...more };
}

/** A path through these categories, from its root on. */
export function pathThrough(categories: readonly CategoryRow[]): CategoryPath {
  let path: CategoryPath | undefined;
  for (const category of categories) {
    const rehearsal = category.testingOnly || path?.rehearsal === true;
    path = { category, above: path, level: (path?.level ?? 0) + 1, rehearsal };
  }
  if (!path) throw new Error('a path has a category');
  return path;
}

/** The category with its ancestors, nearest first. */
export function stepsOf(path: CategoryPath | undefined): CategoryRow[] {
  const steps: CategoryRow[] = [];
  for (let at = path; at; at = at.above) steps.push(at.category);
  return steps;
}
