import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import type {
  Delivered,
  FulfillmentHandler,
  FulfillmentOutcome,
  OrderToFulfill,
  Refused,
  WaitingOrder,
} from '../../orders/delivery/fulfillment-handler.js';

/** What may become of an order, for the author of a client program to meet each of it on the live system. */
export const REHEARSALS = ['accept', 'reject', 'wait-10s', 'stuck', 'two-codes'] as const;
export type Rehearsal = (typeof REHEARSALS)[number];

const WAIT_SECONDS = 10;
/** How long a stuck order is left alone before it is found still stuck. */
const STUCK_SECONDS = 24 * 3600;

/** Ends rehearsals as their product says. It never touches an order that was paid for. */
export class RehearsalHandler implements FulfillmentHandler {
  readonly code = 'test';
  readonly rehearses = true;

  checkSettings(settings: FulfillmentSettings): void {
    outcomeOf(settings);
  }

  deliver(order: WaitingOrder, settings: FulfillmentSettings): Promise<FulfillmentOutcome> {
    assertRehearsal(order);
    return Promise.resolve(ending(outcomeOf(settings), order));
  }
}

function ending(outcome: Rehearsal, { orderId, createdAt }: WaitingOrder): FulfillmentOutcome {
  switch (outcome) {
    case 'accept':
      return delivered([]);
    case 'two-codes':
      return delivered([`TEST-${orderId}-1`, `TEST-${orderId}-2`]);
    case 'reject':
      return refused('a test product that is always rejected');
    case 'stuck':
      return { kind: 'pending', againInSeconds: STUCK_SECONDS, note: 'a test product, stuck' };
    case 'wait-10s': {
      const left = WAIT_SECONDS - (Date.now() - createdAt.getTime()) / 1000;
      if (left <= 0) return delivered([]);
      return { kind: 'pending', againInSeconds: Math.ceil(left), note: 'a test product, waiting' };
    }
  }
}

function delivered(codes: readonly string[]): Delivered {
  return { kind: 'delivered', codes, note: 'test' };
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}

function outcomeOf({ outcome, ...others }: FulfillmentSettings): Rehearsal {
  const known = REHEARSALS.find((candidate) => candidate === outcome);
  if (known !== undefined && Object.keys(others).length === 0) return known;
  throw new OperatorError(
    `The handler "test" takes one setting, outcome, which is one of ${REHEARSALS.join(', ')}.`,
  );
}

/** Thrown, not refused: a refusal would reject an order that somebody paid for. */
function assertRehearsal({ rehearsal, orderId }: OrderToFulfill): void {
  if (!rehearsal) throw new Error(`order ${orderId} was paid for; a test must not close it`);
}
