import { commitmentsTo } from '../../common/commitment.js';
import { eventHash, NO_EVENT_HASH, type EventTexts } from './event-hash.js';
import { placeAmong } from './place-among.js';

/** An event with its stored hashes, and what it has committed to. */
export interface ChainedEvent extends EventTexts {
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  /** Null for an event without texts, and when they were erased. */
  readonly salts: Buffer | null;
  /** The texts that its order has now. There are several where two reversals cannot be told apart. */
  readonly texts: readonly (readonly (string | null)[])[] | null;
  /** What its order commits to for its codes now, in hexadecimal; missing if that is not known. */
  readonly codes?: string;
}

/** The last verified event of an account. */
export interface EventHead {
  /** `0` before the first event. */
  readonly number: string;
  readonly hash: Buffer;
}

export const NO_EVENTS: EventHead = { number: '0', hash: NO_EVENT_HASH };

/** Names an event that is not a valid successor of the one before, and says why; undefined if it is. */
export function eventFault(before: EventHead, event: ChainedEvent): string | undefined {
  const expected = String(BigInt(before.number) + 1n);
  if (event.number !== expected) return `event ${expected}: it is missing`;
  const fault = (what: string): string => `event ${event.number}: ${what}`;
  if (!event.previousHash.equals(before.hash)) {
    return fault('it does not carry the hash of the event before it');
  }
  if (!event.hash.equals(eventHash(before.hash, event))) {
    return fault('what it tells is not what was hashed');
  }
  if (!hasItsTexts(event)) {
    return fault('the texts of its order are not those that it has committed to');
  }
  return hasItsCodes(event)
    ? undefined
    : fault('the codes of its order are not those that it has committed to');
}

/** Erased salts prove nothing. */
function hasItsTexts({ commitments, salts, texts }: ChainedEvent): boolean {
  if (salts === null) return true;
  return (texts ?? []).some((candidate) => commitmentsTo(candidate, salts) === commitments);
}

function hasItsCodes({ commitments, codes }: ChainedEvent): boolean {
  if (commitments === null || codes === undefined) return true;
  return placeAmong(codes, commitments) !== undefined;
}
