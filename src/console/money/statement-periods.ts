/** Times that the statement offers, in UTC. */
export const PERIODS = ['thisWeek', 'lastWeek', 'thisMonth'] as const;
export type Period = (typeof PERIODS)[number];

/** From the first minute on until before the last one, as fields of a time have them. */
export interface PeriodFields {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 3600 * 1000;

/** Weeks begin on Monday. */
export function periodFields(period: Period, now: Date): PeriodFields {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === 'thisMonth') {
    return { from: field(Date.UTC(year, month)), to: field(Date.UTC(year, month + 1)) };
  }
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(year, month, day - sinceMonday - (period === 'lastWeek' ? 7 : 0));
  return { from: field(monday), to: field(monday + 7 * DAY_MS) };
}

function field(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
