import { isStorableText, storableText } from '../../common/text.js';
import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';
import { codesFault, type CodeBounds } from './code-bounds.js';

const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 600;
const MAX_PENDING_SECONDS = 7 * 24 * 3600;

/** The note of a delivery whose codes cannot be stored; `souk doctor` searches for this text. */
export const KEY_AWAITED =
  'codes were delivered, but without a secret key they cannot be kept; set SECRET_KEYS, and the handler is asked again';

/** The note of a delivery whose handler gave no answer in time; `souk doctor` searches for this text. */
export const HANDLER_SILENT =
  'the handler gave no answer within its time of 120 seconds; it is asked again';

/** What the note begins with of a delivery whose handler gave such an answer; `souk doctor` searches for this text. */
export const ANSWER_UNUSABLE = 'the answer of the handler cannot be used';

/** The delay before a handler that failed is asked again: 5, 10, 20, … seconds, up to ten minutes. */
export function handlerRetryDelaySeconds(tries: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** Math.min(tries, 10), MAX_DELAY_SECONDS);
}

/** The answer of a handler is none, or more than is taken; the outcome of its order is unknown. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
}

/**
 * Validates the answer of a handler, since custom handlers may be written without types.
 * @throws UnusableAnswerError for an invalid answer, so that the outcome counts as unknown.
 */
export function checkedOutcome(
  outcome: FulfillmentOutcome,
  bounds: CodeBounds,
): FulfillmentOutcome {
  const fault = faultOf(outcome, bounds);
  if (fault === undefined) return outcome;
  throw new UnusableAnswerError(`${ANSWER_UNUSABLE}: ${fault}`);
}

function faultOf(
  outcome: FulfillmentOutcome | null | undefined,
  bounds: CodeBounds,
): string | undefined {
  if (!outcome) return 'there is none';
  switch (outcome.kind) {
    case 'delivered':
      if (!Array.isArray(outcome.codes)) return 'codes is no list';
      if (!outcome.codes.every(isCode)) return 'a code is empty or no text';
      return codesFault(outcome.codes, bounds);
    case 'pending': {
      const { againInSeconds } = outcome;
      const good = againInSeconds >= 0 && againInSeconds <= MAX_PENDING_SECONDS;
      return good ? undefined : `againInSeconds is not from 0 to ${MAX_PENDING_SECONDS}`;
    }
    case 'refused':
      if (typeof outcome.reason !== 'string') return 'reason is no text';
      return ['string', 'undefined'].includes(typeof outcome.reasonForReseller)
        ? undefined
        : 'reasonForReseller is no text';
    default:
      return 'kind is not delivered, pending or refused';
  }
}

function isCode(code: unknown): boolean {
  return typeof code === 'string' && code.trim() !== '' && isStorableText(code);
}

/** A note of a handler, in the form and length in which it can be stored. */
export function storableNote(note: unknown): string {
  const text = typeof note === 'string' ? note : '';
  return storableText(text.slice(0, 1000));
}
