import type { OfferedCatalogDto } from '../../operations/suppliers/supplier.lists.js';

type OfferedCategory = OfferedCatalogDto['categories'][number];
type OfferedProduct = OfferedCatalogDto['products'][number];

/** A line of what a supplier sells: a category, or a product of the one above. */
export type OfferedRow =
  | { readonly category: OfferedCategory; readonly product?: never }
  | { readonly product: OfferedProduct; readonly category?: never };

/** Each category with its products behind it; products whose category was not found come last. */
export function offeredRows({
  categories,
  products,
}: Pick<OfferedCatalogDto, 'categories' | 'products'>): OfferedRow[] {
  const byCategory = new Map<number, OfferedRow[]>(
    categories.map((category) => [category.id, [{ category }]]),
  );
  const others: OfferedRow[] = [];
  for (const product of products) {
    (byCategory.get(product.category_id) ?? others).push({ product });
  }
  return [...[...byCategory.values()].flat(), ...others];
}
