import { shopClock } from '../../../common/shop-clock.js';
import type { Pending } from '../../../orders/delivery/fulfillment-handler.js';

/** The pause before the supplier is asked again: a part of the purchase's age, within limits in seconds. */
const POLLING = {
  /** The order waits at the supplier. */
  waiting: { part: 1 / 4, leastSeconds: 1, mostSeconds: 300 },
  /** The state of the order is unknown. If the supplier fails, its circuit breaker adds a longer delay. */
  unknown: { part: 1 / 8, leastSeconds: 1, mostSeconds: 60 },
} as const;

/**
 * So long after a purchase its result is seen within five seconds: this pause, the second until it is looked for, and the
 * answer of the supplier.
 */
const YOUNG_SECONDS = 120;
const YOUNG_PAUSE_SECONDS = 3;

/**
 * New purchases are asked about often, old ones rarely.
 * @param since when the purchase was sent, however old its order was by then
 */
export function pollDelaySeconds(since: Date, why: keyof typeof POLLING): number {
  const ageSeconds = shopClock.ageMs(since) / 1000;
  const { part, leastSeconds, mostSeconds } = POLLING[why];
  const most = ageSeconds < YOUNG_SECONDS ? YOUNG_PAUSE_SECONDS : mostSeconds;
  return Math.round(Math.min(Math.max(ageSeconds * part, leastSeconds), most));
}

export function pending(againInSeconds: number, note: string): Pending {
  return { kind: 'pending', againInSeconds, note };
}
