import { IsIn } from 'class-validator';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import type {
  Delivered,
  FulfillmentHandler,
  FulfillmentOutcome,
  OrderToFulfill,
  Refused,
  WaitingOrder,
} from '../../orders/delivery/fulfillment-handler.js';
import { settingsReader } from './handler-settings.js';

/** The outcomes that the author of a client program can test on the live system. */
export const TEST_OUTCOMES = ['accept', 'reject', 'wait-10s', 'stuck', 'two-codes'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

class TestOrderSettings {
  @IsIn(TEST_OUTCOMES)
  readonly outcome: TestOutcome;
}

const settingsOf = settingsReader(
  TestOrderSettings,
  `The handler "test" takes one setting, outcome, which is one of ${TEST_OUTCOMES.join(', ')}.`,
);

const WAIT_SECONDS = 10;
/** The delay before the handler of a stuck order is asked again. */
const STUCK_SECONDS = 24 * 3600;

/** Closes test orders as the settings of their product say. It never closes a paid order. */
export class TestOrderHandler implements FulfillmentHandler {
  readonly code = 'test';
  readonly rehearses = true;

  checkSettings(settings: FulfillmentSettings): void {
    settingsOf(settings);
  }

  deliver(order: WaitingOrder, settings: FulfillmentSettings): Promise<FulfillmentOutcome> {
    assertTestOrder(order);
    return Promise.resolve(ending(settingsOf(settings).outcome, order));
  }
}

function ending(outcome: TestOutcome, { orderId, createdAt }: WaitingOrder): FulfillmentOutcome {
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
  return { kind: 'refused', reason, reasonForReseller: reason };
}

/** Throws instead of refusing, because a refusal would reject a paid order. */
function assertTestOrder({ rehearsal, orderId }: OrderToFulfill): void {
  if (!rehearsal) throw new Error(`order ${orderId} was paid for; a test must not close it`);
}
