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
  /**
   * To reference, and to note and actor, in hexadecimal. Empty for an order's debit, which has no texts, and null for an entry
   * that holds its texts itself.
   */
  readonly commitments: string | null;
}

/**
 * The hash of an entry, over the hash of the previous entry and the canonical form of its columns; docs/ledger.md
 * describes both forms. The database computes the same in SQL; this implementation is independent of it.
 */
export function entryHash(previousHash: Buffer, entry: EntryTexts): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalEntry(entry)).digest();
}

/** A JSON list of texts with commitments to reference, note and actor, or all columns as netstrings. */
export function canonicalEntry(entry: EntryTexts): string {
  const { accountId, sequence, kind, amount, balanceAfter, orderId, createdAt, commitments } =
    entry;
  return commitments === null
    ? netstrings(entry)
    : JSON.stringify([
        ...[accountId, sequence, kind, amount, balanceAfter],
        ...[orderId, createdAt, commitments],
      ]);
}

/** What the commitments of an entry are to; nothing for an order's debit. */
export function committedTexts({ reference, note, actor }: EntryTexts): (string | null)[] {
  const hasTexts = reference !== null || note !== '' || actor !== 'api';
  return hasTexts ? [reference, JSON.stringify([note, actor])] : [];
}

/** All columns in a fixed order, each preceded by its length, so that the result is unambiguous. */
function netstrings(entry: EntryTexts): string {
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
