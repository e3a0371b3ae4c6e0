import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { textOfCsvCell } from '../../../common/csv.js';
import { CategoryPaths } from './category-paths.js';
import { fieldsOfCells, quantitiesOfCells, type CsvCells } from './csv-cells.js';
import { headerOf, isPriceList, lackingColumns, type CsvColumn } from './csv-columns.js';
import { csvFault } from './csv-faults.js';
import { DraftBuilder, type CatalogDraft } from './draft-builder.js';
import type { FoundProduct } from './found-rows.js';
import { FileFault, RowFault } from './import-faults.js';
import { PriceListBuilder, type PriceList } from './price-list.builder.js';

/** Without a limit, a missing closing quote would turn the rest of the file into one cell. */
const MAX_ROW_CHARACTERS = 1_000_000;

interface CsvRecord {
  readonly record: string[];
  readonly info: Info;
}

/** What is made of the rows of a file. */
interface Rows {
  /** @throws RowFault */
  add(row: number, values: CsvCells): void;
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
    if (error instanceof CsvError) throw csvFault(error);
    throw error;
  }
}

async function contentOf(records: AsyncIterable<CsvRecord>): Promise<CatalogDraft | PriceList> {
  let header: CsvColumn[] | undefined;
  let rows: Rows | undefined;
  for await (const { record, info } of records) {
    if (header && rows) addRow(rows, header, record, info.records + info.empty_lines);
    else {
      header = headerOf(record);
      rows = isPriceList(header) ? new PriceListBuilder() : catalogRows(header);
    }
  }
  if (!rows) throw new FileFault('is empty.');
  return rows.finish();
}

function addRow(
  rows: Rows,
  header: readonly CsvColumn[],
  cells: readonly string[],
  row: number,
): void {
  if (cells.every((cell) => cell.trim() === '')) return;
  if (cells.length !== header.length) {
    rows.refuse(
      row,
      `has ${cells.length} cells, but the header has ${header.length}; a cell with the separator in it needs quotation marks`,
    );
    return;
  }
  const values: CsvCells = Object.fromEntries(
    header.map((column, index) => [column, textOfCsvCell(cells[index]?.trim() ?? '')]),
  );
  try {
    rows.add(row, values);
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    rows.refuse(row, error.message);
  }
}

function catalogRows(header: readonly CsvColumn[]): Rows {
  const draft = new DraftBuilder({ categoriesByName: true, lacks: lackingColumns(header) });
  const categories = new CategoryPaths();
  return {
    add: (row, cells) => {
      const { category, category_id: id } = cells;
      const isNamed = category !== undefined && !(category === '' && id);
      const path = isNamed ? categories.idOf(category, row, cells.category_image) : undefined;
      draft.addProduct(row, foundProduct(cells, path));
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
    // A file that several programs have written has several kinds of line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
}

/** @param path the number of the category that the row names by its path. */
function foundProduct(cells: CsvCells, path: number | undefined): FoundProduct {
  return {
    id: given(cells.id),
    category_id: path?.toString(),
    storedCategory: given(cells.category_id),
    name: cells.name,
    price: cells.price,
    available: given(cells.available),
    position: given(cells.position),
    product_type: given(cells.product_type),
    qty_values: quantitiesOfCells(cells),
    ...fieldsOfCells(cells),
    image: cells.image,
  };
}

/** An empty cell tells nothing in a column that has no empty value. */
function given(cell: string | undefined): string | undefined {
  return cell === '' ? undefined : cell;
}
