import type { Pending, WaitingOrder } from '../../orders/delivery/fulfillment-handler.js';

/** Shortest and longest pause before the supplier is asked again, in seconds. */
const PAUSES = {
  /** It is at work. */
  work: [1, 300],
  /** Nobody knows what became of the order. */
  doubt: [2, 60],
} as const;

/** Seconds: young orders are looked after often, old ones rarely. */
export function pauseOf({ createdAt }: WaitingOrder, why: keyof typeof PAUSES): number {
  const age = (Date.now() - createdAt.getTime()) / 1000;
  const [shortest, longest] = PAUSES[why];
  return Math.round(Math.min(Math.max(age / 4, shortest), longest));
}

export function pending(againInSeconds: number, note: string): Pending {
  return { kind: 'pending', againInSeconds, note };
}
