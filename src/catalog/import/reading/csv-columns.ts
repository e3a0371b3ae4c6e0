import { FileFault } from './import-faults.js';
import type { NeededColumn } from './found-rows.js';
import { shown } from './row-values.js';

/** The columns of a CSV, in the order in which an export writes them. A file needs the id and at least one other. */
export const CSV_COLUMNS = [
  ...(['id', 'category_id', 'category', 'name', 'price', 'available', 'position'] as const),
  ...(['product_type', 'qty_min', 'qty_max', 'qty_list', 'params', 'fields'] as const),
  ...(['image', 'category_image'] as const),
];
export type CsvColumn = (typeof CSV_COLUMNS)[number];
/** A file with these columns alone is a price list. */
const PRICE_LIST = ['id', 'price'] as const;

/** Separators that spreadsheets write in place of the comma, with their names and how `--separator` takes them. */
const OTHER_SEPARATORS = [
  [';', 'semicolons', '";"'],
  ['\t', 'tabs', 'tab'],
  [',', 'commas', '","'],
] as const;

/** The columns of a file. @throws FileFault if one is unknown, repeated or missing */
export function headerOf(record: readonly string[]): CsvColumn[] {
  assertSeparated(record);
  const header = record.map((cell) => {
    const column = CSV_COLUMNS.find((known) => known === cell.trim().toLowerCase());
    if (column) return column;
    throw new FileFault(
      `has an unknown column ${shown(cell)} in line 1; the columns are ${CSV_COLUMNS.join(',')}.`,
    );
  });
  const twice = header.find((column, index) => header.indexOf(column) < index);
  if (twice) throw new FileFault(`has the column "${twice}" twice in line 1.`);
  if (!header.includes('id')) throw new FileFault('has no column "id" in line 1.');
  if (header.length === 1) {
    throw new FileFault('has the column "id" alone in line 1; "price" beside it changes prices.');
  }
  if (header.includes('category_image') && !header.includes('category')) {
    throw new FileFault('has the column "category_image" without "category" in line 1.');
  }
  return header;
}

/** True for a file that changes prices alone. */
export function isPriceList(header: readonly CsvColumn[]): boolean {
  return (
    header.length === PRICE_LIST.length && PRICE_LIST.every((column) => header.includes(column))
  );
}

/** The columns that a new product needs and no row of this file has. */
export function lackingColumns(header: readonly CsvColumn[]): NeededColumn[] {
  const isPlaced = header.includes('category') || header.includes('category_id');
  return [
    ...(isPlaced ? [] : (['category_id'] as const)),
    ...(['name', 'price'] as const).filter((column) => !header.includes(column)),
  ];
}

/** @throws FileFault if the columns are separated by something else */
function assertSeparated(record: readonly string[]): void {
  const [only = '', ...others] = record;
  const found = OTHER_SEPARATORS.find(([separator]) => only.includes(separator));
  if (others.length > 0 || !found) return;
  throw new FileFault(
    `separates its columns by ${found[1]}; choose that separator (--separator ${found[2]}).`,
  );
}
