import type { CsvColumns } from '../../common/csv.js';
import type { ChainedEntry } from './ledger-chain.js';

/** The columns of a ledger in a CSV file: as they are hashed, and the hashes in hexadecimal. */
export const LEDGER_COLUMNS = {
  account_id: 'plain',
  sequence: 'plain',
  kind: 'plain',
  amount: 'plain',
  balance_after: 'plain',
  order_id: 'text',
  reference: 'text',
  note: 'text',
  actor: 'text',
  created_at: 'plain',
  previous_hash: 'plain',
  entry_hash: 'plain',
} as const satisfies CsvColumns;

/** Behind all other columns: the commitments and their salts in hexadecimal. */
export const COMMITMENT_COLUMNS = {
  commitments: 'text',
  salts: 'text',
} as const satisfies CsvColumns;

/** An entry as it is shown outside, under the names of its columns. */
export function entryShape<Text extends string | null>(
  entry: Omit<ChainedEntry, 'note' | 'actor'> & { readonly note: Text; readonly actor: Text },
) {
  return {
    account_id: entry.accountId,
    sequence: entry.sequence,
    kind: entry.kind,
    amount: entry.amount,
    balance_after: entry.balanceAfter,
    order_id: entry.orderId,
    reference: entry.reference,
    note: entry.note,
    actor: entry.actor,
    created_at: entry.createdAt,
    previous_hash: entry.previousHash.toString('hex'),
    entry_hash: entry.entryHash.toString('hex'),
    commitments: entry.commitments,
    salts: entry.salts?.toString('hex') ?? null,
  };
}
