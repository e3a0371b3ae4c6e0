import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import type { LedgerEntryKind } from '../../account/ledger/ledger-entry-kind.js';
import { numericText } from '../../common/decimal.js';
import type { LedgerEntryDto } from './money.dto.js';

/** An entry, and who has made it. */
export interface NamedEntry extends ChainedEntry {
  /** Null if it was no operator. */
  readonly actorName: string | null;
}

export function ledgerEntryShape(entry: NamedEntry): LedgerEntryDto {
  return {
    sequence: entry.sequence,
    kind: entry.kind as LedgerEntryKind,
    amount: numericText(entry.amount),
    balance_after: numericText(entry.balanceAfter),
    order_id: entry.orderId,
    reference: entry.reference,
    note: entry.note,
    actor: entry.actor,
    actor_name: entry.actorName,
    created_at: entry.createdAt,
    entry_hash: entry.entryHash.toString('hex'),
  };
}
