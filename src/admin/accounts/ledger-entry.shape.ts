import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import type { LedgerEntryKind } from '../../account/ledger/ledger-entry-kind.js';
import { numericText } from '../../common/decimal.js';
import type { LedgerEntryDto } from './money.dto.js';

export function ledgerEntryShape(entry: ChainedEntry): LedgerEntryDto {
  return {
    sequence: entry.sequence,
    kind: entry.kind as LedgerEntryKind,
    amount: numericText(entry.amount),
    balance_after: numericText(entry.balanceAfter),
    order_id: entry.orderId,
    reference: entry.reference,
    note: entry.note,
    actor: entry.actor,
    created_at: entry.createdAt,
    entry_hash: entry.entryHash.toString('hex'),
  };
}
