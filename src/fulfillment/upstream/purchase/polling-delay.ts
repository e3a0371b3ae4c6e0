import { shopClock } from '../../../common/shop-clock.js';
import type { Pending, WaitingOrder } from '../../../orders/delivery/fulfillment-handler.js';

/** The delay before the supplier is asked again: a part of the order's age, within limits in seconds. */
const POLLING = {
  /** The order waits at the supplier. */
  waiting: { part: 1 / 4, leastSeconds: 1, mostSeconds: 300 },
  /** The state of the order is unknown. If the supplier fails, its circuit breaker adds a longer delay. */
  unknown: { part: 1 / 8, leastSeconds: 1, mostSeconds: 60 },
} as const;

/** New orders are polled often, old ones rarely. */
export function pollDelaySeconds(
  { createdAt }: Pick<WaitingOrder, 'createdAt'>,
  why: keyof typeof POLLING,
): number {
  const ageSeconds = shopClock.ageMs(createdAt) / 1000;
  const { part, leastSeconds, mostSeconds } = POLLING[why];
  return Math.round(Math.min(Math.max(ageSeconds * part, leastSeconds), mostSeconds));
}

export function pending(againInSeconds: number, note: string): Pending {
  return { kind: 'pending', againInSeconds, note };
}
