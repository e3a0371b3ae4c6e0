import { createHash } from 'node:crypto';

/** What stands before an account's first entry. */
export const NO_ENTRY_HASH = Buffer.alloc(32);

/** The columns of an entry that are hashed, as texts: numbers with their 8 decimals, the time in UTC. */
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
 * The hash of an entry, over the hash of the one before and every column in a canonical form; docs/ledger.md
 * describes it. The database computes the same by itself; this is the second opinion.
 */
export function entryHash(previousHash: Buffer, entry: EntryTexts): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalEntry(entry)).digest();
}

/** Every column in its order, each with its length in front, so that no two entries can read the same. */
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

/** A netstring, `<bytes>:<text>,`, or `-,` for nothing. */
export function canonicalField(text: string | null): string {
  return text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`;
}
