import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { textOfCsvCell } from '../../../common/csv.js';
import { CategoryPaths } from './category-paths.js';
import { DraftBuilder, type CatalogDraft, type FoundProduct } from './draft-builder.js';
import { FileFault, RowFault } from './import-faults.js';
import { PriceListBuilder, type PriceList } from './price-list.builder.js';
import { shown } from './row-values.js';

const REQUIRED = ['id', 'category', 'name', 'price'] as const;
const COLUMNS = [
  ...REQUIRED,
  'available',
  'product_type',
  'qty_min',
  'qty_max',
  'qty_list',
  'params',
  'image',
  'category_image',
] as const;
/** A file with these columns alone is a price list. */
const PRICE_LIST = ['id', 'price'] as const;
type Column = (typeof COLUMNS)[number];
type CsvRow = Readonly<Partial<Record<Column, string>>>;

/** Without a limit, a missing closing quote would turn the rest of the file into one cell. */
const MAX_ROW_CHARACTERS = 1_000_000;

interface CsvRecord {
  readonly record: string[];
  readonly info: Info;
}

/** What is made of the rows of a file. */
interface Rows {
  /** @throws RowFault */
  add(row: number, values: CsvRow): void;
  refuse(row: number, fault: string): void;
  /** @throws FileFault */
  finish(): CatalogDraft | PriceList;
}

/**
 * Reads products, or prices alone, from CSV with a header line. Categories are paths such as `Games > PUBG Mobile > UC`.
 * @param text the text of the file, in chunks.
 * @throws FileFault
 */
export async function readCsv(
  text: AsyncIterable<string>,
  separator = ',',
): Promise<CatalogDraft | PriceList> {
  try {
    return await pipeline(text, parserOf(separator), contentOf);
  } catch (error) {
    if (error instanceof CsvError) throw new FileFault(`is no readable CSV: ${error.message}.`);
    throw error;
  }
}

async function contentOf(records: AsyncIterable<CsvRecord>): Promise<CatalogDraft | PriceList> {
  let header: Column[] | undefined;
  let rows: Rows | undefined;
  for await (const { record, info } of records) {
    if (header && rows) addRow(rows, header, record, info.records + info.empty_lines);
    else {
      header = headerOf(record);
      rows = isPriceList(header) ? new PriceListBuilder() : catalogRows();
    }
  }
  if (!rows) throw new FileFault('is empty.');
  return rows.finish();
}

function addRow(
  rows: Rows,
  header: readonly Column[],
  cells: readonly string[],
  row: number,
): void {
  if (cells.every((cell) => cell.trim() === '')) return;
  if (cells.length !== header.length) {
    rows.refuse(row, `has ${cells.length} cells, but the header has ${header.length}`);
    return;
  }
  const values: CsvRow = Object.fromEntries(
    header.map((column, index) => [column, textOfCsvCell(cells[index]?.trim() ?? '')]),
  );
  try {
    rows.add(row, values);
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    rows.refuse(row, error.message);
  }
}

function catalogRows(): Rows {
  const draft = new DraftBuilder(true);
  const categories = new CategoryPaths();
  return {
    add: (row, values) => {
      const categoryId = categories.idOf(values.category ?? '', row, values.category_image);
      draft.addProduct(row, foundProduct(values, categoryId));
    },
    refuse: (row, fault) => {
      draft.refuse(row, fault);
    },
    finish: () => {
      categories.addTo(draft);
      return draft.finish();
    },
  };
}

function parserOf(separator: string) {
  return parse({
    info: true,
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
}

/** Separators that spreadsheets write in place of the comma, with their names and how `--separator` takes them. */
const OTHER_SEPARATORS = [
  [';', 'semicolons', '";"'],
  ['\t', 'tabs', 'tab'],
  [',', 'commas', '","'],
] as const;

/** @throws FileFault if the columns are separated by something else */
function assertSeparated(record: readonly string[]): void {
  const [only = '', ...others] = record;
  const found = OTHER_SEPARATORS.find(([separator]) => only.includes(separator));
  if (others.length > 0 || !found) return;
  throw new FileFault(`separates its columns by ${found[1]}; say --separator ${found[2]}.`);
}

/** @throws FileFault if a column is unknown, missing or repeated */
function headerOf(record: readonly string[]): Column[] {
  assertSeparated(record);
  const header = record.map((cell) => {
    const column = COLUMNS.find((known) => known === cell.trim().toLowerCase());
    if (column) return column;
    throw new FileFault(
      `has an unknown column ${shown(cell)} in line 1; the columns are ${COLUMNS.join(',')}.`,
    );
  });
  const missing = REQUIRED.find((column) => !header.includes(column));
  if (missing && !isPriceList(header)) {
    const hint = hasPrices(header) ? `; ${PRICE_LIST.join(',')} alone would change prices` : '';
    throw new FileFault(`has no column "${missing}" in line 1${hint}.`);
  }
  const twice = header.find((column, index) => header.indexOf(column) < index);
  if (twice) throw new FileFault(`has the column "${twice}" twice in line 1.`);
  return header;
}

function isPriceList(header: readonly Column[]): boolean {
  return header.length === PRICE_LIST.length && hasPrices(header);
}

function hasPrices(header: readonly Column[]): boolean {
  return PRICE_LIST.every((column) => header.includes(column));
}

function foundProduct(row: CsvRow, categoryId: number | undefined): FoundProduct {
  return {
    id: row.id === '' ? undefined : row.id,
    category_id: categoryId?.toString(),
    name: row.name,
    price: row.price,
    available: row.available,
    product_type: row.product_type,
    qty_values: quantityValuesOf(row),
    fields: listOf(row.params),
    image: row.image,
  };
}

function quantityValuesOf({ qty_list: list, qty_min: min, qty_max: max }: CsvRow): unknown {
  if (list) return listOf(list);
  return min || max ? { min, max } : null;
}

function listOf(cell = ''): string[] {
  const parts = cell.split('|').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
