/** What the demo shop sells most, and how each of it is delivered. */
export const SOLD = [
  { product: 1001, by: 'hand', share: 6, fields: { playerId: '5123456789' } },
  { product: 1002, by: 'hand', share: 3, fields: { playerId: '5187654321' } },
  { product: 1134, by: 'codes', share: 6, fields: {} },
  { product: 1263, by: 'codes', share: 4, fields: {} },
  { product: 1039, by: 'supplier', share: 1, fields: {} },
] as const;

export type SoldProduct = (typeof SOLD)[number];

/** An order of the demo shop. */
export interface PlannedOrder {
  /** The place of the reseller in the list of them. */
  readonly reseller: number;
  readonly sold: SoldProduct;
  /** What the operator does with one that waits. */
  readonly end: 'accept' | 'reject' | 'wait';
}

export const DAYS = 30;
/** Fridays and weekends are busy. */
const BY_WEEKDAY = [6, 4, 4, 5, 5, 7, 8];
const REJECTED_ONE_IN = 17;
/** What the operator has not come to yet, of the last day. */
const STILL_WAITING = 5;

/** The orders of each day, the first day first; the same each time. */
export function plannedDays(resellers: number): PlannedOrder[][] {
  let count = 0;
  const next = (): PlannedOrder => {
    count += 1;
    return {
      // The first reseller orders half of it.
      reseller: count % 2 === 0 ? 0 : 1 + (Math.floor(count / 2) % (resellers - 1)),
      sold: WHEEL[(count * 7) % WHEEL.length] ?? SOLD[0],
      end: count % REJECTED_ONE_IN === 0 ? 'reject' : 'accept',
    };
  };
  const days = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: (BY_WEEKDAY[day % 7] ?? 5) + (day % 3) }, next),
  );
  const waiting = Array.from({ length: STILL_WAITING }, (_, place) => ({
    ...{ reseller: place % resellers, sold: SOLD[place % 2] ?? SOLD[0], end: 'wait' as const },
  }));
  days.at(-1)?.push(...waiting);
  return days;
}

/** Each product as often as its share says. */
const WHEEL = SOLD.flatMap((sold) => Array.from({ length: sold.share }, () => sold));
