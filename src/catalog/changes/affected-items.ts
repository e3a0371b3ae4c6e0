import type { CatalogView } from '../view/catalog-view.js';
import { rankFor, type RuleAudience, type RuleTarget } from '../view/rules.js';
import type { FormerRows } from './change-log.repository.js';

/** A category or product that may look otherwise than before. */
export interface AffectedItem {
  readonly kind: 'category' | 'product';
  readonly id: number;
}

/**
 * All items that one of the two views may show otherwise than the other one, each once. The text of a category depends on
 * its own row, that of a product on its row, its category and its price. Whether an item is shown, and the price of a
 * product, depend on rules about it and about the categories above it, and on the way from it to the root. So these are
 * the changed items, the targets of changed rules, and everything that is below a category among them now. What was below
 * one of them only before has a changed row on the way there, and is below that one now, or has changed itself.
 */
export function* affectedItems(
  before: CatalogView,
  now: CatalogView,
  changes: FormerRows,
): Generator<AffectedItem> {
  const { snapshot } = now;
  const targets = targetsOfRules(before, now, changes);
  const products = new Set([...changes.products.keys(), ...targets.products]);
  for (const id of products) yield { kind: 'product', id };
  const roots = targets.isEverything ? snapshot.children(null).map(({ id }) => id) : [];
  // A set also yields what is added meanwhile. Parents that go in a circle end it, too.
  const categories = new Set([...changes.categories.keys(), ...targets.categories, ...roots]);
  for (const id of categories) {
    yield { kind: 'category', id };
    for (const product of snapshot.productsIn(id)) {
      if (!products.has(product.id)) yield { kind: 'product', id: product.id };
    }
    for (const child of snapshot.children(id)) categories.add(child.id);
  }
}

interface Targets {
  readonly categories: ReadonlySet<number>;
  readonly products: ReadonlySet<number>;
  /** True if a changed rule is about the whole catalog. */
  readonly isEverything: boolean;
}

/** What the changed rules of the audience are or were about. */
function targetsOfRules(before: CatalogView, now: CatalogView, changes: FormerRows): Targets {
  const rules: (RuleAudience & RuleTarget)[] = [before, now].flatMap(({ snapshot }) => [
    ...[...changes.visibilityRules.keys()].flatMap((id) => snapshot.rules.visibilityRule(id) ?? []),
    ...[...changes.priceRules.keys()].flatMap((id) => snapshot.rules.priceRule(id) ?? []),
  ]);
  const own = rules.filter((rule) => rankFor(now.audience, rule) !== undefined);
  return {
    categories: new Set(own.flatMap(({ categoryId }) => categoryId ?? [])),
    products: new Set(own.flatMap(({ productId }) => productId ?? [])),
    isEverything: own.some(
      ({ categoryId, productId }) => categoryId === null && productId === null,
    ),
  };
}
