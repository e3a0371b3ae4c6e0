import { NO_PRICE } from '../policies/policy-decisions.js';
import type { ProductRow } from './catalog-snapshot.js';
import type { CatalogView } from './catalog-view.js';
import type { CategoryPath } from './category-path.js';
import type { PriceRuleRow, VisibilityRuleRow } from './rules.js';

/**
 * What decides whether an audience has a product in its lists:
 * - `default`: nothing says otherwise, or `rule`: a rule that shows it;
 * - `hidden-by-rule`: a rule on the product or on a category above it;
 * - `no-category`: a category above it is deleted; `testing`: it is below a testing category, which the audience does not see;
 * - `policy`: a policy of an extension hides it; `no-price`: a policy answers no price;
 * - `unavailable`: it is switched off, and the audience does not see such products.
 */
export const LISTING_REASONS = [
  ...([
    'default',
    'rule',
    'hidden-by-rule',
    'no-category',
    'testing',
    'policy',
    'no-price',
  ] as const),
  'unavailable',
] as const;
export type ListingReason = (typeof LISTING_REASONS)[number];

/** Why an audience sees a product or not. */
export interface ListingDecision {
  readonly listed: boolean;
  readonly reason: ListingReason;
  /** The rule that decides; null where none does. */
  readonly rule: VisibilityRuleRow | null;
}

/** A product as an audience sees it, with what decides on it. */
export interface ProductExplanation {
  readonly product: ProductRow;
  readonly listing: ListingDecision;
  /** USD a unit; null if there is none for the audience. */
  readonly price: string | null;
  /** The rule that sets the price, before policies; null where the base price holds. */
  readonly priceRule: PriceRuleRow | null;
}

/** Explains a product that is not deleted; undefined for any other. @throws TemporarilyUnavailableError (111) if a policy throws */
export function explain(view: CatalogView, productId: number): ProductExplanation | undefined {
  const product = view.snapshot.product(productId);
  if (!product) return undefined;
  const path = view.snapshot.pathOf(product.categoryId);
  const seen = view.product(productId);
  const price = seen === undefined || seen.price === NO_PRICE ? null : seen.price;
  return {
    product,
    listing: listingDecision(view, product, path),
    price,
    priceRule: (path && view.resolvedRules.pricing.ruleFor(product, path)) ?? null,
  };
}

function listingDecision(
  view: CatalogView,
  product: ProductRow,
  path: CategoryPath | undefined,
): ListingDecision {
  const hidden = (reason: ListingReason, rule: VisibilityRuleRow | null = null) =>
    ({ listed: false, reason, rule }) as const;
  if (!path) return hidden('no-category');
  const { visibility } = view.resolvedRules;
  const own = visibility.ruleOnProduct(product.id);
  if (own?.visible === false) return hidden('hidden-by-rule', own);
  let shownBy = own ?? null;
  for (let at: CategoryPath | undefined = path; at; at = at.above) {
    const { id, testingOnly } = at.category;
    const rule = visibility.ruleOnCategory(id);
    if (rule?.visible === false) return hidden('hidden-by-rule', rule);
    if (testingOnly && !view.audience.testing) return hidden('testing');
    shownBy ??= rule ?? null;
  }
  const seen = view.product(product.id);
  if (!seen) return hidden('policy');
  if (seen.price === NO_PRICE) return hidden('no-price');
  if (!view.listedProduct(product.id)) return hidden('unavailable');
  return { listed: true, reason: shownBy ? 'rule' : 'default', rule: shownBy };
}
