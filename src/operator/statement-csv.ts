import type { ChainedEntry } from '../account/ledger/ledger-chain.js';

const COLUMNS = [
  'account_id',
  'sequence',
  'kind',
  'amount',
  'balance_after',
  'order_id',
  'reference',
  'note',
  'actor',
  'created_at',
  'previous_hash',
  'entry_hash',
];

/** A ledger as CSV (RFC 4180), line by line. All columns are as they were hashed, so the chain can be recomputed. */
export async function* statementCsv(entries: AsyncIterable<ChainedEntry>): AsyncGenerator<string> {
  yield line(COLUMNS);
  for await (const entry of entries) yield line(cellsOf(entry));
}

function cellsOf(entry: ChainedEntry): string[] {
  return [
    entry.accountId,
    entry.sequence,
    entry.kind,
    entry.amount,
    entry.balanceAfter,
    textCell(entry.orderId),
    textCell(entry.reference),
    textCell(entry.note),
    textCell(entry.actor),
    entry.createdAt,
    entry.previousHash.toString('hex'),
    entry.entryHash.toString('hex'),
  ];
}

/** The start of a text that a spreadsheet would evaluate as a formula, or the apostrophe that prevents this. */
const FORMULA = /^['=+\-@\t\r]/;

/**
 * A quoted text; null is an empty cell without quotes. An apostrophe is put before a text that a spreadsheet would
 * evaluate, and before one that starts with an apostrophe, so that removing one leading apostrophe restores any text.
 */
function textCell(text: string | null): string {
  if (text === null) return '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
