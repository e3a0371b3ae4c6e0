export const LEDGER_ENTRY_KINDS = ['deposit', 'debit', 'refund', 'adjustment'] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];
