import {
  COMMITMENT_COLUMNS,
  entryShape,
  LEDGER_COLUMNS,
} from '../../account/ledger/entry-shape.js';
import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import { csvHeader, csvRow } from '../../common/csv.js';

const COLUMNS = { ...LEDGER_COLUMNS, ...COMMITMENT_COLUMNS };

/** A ledger as CSV (RFC 4180), line by line. All columns are as they were hashed, so the chain can be recomputed. */
export async function* statementCsv(entries: AsyncIterable<ChainedEntry>): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  for await (const entry of entries) yield csvRow(COLUMNS, entryShape(entry));
}
