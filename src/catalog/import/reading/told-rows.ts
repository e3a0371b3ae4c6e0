import type { CatalogFileCategory, CatalogFileProduct } from './catalog-file.js';

/**
 * Rows as a file tells them. A file need not tell everything: what it leaves out stays as it is in the catalog, and only
 * a new item gets the value that stands here in its place.
 */

export type CategoryColumn = Exclude<keyof CatalogFileCategory, 'id'>;
export type ProductColumn = Exclude<keyof CatalogFileProduct, 'id'>;

/** A category as a file tells it. */
export interface ToldCategory extends CatalogFileCategory {
  /** Its number in the file, from 1, for messages. */
  readonly row?: number;
  /** The columns that the file leaves out. */
  readonly keeps?: readonly CategoryColumn[];
}

/** A product as a file tells it. Without the optional keys the file tells everything. */
export interface ToldProduct extends CatalogFileProduct {
  /** Its number in the file, from 1, for messages. */
  readonly row?: number;
  /** The columns that the file leaves out. A new product must have its category, name and price in the file. */
  readonly keeps?: readonly ProductColumn[];
  /** True if the file has the names of the fields alone: a field that the product has already stays as it is. */
  readonly fieldNamesOnly?: true;
  /** A category of the catalog by its id, where all other categories of the file are valid within it only. */
  readonly storedCategory?: number;
}
