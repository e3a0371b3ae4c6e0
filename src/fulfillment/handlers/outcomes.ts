import { isStorableText, storableText } from '../../common/text.js';
import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
const LONGEST_LOOK_SECONDS = 7 * 24 * 3600;

/** The note of a delivery whose codes cannot be kept; doctor looks for it. */
export const KEY_AWAITED =
  'codes were delivered, but without a secret key they cannot be kept; set SECRET_KEYS, and the handler is asked again';

/** Seconds until a handler that failed is asked again: 5, 10, 20, … up to ten minutes. */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_SECONDS);
}

/**
 * What a handler answered, if it is an answer; handlers may be written by others, and without types.
 * @throws Error when it is none, which means that the outcome is unknown.
 */
export function checkedOutcome(outcome: FulfillmentOutcome): FulfillmentOutcome {
  const fault = faultOf(outcome);
  if (fault !== undefined) throw new Error(`the handler's answer is none: ${fault}`);
  return outcome;
}

function faultOf(outcome: FulfillmentOutcome | null | undefined): string | undefined {
  if (!outcome) return 'nothing';
  switch (outcome.kind) {
    case 'delivered':
      if (!Array.isArray(outcome.codes)) return 'codes is no list';
      return outcome.codes.every(isCode) ? undefined : 'a code is empty or no text';
    case 'pending': {
      const { againInSeconds } = outcome;
      const good = againInSeconds >= 0 && againInSeconds <= LONGEST_LOOK_SECONDS;
      return good ? undefined : `againInSeconds is not from 0 to ${LONGEST_LOOK_SECONDS}`;
    }
    case 'refused':
      return typeof outcome.reason === 'string' ? undefined : 'reason is no text';
    default:
      return 'kind is not delivered, pending or refused';
  }
}

function isCode(code: unknown): boolean {
  return typeof code === 'string' && code.trim() !== '' && isStorableText(code);
}

/** A remark as it can be stored: of any handler, of any length. */
export function storableNote(note: unknown): string {
  const text = typeof note === 'string' ? note : '';
  return storableText(text.slice(0, 1000));
}
