import { dayAfter, firstOfMonth, firstOfWeek } from '../../common/zoned-time.js';

/** Days from the first one to the last one, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of each period, by the present day, and the first one of its week and month. */
const PERIODS = {
  today: (today) => [today, today],
  yesterday: (today) => [dayAfter(today, -1), dayAfter(today, -1)],
  days7: (today) => [dayAfter(today, -6), today],
  days30: (today) => [dayAfter(today, -29), today],
  thisWeek: (_, { week }) => [week, dayAfter(week, 6)],
  lastWeek: (_, { week }) => [dayAfter(week, -7), dayAfter(week, -1)],
  thisMonth: (_, { month }) => [month, dayAfter(firstOfMonth(dayAfter(month, 31)), -1)],
  lastMonth: (_, { month }) => [monthBefore(month), dayAfter(month, -1)],
} as const satisfies Record<
  string,
  (today: string, first: { week: string; month: string }) => readonly [string, string]
>;

export type Period = keyof typeof PERIODS;

/** The days of a period, whole weeks and months also where some of them are still to come. */
export function periodDays(period: Period, today: string, weekStart: number): Days {
  const first = { week: firstOfWeek(today, weekStart), month: firstOfMonth(today) };
  const [from, to] = PERIODS[period](today, first);
  return { from, to };
}

/**
 * The days with which others are compared: whole months with as many months before, a day with the day before, two or more days that
 * begin a month with the same days of the month before, and others with as many days before.
 */
export function daysBefore({ from, to }: Days): Days {
  const isFromFirst = from === firstOfMonth(from);
  const next = dayAfter(to);
  if (isFromFirst && next === firstOfMonth(next)) {
    let first = from;
    for (let month = from; month < next; month = firstOfMonth(dayAfter(month, 31))) {
      first = monthBefore(first);
    }
    return { from: first, to: dayAfter(from, -1) };
  }
  const before = dayAfter(from, -1);
  if (isFromFirst && from < to && from === firstOfMonth(to)) {
    const first = monthBefore(from);
    const same = dayAfter(first, countOf({ from, to }) - 1);
    return { from: first, to: same < before ? same : before };
  }
  return { from: dayAfter(from, -countOf({ from, to })), to: before };
}

const DAY_MS = 24 * 3600 * 1000;

/** How many days there are. */
export function countOf({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** The first day of the month before one that begins on this day. */
function monthBefore(first: string): string {
  return firstOfMonth(dayAfter(first, -1));
}
