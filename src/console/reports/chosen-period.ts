import { dayAfter, startOfDay } from '../../common/zoned-time.js';
import type { Days } from '../shell/periods.js';

/** A period as the reports take it. */
interface Period {
  readonly from?: string;
  /** Not included. */
  readonly to?: string;
}

/**
 * The period of two typed days, the second one included. A text that is no day is left as it is, so that the check of the report
 * refuses it.
 */
export function chosenPeriod(
  { from, to }: { from?: string; to?: string },
  timeZone: string,
): Period {
  return {
    ...(from !== undefined && { from: startOf(from, 0, timeZone) }),
    ...(to !== undefined && { to: startOf(to, 1, timeZone) }),
  };
}

/**
 * What a report is compared with: the days before, or as much of them as has gone of days that are not over.
 * @param report its beginning and end
 */
export function comparedPeriod(
  report: Required<Period>,
  { days, before }: { readonly days: Days; readonly before: Days },
  timeZone: string,
): Period & { readonly isPart: boolean } {
  const whole = chosenPeriod(before, timeZone);
  const end = Math.min(Date.parse(report.to), Date.now());
  if (end >= Date.parse(chosenPeriod(days, timeZone).to ?? '')) return { ...whole, isPart: false };
  const gone = Date.parse(whole.from ?? '') + end - Date.parse(report.from);
  const to = Math.min(gone, Date.parse(whole.to ?? ''));
  return { ...whole, to: new Date(to).toISOString(), isPart: true };
}

/** The beginning of the day so many days after another one. */
function startOf(day: string, later: number, timeZone: string): string {
  const isDay = startOfDay(day, timeZone) !== undefined;
  const start = isDay ? startOfDay(dayAfter(day, later), timeZone) : undefined;
  return start?.toISOString() ?? day;
}
