import { dayAfter, startOfDay } from '../../common/zoned-time.js';

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

/** The beginning of the day so many days after another one. */
function startOf(day: string, later: number, timeZone: string): string {
  const isDay = startOfDay(day, timeZone) !== undefined;
  const start = isDay ? startOfDay(dayAfter(day, later), timeZone) : undefined;
  return start?.toISOString() ?? day;
}
