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

/** A ledger as RFC 4180, line by line; every column as it was hashed, so that the chain can be recomputed. */
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

/** What a spreadsheet would take for a formula, and the mark that keeps it from doing so. */
const FORMULA = /^['=+\-@\t\r]/;

/**
 * Free text, quoted; nothing at all when there is none, to tell it from an empty text. A text that a spreadsheet
 * would calculate gets an apostrophe in front, and so does one that begins with an apostrophe: whoever takes one
 * off every text that has one has the text as it was.
 */
function textCell(text: string | null): string {
  if (text === null) return '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
