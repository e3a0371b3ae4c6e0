import { canonicalList } from '../../account/events/event-hash.js';
import type { OwnEvent } from '../../account/events/event-reader.repository.js';
import { commitmentsTo } from '../../common/commitment.js';
import type { CommittedTexts } from '../../orders/code-commitments.js';
import {
  historyOrderShape,
  type HistoryOrderShape,
} from '../../orders/history/history-order-shape.js';
import type { OrderChange } from '../../orders/history/order-changes.repository.js';

/** By what an event can be verified. */
export interface ReceiptShape {
  /** The canonical form. */
  readonly event: readonly (string | null)[];
  readonly previous_hash: string;
  readonly hash: string;
  /** For each commitment 32 hexadecimal digits, one behind the other; null if they were erased, or are not for the reseller. */
  readonly salts: string | null;
  readonly texts: readonly (string | null)[] | null;
}

export interface FeedEventShape extends HistoryOrderShape {
  readonly event: string;
  readonly number: number;
  readonly at: string;
  readonly test?: true;
  readonly receipt?: ReceiptShape;
}

/** An event with its order as in the list of orders, and with its receipt if that is asked for. */
export function feedEventShape(
  change: OrderChange,
  receipt: ReceiptShape | undefined,
): FeedEventShape {
  const { event, number, at, rehearsal } = change;
  return {
    ...{ event, number, at },
    ...(rehearsal && { test: true }),
    ...historyOrderShape(change),
    // Verifiers take texts without their salts for forged ones.
    ...(receipt && change.erasedAt && { data: {}, reason: null, replay_api: null }),
    ...(receipt && { receipt }),
  };
}

/** @param codes what proves the commitments to delivered codes, if the event has any and they can be decrypted */
export function receiptShape(own: OwnEvent, codes: CommittedTexts | undefined): ReceiptShape {
  const { salts, texts } = codes ?? committedTexts(own);
  return {
    event: canonicalList(own),
    previous_hash: own.previousHash.toString('hex'),
    hash: own.hash.toString('hex'),
    salts: salts?.toString('hex') ?? null,
    texts,
  };
}

/** Texts that are not those committed to are told, too, so that a verifier finds them. */
function committedTexts({ isForResellers, salts, texts, commitments }: OwnEvent) {
  if (!isForResellers || salts === null || texts === null) return { salts: null, texts: null };
  const committed = texts.find((candidate) => commitmentsTo(candidate, salts) === commitments);
  return { salts, texts: committed ?? texts[0] ?? null };
}
