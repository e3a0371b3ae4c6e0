import { CsvError, parse } from 'csv-parse/sync';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';

const FORM = { relax_column_count: true, relax_quotes: true, trim: true } as const;

/** True for the word by which a line says that its order gets no codes. */
export const saysNone = (codes: readonly string[]): boolean =>
  codes.join().toLowerCase() === 'none';

/** The texts of each line, as a spreadsheet has them: a cell between quotes may have several. @throws OperatorError */
export function codeRows(text: string, delimiter: ',' | '\t'): string[][] {
  try {
    const rows: string[][] = parse(text, { ...FORM, delimiter });
    const texts = rows.map((cells) => cells.flatMap((cell) => cell.split(/\r?\n/)));
    return texts.map((row) => row.map((one) => one.trim()).filter((one) => one !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new OperatorError(
      ...sentence('codes.unreadable', { reason: error.message }, { cause: error }),
    );
  }
}
