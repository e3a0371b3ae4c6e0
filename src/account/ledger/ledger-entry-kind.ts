/** A refund gives the money of a rejected order back; a reversal gives that of an accepted one back, or a part of it. */
export const LEDGER_ENTRY_KINDS = ['deposit', 'debit', 'refund', 'adjustment', 'reversal'] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];
