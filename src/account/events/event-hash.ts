import { createHash } from 'node:crypto';

/** The previous hash of an account's first event. */
export const NO_EVENT_HASH = Buffer.alloc(32);

export const EVENT_TYPES = ['placed', 'accepted', 'codes', 'rejected', 'reversed', 'late'] as const;

export type AccountEventType = (typeof EVENT_TYPES)[number];

/** What is hashed of an event, as texts: numbers as the database writes their columns, times in UTC. */
export interface EventTexts {
  readonly accountId: string;
  readonly number: string;
  readonly type: AccountEventType;
  readonly orderId: string;
  /** `2026-01-31T23:59:59.123456Z`. */
  readonly createdAt: string;
  /**
   * Of a placed order its `order_uuid`, `product_id`, `product_name`, `quantity`, `unit_price`, `total` and `rehearsal`; of a
   * reversal its amount; none of the others.
   */
  readonly facts: readonly (string | null)[];
  /** In hexadecimal; null for an event without texts. */
  readonly commitments: string | null;
}

/**
 * The hash of an event, over the hash of the previous event and its canonical form; docs/ledger.md describes it. The database
 * computes the same in SQL; this implementation is independent of it.
 */
export function eventHash(previousHash: Buffer, event: EventTexts): Buffer {
  return listHash(previousHash, canonicalList(event));
}

/** The same of an event that is given as its canonical list. */
export function listHash(previousHash: Buffer, list: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(previousHash).update(JSON.stringify(list)).digest();
}

/** A list of texts, which is hashed as JSON without white space. */
export function canonicalList(event: EventTexts): (string | null)[] {
  const { accountId, number, type, orderId, createdAt, facts, commitments } = event;
  return [accountId, number, type, orderId, createdAt, ...facts, commitments];
}
