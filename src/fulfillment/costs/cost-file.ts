import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { asOperatorError } from '../../catalog/import/reading/catalog-source.js';
import { FileFault } from '../../catalog/import/reading/import-faults.js';
import { OperatorError } from '../../common/app-error.js';
import { BoundedJson } from '../../common/bounded-json/bounded-json.js';
import { textOfCsvCell } from '../../common/csv.js';
import { isRecord } from '../../common/json-values.js';
import { messageKey, type MessageKey } from '../../common/sentence.js';
import { CostRows } from './cost-rows.js';
import type { CostRow } from './product-cost.js';

/** A file of costs has at most 250,000 short rows. */
const MAX_FILE_BYTES = 64_000_000;
/** Without a limit, a missing closing quote would turn the rest of the file into one cell. */
const MAX_ROW_CHARACTERS = 100_000;
const COLUMNS = ['id', 'cost'] as const;
const KEPT_NAMES = new Set<string>(COLUMNS);
const JSON_BOUNDS = { values: 4_000_000, nesting: 64, numberLength: 100, textBytes: 64 * 1024 };
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads costs from a CSV with the columns `id` and `cost`, or from JSON (`[{"id": 7001, "cost": "0.71"}]`), by the
 * extension of the file. Other columns are left out, so that the list that `souk cost list --csv` writes can be read.
 * @param separator between the columns of a CSV. @throws OperatorError in one sentence that names the file
 */
export async function readCostFile(path: string, separator = ','): Promise<CostRow[]> {
  const bytes = bounded(createReadStream(path) as AsyncIterable<Buffer>);
  const isJson = extname(path).toLowerCase() === '.json';
  return named(path, isJson ? jsonRows(bytes) : csvRows(bytes, separator));
}

/** Reads costs from the text of such a CSV. @throws OperatorError in one sentence */
export function readCostCsv(text: string, separator = ','): Promise<CostRow[]> {
  const bytes = bounded(Readable.from([Buffer.from(text)]));
  return named('The CSV', csvRows(bytes, separator), (reason) => {
    const lines = linesIn(reason);
    return lines === ''
      ? messageKey('costs.file-unread', { reason })
      : messageKey('costs.file', { lines, reason });
  });
}

/** The numbers of the lines that a sentence names. */
function linesIn(sentence: string): string {
  return [...sentence.matchAll(/\b(?:line|row) (\d+)/gi)].map(([, line]) => line).join(', ');
}

/** @throws OperatorError in one sentence that begins with the name */
async function named(
  name: string,
  rows: Promise<CostRow[]>,
  keyOf?: (reason: string) => MessageKey,
): Promise<CostRow[]> {
  try {
    return await rows;
  } catch (error) {
    const fault =
      error instanceof CsvError ? new FileFault(`is no readable CSV: ${error.message}.`) : error;
    if (!keyOf || !(fault instanceof FileFault)) throw asOperatorError(name, fault);
    const { message } = fault;
    throw new OperatorError(`${name} ${message}`, { cause: fault, messageKey: keyOf(message) });
  }
}

async function jsonRows(bytes: AsyncIterable<Buffer>): Promise<CostRow[]> {
  const json = new BoundedJson(JSON_BOUNDS, KEPT_NAMES);
  for await (const piece of bytes) json.write(piece);
  const document = json.end();
  if (!Array.isArray(document)) throw new FileFault('is no list of products with id and cost.');
  const rows = new CostRows();
  for (const [index, item] of (document as unknown[]).entries()) {
    if (isRecord(item) && 'cost' in item) rows.add(index + 1, item.id, item.cost);
    else rows.refuse(index + 1, 'is no object with id and cost');
  }
  return rows.finish();
}

async function csvRows(bytes: AsyncIterable<Buffer>, separator: string): Promise<CostRow[]> {
  const parser = parse({
    info: true,
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  return pipeline(decoded(bytes), parser, rowsOf);
}

interface CsvRecord {
  readonly record: string[];
  readonly info: Info;
}

async function rowsOf(records: AsyncIterable<CsvRecord>): Promise<CostRow[]> {
  const rows = new CostRows();
  let header: readonly string[] | undefined;
  for await (const { record, info } of records) {
    if (header) addRow(rows, header, record, info.records + info.empty_lines);
    else header = headerOf(record);
  }
  return rows.finish();
}

/** A row that was cut off is refused, because a missing cost would make a known one unknown. */
function addRow(
  rows: CostRows,
  header: readonly string[],
  cells: readonly string[],
  row: number,
): void {
  if (cells.every((cell) => cell.trim() === '')) return;
  if (cells.length !== header.length) {
    rows.refuse(row, `has ${cells.length} cells, but the header has ${header.length}`);
    return;
  }
  const [id, cost] = COLUMNS.map((column) =>
    textOfCsvCell(cells[header.indexOf(column)]?.trim() ?? ''),
  );
  rows.add(row, id === '' ? undefined : id, cost === '' ? null : cost);
}

/** The names of the columns. @throws FileFault if id or cost is missing, or there twice */
function headerOf(record: readonly string[]): string[] {
  const header = record.map((cell) => cell.trim().toLowerCase());
  for (const column of COLUMNS) {
    const count = header.filter((name) => name === column).length;
    if (count > 1) throw new FileFault(`has the column "${column}" twice in line 1.`);
    if (count === 1) continue;
    throw new FileFault(
      `has no column "${column}" in line 1; if its columns are not separated by commas, choose another separator (--separator).`,
    );
  }
  return header;
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** Without a byte order mark. @throws FileFault as soon as the size exceeds the limit */
async function* bounded(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const piece of pieces) {
    const isMarked = size === 0 && piece.subarray(0, 3).equals(BYTE_ORDER_MARK);
    size += piece.length;
    if (size > MAX_FILE_BYTES) {
      throw new FileFault(`is larger than ${MAX_FILE_BYTES / 1_000_000} MB; make it smaller.`);
    }
    yield isMarked ? piece.subarray(BYTE_ORDER_MARK.length) : piece;
  }
}
