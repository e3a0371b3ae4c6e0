import type {
  CatalogFileCategory,
  CatalogFileProduct,
} from '../../../catalog/import/reading/catalog-file.js';
import type { Listing } from '../../../catalog/listing/listing.js';
import { OperatorError } from '../../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../../common/decimal.js';
import { priceWithPercentage } from '../../../common/money.js';
import { isPrice } from '../../../catalog/price-text.js';

/** Percentages on a supplier's prices. */
export interface Markups {
  readonly general: string;
  /** By category of theirs; one counts for all below it that have none. */
  readonly byCategory: ReadonlyMap<number, string>;
}

/** A product of theirs that was listed before. */
export interface Link {
  readonly theirs: number;
  /** Null when the product was deleted from its table. */
  readonly ours: number | null;
  /** It was switched off because the supplier had it no more, and for no other reason. */
  readonly isOffSinceGone: boolean;
  /** It is bought from the supplier still, after other handlers or alone. */
  readonly isBoughtThere: boolean;
}

/** Where a product of theirs goes. */
export interface Place {
  /** Our category for the product's. */
  readonly category: number;
  /** Percentage on its price there. */
  readonly markup: string;
  /** Undefined for a product that was never listed. */
  readonly link: Link | undefined;
}

const LARGEST_MARKUP = 100_000;
const MARKUP_SCALE = 6;

/** @throws OperatorError for what is no percentage */
export function markupText(text: string): string {
  const [, fraction = ''] = text.split('.');
  const sound = isPlainDecimal(text) && fraction.length <= MARKUP_SCALE;
  if (sound && Number(text) >= -100 && Number(text) <= LARGEST_MARKUP) return numericText(text);
  throw new OperatorError(`${JSON.stringify(text)} is no percentage; write one such as 10 or 2.5.`);
}

/** The mark-up of each category of theirs, in one pass over all. @param categories parents before their children */
export function markupsOf(
  categories: readonly CatalogFileCategory[],
  { general, byCategory }: Markups,
): ReadonlyMap<number, string> {
  const markups = new Map<number, string>();
  for (const { id, parent_id: parent } of categories) {
    const above = parent === null ? undefined : markups.get(parent);
    markups.set(id, byCategory.get(id) ?? above ?? general);
  }
  return markups;
}

/**
 * A product of theirs as it is to stand in our catalog. One that was never listed is created while the supplier has it;
 * price and what may be ordered follow the supplier while the product is bought there; one that is off since the
 * supplier had it no more returns with it.
 * @param supplier its name
 * @throws OperatorError for a price that our catalog cannot hold
 */
export function listing(
  { id, ...product }: CatalogFileProduct,
  supplier: string,
  { category, markup, link }: Place,
): Listing {
  const price = priceWithPercentage(product.price, markup);
  if (!isPrice(price)) {
    throw new OperatorError(`The price of its product ${id} is too large with the mark-up.`);
  }
  return {
    ...product,
    ...{ key: id, product_id: link?.ours ?? null, category_id: category, price },
    fulfillment: [{ handler: 'upstream', settings: { supplier, product: id } }],
    is_new: !link && product.available,
    follows: link?.isBoughtThere ?? false,
    returns: (link?.isOffSinceGone ?? false) && product.available,
  };
}

/** Categories by their level from the root on, each level after the one that it stands in. */
export function levelsOf(categories: readonly CatalogFileCategory[]): CatalogFileCategory[][] {
  const children = Map.groupBy(categories, ({ parent_id: parent }) => parent);
  const levels: CatalogFileCategory[][] = [];
  let level = children.get(null) ?? [];
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ id }) => children.get(id) ?? []);
  }
  return levels;
}
