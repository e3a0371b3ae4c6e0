import { createHash } from 'node:crypto';

/** The previous hash of an account's first entry. */
export const NO_ENTRY_HASH = Buffer.alloc(32);

/** The hashed columns of an entry as texts: numbers with 8 decimals, times in UTC. */
export interface EntryTexts {
  readonly accountId: string;
  readonly sequence: string;
  readonly kind: string;
  readonly amount: string;
  readonly balanceAfter: string;
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly note: string;
  readonly actor: string;
  /** `2026-01-31T23:59:59.123456Z`. */
  readonly createdAt: string;
}

/**
 * The hash of an entry, over the hash of the previous entry and all columns in a canonical form; docs/ledger.md
 * describes it. The database computes the same in SQL; this implementation is independent of it.
 */
export function entryHash(previousHash: Buffer, entry: EntryTexts): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalEntry(entry)).digest();
}

/** All columns in a fixed order, each preceded by its length, so that the result is unambiguous. */
export function canonicalEntry(entry: EntryTexts): string {
  return [
    entry.accountId,
    entry.sequence,
    entry.kind,
    entry.amount,
    entry.balanceAfter,
    entry.orderId,
    entry.reference,
    entry.note,
    entry.actor,
    entry.createdAt,
  ]
    .map(canonicalField)
    .join('');
}

/** A netstring `<bytes>:<text>,`, or `-,` for null. */
export function canonicalField(text: string | null): string {
  return text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`;
}
