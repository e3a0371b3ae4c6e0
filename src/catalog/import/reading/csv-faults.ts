import type { CsvError } from 'csv-parse';
import { englishNumber, FileFault } from './import-faults.js';

/** What the parser finds wrong, as the end of a sentence. */
const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quotation mark that nothing closes',
  CSV_INVALID_CLOSING_QUOTE:
    'behind the closing quotation mark of a cell stands more text; a quotation mark inside of a cell is written twice',
  INVALID_OPENING_QUOTE:
    'a quotation mark stands inside of a cell; put the cell between quotation marks, and write the one inside twice',
  CSV_MAX_RECORD_SIZE: 'it is longer than a row may be; a closing quotation mark may be missing',
};

/** The fault of a file that is no CSV, with the row in which it was noticed. */
export function csvFault(error: CsvError): FileFault {
  const fault = FAULTS[error.code] ?? error.message;
  return new FileFault(`is no readable CSV: row ${rowOf(error)}: ${fault}.`, { cause: error });
}

/** Rows are counted as a spreadsheet does, empty ones included. */
function rowOf({ records, empty_lines: empty }: CsvError & Counted): string {
  return englishNumber((records ?? 0) + (empty ?? 0) + 1);
}

/** What the parser adds to an error, besides what its types say. */
interface Counted {
  readonly records?: number;
  readonly empty_lines?: number;
}
