import type { CatalogFileCategory, CatalogFileProduct } from '../../catalog/import/catalog-file.js';
import type { CatalogDraft } from '../../catalog/import/reading/draft-builder.js';
import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { priceWithPercentage } from '../../common/money.js';
import { isPrice } from '../../catalog/price-text.js';

/** Percentages on a supplier's prices. */
export interface Markups {
  readonly general: string;
  /** By category of theirs; one counts for all below it that have none. */
  readonly byCategory: ReadonlyMap<number, string>;
}

/** A product of theirs as it is to stand in our catalog. */
export type Listing = Omit<CatalogFileProduct, 'id'> & {
  readonly supplier_product: number;
  readonly fulfillment: readonly object[];
};

const LARGEST_MARKUP = 100_000;
const MARKUP_SCALE = 6;

/** @throws OperatorError for what is no percentage */
export function markupText(text: string): string {
  const [, fraction = ''] = text.split('.');
  const sound = isPlainDecimal(text) && fraction.length <= MARKUP_SCALE;
  if (sound && Number(text) >= -100 && Number(text) <= LARGEST_MARKUP) return numericText(text);
  throw new OperatorError(`${JSON.stringify(text)} is no percentage; write one such as 10 or 2.5.`);
}

/**
 * @param ours our category for each of theirs
 * @throws OperatorError for a price that our catalog cannot hold
 */
export function listings(
  { categories, products }: CatalogDraft,
  supplierName: string,
  { general, byCategory }: Markups,
  ours: ReadonlyMap<number, number>,
): Listing[] {
  const parents = new Map(categories.map(({ id, parent_id: parent }) => [id, parent]));
  const markupOf = (category: number | null): string => {
    for (let id = category; id !== null; id = parents.get(id) ?? null) {
      const markup = byCategory.get(id);
      if (markup !== undefined) return markup;
    }
    return general;
  };
  return products.map(({ id, category_id: category, ...product }) => {
    const price = priceWithPercentage(product.price, markupOf(category));
    if (!isPrice(price)) {
      throw new OperatorError(`The price of its product ${id} is too large with the mark-up.`);
    }
    const fulfillment = [
      { handler: 'upstream', settings: { supplier: supplierName, product: id } },
    ];
    const place = ours.get(category) ?? category;
    return { ...product, price, category_id: place, supplier_product: id, fulfillment };
  });
}

/** Each category after the one that it stands in. */
export function parentsFirst(categories: readonly CatalogFileCategory[]): CatalogFileCategory[] {
  const children = Map.groupBy(categories, ({ parent_id: parent }) => parent);
  const sorted: CatalogFileCategory[] = [...(children.get(null) ?? [])];
  for (const category of sorted) sorted.push(...(children.get(category.id) ?? []));
  return sorted;
}
