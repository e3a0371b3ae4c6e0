import { numericText } from '../../../common/decimal.js';
import { CURRENCY } from '../../../common/money.js';
import { quantityValuesFault } from '../../quantity-values.js';
import type { CatalogFileCategory, CatalogFileProduct } from './catalog-file.js';
import { fieldsOf } from './field-values.js';
import { RowFault } from './import-faults.js';
import {
  availableOf,
  idOf,
  imageOf,
  isMissing,
  positionOf,
  priceOf,
  productTypeOf,
  quantityShapeOf,
  shown,
  textOf,
} from './row-values.js';
import type { CategoryColumn, ProductColumn, ToldCategory, ToldProduct } from './told-rows.js';

/** An item as a reader found it: with the keys of our format and unchecked values. */
export type Found<Item> = { readonly [Key in keyof Item]?: unknown };
export type FoundCategory = Found<CatalogFileCategory>;
export type FoundProduct = Found<CatalogFileProduct> & {
  readonly currency?: unknown;
  /** The names of the fields, where the file has nothing else of them. */
  readonly fieldNames?: readonly string[] | undefined;
  /** The id of a category of the catalog, where `category_id` is valid within the file only. */
  readonly storedCategory?: unknown;
};

/** Columns that a new product must have in its file. */
export const NEEDED_COLUMNS = ['category_id', 'name', 'price'] as const;
export type NeededColumn = (typeof NEEDED_COLUMNS)[number];

/** What the rows of a file have. */
export interface RowForm {
  /** True for an answer of a supplier: what a row leaves out is told to be the default value. */
  readonly isComplete?: boolean;
  /** Columns that no row has although a new product needs them. */
  readonly lacks?: readonly NeededColumn[];
}

/** Where a row stands in its file. */
export interface RowPlace {
  /** From 1. */
  readonly row: number;
  /** Among the rows of its kind, from 1: the position of a new item that has none in the file. */
  readonly order: number;
}

const CATEGORY_COLUMNS = ['parent_id', 'image', 'position'] as const;
const PRODUCT_COLUMNS = [
  ...(['available', 'product_type', 'qty_values', 'fields', 'image', 'position'] as const),
];
/** Where null means "none". In any other column it means that nothing is told. */
const MAY_BE_NONE: readonly string[] = ['parent_id', 'qty_values', 'image'];
/** In the place of a category that the file does not name by an id of its own. */
const NO_CATEGORY = 0;

/** @throws RowFault */
export function toldCategory(
  id: number,
  found: FoundCategory,
  { row, order }: RowPlace,
  { isComplete }: RowForm,
): ToldCategory {
  const keeps: CategoryColumn[] = CATEGORY_COLUMNS.filter((column) => isUntold(found, column));
  return {
    id,
    parent_id: isMissing(found.parent_id) ? null : idOf(found.parent_id, 'parent_id'),
    name: textOf(found.name, 'name'),
    image: imageOf(found.image),
    position: positionOf(found.position, order),
    ...(!isComplete && { row, ...(keeps.length > 0 && { keeps }) }),
  };
}

/** @throws RowFault */
export function toldProduct(
  id: number,
  given: FoundProduct,
  { row, order }: RowPlace,
  { isComplete, lacks = [] }: RowForm,
): ToldProduct {
  if (!isMissing(given.currency) && given.currency !== CURRENCY) {
    throw new RowFault(`currency ${shown(given.currency)} is not ${CURRENCY}`);
  }
  const { fieldNames, ...found } = { ...given, fields: given.fieldNames ?? given.fields };
  const untold = PRODUCT_COLUMNS.filter((column) => isUntold(found, column));
  const keeps: ProductColumn[] = [...lacks, ...untold];
  const needed = <Value>(column: NeededColumn, read: () => Value, none: Value): Value =>
    lacks.includes(column) ? none : read();
  const told = {
    id,
    category_id: needed('category_id', () => categoryIdOf(found), NO_CATEGORY),
    name: needed('name', () => textOf(found.name, 'name'), ''),
    price: needed('price', () => numericText(priceOf(found.price)), '0'),
    available: availableOf(found.available),
    product_type: productTypeOf(found.product_type),
    qty_values: quantityShapeOf(found.qty_values),
    fields: fieldsOf(found.fields),
    image: imageOf(found.image),
    position: positionOf(found.position, order),
  };
  assertQuantities(told, isComplete ? [] : keeps);
  if (isComplete) return told;
  return {
    ...told,
    row,
    ...(keeps.length > 0 && { keeps }),
    ...(fieldNames && { fieldNamesOnly: true }),
    ...(!isMissing(found.storedCategory) && {
      storedCategory: idOf(found.storedCategory, 'category_id'),
    }),
  };
}

/** @throws RowFault if type and quantities are both in the file, and do not fit one another */
function assertQuantities(
  { product_type: type, qty_values: values }: CatalogFileProduct,
  keeps: readonly ProductColumn[],
): void {
  if (keeps.includes('product_type') || keeps.includes('qty_values')) return;
  const fault = quantityValuesFault(type, values);
  if (fault !== undefined) throw new RowFault(fault);
}

function categoryIdOf({ category_id: id, storedCategory }: FoundProduct): number {
  if (isMissing(id) && !isMissing(storedCategory)) return NO_CATEGORY;
  return idOf(id, 'category_id');
}

function isUntold(found: Readonly<Record<string, unknown>>, column: string): boolean {
  const value = found[column];
  if (value === undefined) return true;
  return value === null && !MAY_BE_NONE.includes(column);
}
