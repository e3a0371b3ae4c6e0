/** The value of a cell: a text is quoted and made safe; the others are written as they are. */
export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * The start of a text that a spreadsheet would evaluate as a formula, or the apostrophe that prevents this. Some take
 * full-width signs for the plain ones, and leave out what has no width before them.
 */
const FORMULA = /^\p{Cf}*['=+\-@\t\r＝＋－＠]/u;

/** A line of CSV (RFC 4180). */
export function csvLine(values: readonly CsvValue[]): string {
  return joinedCells(values.map(cellOf));
}

/** A line of cells that are CSV already. */
function joinedCells(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * A quoted text; null is an empty cell without quotes. An apostrophe is put before a text that a spreadsheet would
 * evaluate, and before one that starts with an apostrophe, so that removing one leading apostrophe restores any text.
 */
export function csvText(text: string | null): string {
  if (text === null) return '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * The columns of a table, and how their values are written: texts quoted and safe, plain values such as numbers and
 * times as they are, and all else as the text of its JSON.
 */
export type CsvColumns = Readonly<Record<string, 'text' | 'plain' | 'json'>>;

/** The line with the names of the columns. */
export function csvHeader(columns: CsvColumns): string {
  return joinedCells(Object.keys(columns));
}

/** A line with the values of the columns; null is an empty cell without quotes. */
export function csvRow(columns: CsvColumns, row: object): string {
  const values = row as Readonly<Record<string, unknown>>;
  return joinedCells(
    Object.entries(columns).map(([name, form]) => {
      const value = values[name] ?? null;
      if (value === null) return '';
      const text = typeof value === 'string' && form !== 'json' ? value : JSON.stringify(value);
      return form === 'plain' ? text : csvText(text);
    }),
  );
}

/** The lines of a whole table. */
export function csvLines(columns: CsvColumns, rows: readonly object[]): string[] {
  return [csvHeader(columns), ...rows.map((row) => csvRow(columns, row))];
}

/** The text that `csvText` has written; an apostrophe before anything else was typed by a person and stays. */
export function textOfCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? csvText(value) : String(value);
}
