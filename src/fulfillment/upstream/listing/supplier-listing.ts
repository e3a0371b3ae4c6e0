import type {
  CatalogFileCategory,
  CatalogFileProduct,
} from '../../../catalog/import/reading/catalog-file.js';
import type { Listing } from '../../../catalog/listing/listing.js';
import { OperatorError } from '../../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../../common/decimal.js';
import { priceWithPercentage } from '../../../common/money.js';
import { sentence } from '../../../common/sentence.js';
import { isPrice } from '../../../catalog/price-text.js';

/** Percentages on a supplier's prices. */
interface Markups {
  readonly general: string;
  /** By category of theirs. A category without its own percentage uses that of the nearest category above it. */
  readonly byCategory: ReadonlyMap<number, string>;
}

/** The link between a product of theirs and ours, made when theirs was listed. */
export interface Link {
  readonly theirs: number;
  /** Null if the row of our product was deleted. */
  readonly ours: number | null;
  /** True if ours was switched off only because the supplier no longer had theirs. */
  readonly isOffSinceGone: boolean;
  /** True if ours is still bought from the supplier. */
  readonly isBoughtThere: boolean;
}

/** A product of theirs, with what decides how it is listed here. */
export interface Offer {
  readonly product: CatalogFileProduct;
  /** Undefined if it was never listed. */
  readonly link: Link | undefined;
  /** Percentage on the supplier's price. */
  readonly markup: string;
  readonly isPicked: boolean;
  /** True if the last sync would have listed it, so that the operator has decided that it goes. */
  readonly isLeftOut: boolean;
}

/** What of a supplier's catalog is listed here, by their ids; null in both for all of it. */
export interface Picks {
  /** With all below them. */
  readonly pickedCategories: readonly number[] | null;
  readonly pickedProducts: readonly number[] | null;
}

const MAX_MARKUP = 100_000;
const MARKUP_SCALE = 6;

/** @throws OperatorError for an invalid percentage */
export function markupText(text: string): string {
  const [, fraction = ''] = text.split('.');
  const isExact = isPlainDecimal(text) && fraction.length <= MARKUP_SCALE;
  if (isExact && Number(text) >= -100 && Number(text) <= MAX_MARKUP) return numericText(text);
  throw new OperatorError(...sentence('field.percentage'));
}

/** The mark-up of each category of theirs, in one pass. @param categories parents before their children */
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
 * How a product of theirs is to be listed here. A product that was never listed is created if the supplier has it. Price,
 * quantities and fields follow the supplier as long as the product is bought there. A product that was switched off
 * because the supplier no longer had it is switched on again when the supplier has it. One that is left out is as if the
 * supplier did not have it; its price is not compared until it is picked again.
 * @param supplier its name
 * @param category ours
 * @throws OperatorError for a price that our catalog cannot hold
 */
export function listing(
  { product: { id, ...product }, link, markup, isLeftOut }: Offer,
  supplier: string,
  category: number,
): Listing {
  const price = isLeftOut ? product.price : priceWithPercentage(product.price, markup);
  if (!isPrice(price)) {
    throw new OperatorError(...sentence('supplier.price-too-long', { id }));
  }
  const available = product.available && !isLeftOut;
  return {
    ...product,
    available,
    left_out: product.available && isLeftOut,
    key: id,
    product_id: link?.ours ?? null,
    category_id: category,
    price,
    fulfillment: [{ handler: 'upstream', settings: { supplier, product: id } }],
    is_new: !link && available,
    follows: !isLeftOut && (link?.isBoughtThere ?? false),
    returns: (link?.isOffSinceGone ?? false) && available,
  };
}

/** True if all of their catalog is listed, also what comes later. */
export function isEverything({ pickedCategories, pickedProducts }: Picks): boolean {
  return pickedCategories === null && pickedProducts === null;
}

/** Whether a product of theirs is picked. @param categories parents before their children */
export function pickedOf(
  categories: readonly CatalogFileCategory[],
  { pickedCategories, pickedProducts }: Picks,
): (product: Pick<CatalogFileProduct, 'id' | 'category_id'>) => boolean {
  if (isEverything({ pickedCategories, pickedProducts })) return () => true;
  const within = new Set(pickedCategories);
  for (const { id, parent_id: parent } of categories) {
    if (parent !== null && within.has(parent)) within.add(id);
  }
  const products = new Set(pickedProducts);
  return ({ id, category_id: category }) => products.has(id) || within.has(category);
}

/** The categories with one of these ids, and all above them. @param categories parents before their children */
export function withAbove(
  categories: readonly CatalogFileCategory[],
  ids: ReadonlySet<number>,
): CatalogFileCategory[] {
  const wanted = new Set(ids);
  for (const { id, parent_id: parent } of categories.toReversed()) {
    if (parent !== null && wanted.has(id)) wanted.add(parent);
  }
  return categories.filter(({ id }) => wanted.has(id));
}

/** Categories grouped by level, the root categories first. */
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
