import type { ChainedEntry } from '../account/ledger/ledger-chain.js';
import { csvText, joinedCells } from '../common/csv.js';

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
  yield joinedCells(COLUMNS);
  for await (const entry of entries) yield joinedCells(cellsOf(entry));
}

function cellsOf(entry: ChainedEntry): string[] {
  return [
    entry.accountId,
    entry.sequence,
    entry.kind,
    entry.amount,
    entry.balanceAfter,
    csvText(entry.orderId),
    csvText(entry.reference),
    csvText(entry.note),
    csvText(entry.actor),
    entry.createdAt,
    entry.previousHash.toString('hex'),
    entry.entryHash.toString('hex'),
  ];
}
