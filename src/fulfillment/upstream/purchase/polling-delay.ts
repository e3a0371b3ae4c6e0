import type { Pending, WaitingOrder } from '../../../orders/delivery/fulfillment-handler.js';

/** The pause before the supplier is asked again: a part of the order's age, but within limits in seconds. */
const PAUSES = {
  /** It is at work. */
  work: { part: 1 / 4, shortest: 1, longest: 300 },
  /** Nobody knows what became of the order. A supplier that has trouble is left alone anyway. */
  doubt: { part: 1 / 8, shortest: 1, longest: 60 },
} as const;

/** Seconds: young orders are looked after often, old ones rarely. */
export function pauseOf({ createdAt }: WaitingOrder, why: keyof typeof PAUSES): number {
  const age = (Date.now() - createdAt.getTime()) / 1000;
  const { part, shortest, longest } = PAUSES[why];
  return Math.round(Math.min(Math.max(age * part, shortest), longest));
}

export function pending(againInSeconds: number, note: string): Pending {
  return { kind: 'pending', againInSeconds, note };
}
