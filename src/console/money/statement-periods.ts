import { dayAfter, dayOf } from '../../common/zoned-time.js';
import type { Conventions } from '../../locales/conventions.js';

/** Times that the statement offers. */
export const PERIODS = ['thisWeek', 'lastWeek', 'thisMonth'] as const;
export type Period = (typeof PERIODS)[number];

/** From the first minute on until before the last one, as fields of a time have them. */
export interface PeriodFields {
  readonly from: string;
  readonly to: string;
}

/** The fields of a period, by the clocks and weeks of who reads. */
export function periodFields(
  period: Period,
  now: Date,
  { timeZone, weekStart }: Pick<Conventions, 'timeZone' | 'weekStart'>,
): PeriodFields {
  const today = dayOf(now, timeZone);
  if (period === 'thisMonth') {
    const first = monthOf(today);
    return fields(first, monthOf(dayAfter(first, 31)));
  }
  const begun = (new Date(today).getUTCDay() - weekStart + 7) % 7;
  const first = dayAfter(today, period === 'lastWeek' ? -begun - 7 : -begun);
  return fields(first, dayAfter(first, 7));
}

/** The first day of the month. */
function monthOf(day: string): string {
  return `${day.slice(0, '2026-03'.length)}-01`;
}

function fields(first: string, next: string): PeriodFields {
  return { from: `${first}T00:00`, to: `${next}T00:00` };
}
