import type { AccountField } from '../../account-field.js';
import type { ProductType, QuantityValues } from '../../quantity-values.js';

export const CATALOG_FORMAT = 'souk-catalog';
export const CATALOG_FORMAT_VERSION = 1;

/** A category, as in our file format and in the tables. */
export interface CatalogFileCategory {
  readonly id: number;
  /** Null for a root category. */
  readonly parent_id: number | null;
  readonly name: string;
  /** An absolute http(s) URL, or a path below the shop's base URL that starts with a slash. */
  readonly image: string | null;
  /** Order among its siblings. */
  readonly position: number;
}

/** A product, as in our file format and in the tables. */
export interface CatalogFileProduct {
  readonly id: number;
  readonly category_id: number;
  readonly name: string;
  /** USD per unit, as plain decimal text. */
  readonly price: string;
  readonly available: boolean;
  readonly product_type: ProductType;
  readonly qty_values: QuantityValues;
  readonly fields: readonly AccountField[];
  readonly image: string | null;
  readonly position: number;
}

/** A whole catalog in our own format, which an export writes and an import reads. */
export interface CatalogFile {
  readonly format: typeof CATALOG_FORMAT;
  readonly version: typeof CATALOG_FORMAT_VERSION;
  readonly categories: readonly CatalogFileCategory[];
  readonly products: readonly CatalogFileProduct[];
}
