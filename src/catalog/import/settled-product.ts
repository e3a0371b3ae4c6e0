import type { AccountField } from '../account-field.js';
import { quantityValuesFault } from '../quantity-values.js';
import type { CatalogFileProduct } from './reading/catalog-file.js';
import { paramsCell } from './reading/csv-cells.js';
import { NEEDED_COLUMNS } from './reading/found-rows.js';
import { RowFault } from './reading/import-faults.js';
import type { ProductColumn, ToldProduct } from './reading/told-rows.js';

/** A product of the catalog. */
export interface StoredProduct extends CatalogFileProduct {
  readonly deleted: boolean;
}

/**
 * The product as an import makes it: what the file leaves out is as it is in the catalog.
 * @param categoryId the category that the file tells.
 * @throws RowFault if it is new and the file leaves out what a new product needs, or if what the file tells does not fit
 * what the product has
 */
export function settledProduct(
  told: ToldProduct,
  stored: StoredProduct | undefined,
  categoryId: number,
): CatalogFileProduct {
  const { keeps = [], fieldNamesOnly } = told;
  if (NEEDED_COLUMNS.some((column) => keeps.includes(column)) && (!stored || stored.deleted)) {
    throw new RowFault('there is no such product; a new one needs a category, a name and a price');
  }
  const placed = { ...told, category_id: categoryId };
  const settled = stored ? { ...placed, ...kept(keeps, stored) } : placed;
  if (keeps.includes('product_type') || keeps.includes('qty_values')) assertQuantities(settled);
  return fieldNamesOnly && stored
    ? { ...settled, fields: fieldsByName(told.fields, stored.fields) }
    : settled;
}

function kept(
  columns: readonly ProductColumn[],
  stored: StoredProduct,
): Partial<CatalogFileProduct> {
  return Object.fromEntries(columns.map((column) => [column, stored[column]]));
}

function assertQuantities({ product_type: type, qty_values: values }: CatalogFileProduct): void {
  const fault = quantityValuesFault(type, values);
  if (fault !== undefined) throw new RowFault(fault);
}

/** Fields of which only the names are known: one that the product has already stays as it is. */
function fieldsByName(
  told: readonly AccountField[],
  stored: readonly AccountField[],
): readonly AccountField[] {
  if (paramsCell(told) === paramsCell(stored)) return stored;
  return told.map((field) => stored.find(({ name }) => name === field.name) ?? field);
}
