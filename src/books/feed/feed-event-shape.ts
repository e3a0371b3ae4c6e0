import type { OwnEvent } from '../../account/events/event-reader.repository.js';
import { canonicalList, commitmentTo } from '../../account/events/event-hash.js';
import {
  historyOrderShape,
  type HistoryOrderShape,
} from '../../orders/history/history-order-shape.js';
import type { OrderChange } from '../../orders/history/order-changes.repository.js';

const SALT_BYTES = 16;

/** By what an event can be verified. */
export interface ReceiptShape {
  /** The canonical form. */
  readonly event: readonly (string | null)[];
  readonly previous_hash: string;
  readonly hash: string;
  /** One for each commitment of the event, in hexadecimal; null if they were erased, or are not for the reseller. */
  readonly salts: readonly string[] | null;
  readonly texts: readonly (string | null)[] | null;
}

export interface FeedEventShape extends HistoryOrderShape {
  readonly event: string;
  readonly number: number;
  readonly at: string;
  readonly test?: true;
  readonly receipt?: ReceiptShape;
}

/** An event with its order as in the list of orders. Test orders have no receipt. */
export function feedEventShape(change: OrderChange, own: OwnEvent | undefined): FeedEventShape {
  const { event, number, at, rehearsal } = change;
  return {
    ...{ event, number, at },
    ...(rehearsal && { test: true }),
    ...historyOrderShape(change),
    ...(own && !rehearsal && { receipt: receiptOf(own) }),
  };
}

export function receiptOf(own: OwnEvent): ReceiptShape {
  const { previousHash, hash, commitments, isForResellers } = own;
  const salts = isForResellers ? saltsOf(own) : null;
  const texts = salts && own.texts?.find((texts) => isCommitted(texts, salts, commitments));
  return {
    event: canonicalList(own),
    previous_hash: previousHash.toString('hex'),
    hash: hash.toString('hex'),
    salts: salts?.map((salt) => salt.toString('hex')) ?? null,
    // Texts that are not those committed to are told, too, so that a verifier finds them.
    texts: texts ?? (salts && own.texts?.[0]) ?? null,
  };
}

function saltsOf({ salts }: OwnEvent): Buffer[] | null {
  if (salts === null) return null;
  return Array.from({ length: salts.length / SALT_BYTES }, (_, index) =>
    salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES),
  );
}

function isCommitted(
  texts: readonly (string | null)[],
  salts: readonly Buffer[],
  commitments: string | null,
): boolean {
  const digests = salts.map((salt, index) => commitmentTo(texts[index] ?? '', salt));
  return Buffer.concat(digests).toString('hex') === commitments;
}
