const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 3600 * 1000;

/** A period as the reports take it. */
interface Period {
  readonly from?: string;
  /** Not included. */
  readonly to?: string;
}

/**
 * The period of two typed days in UTC, the second one included. A text that is no day is left as it is, so that the check of the
 * report refuses it.
 */
export function chosenPeriod({ from, to }: { from?: string; to?: string }): Period {
  return {
    ...(from !== undefined && { from: DAY.test(from) ? `${from}T00:00:00Z` : from }),
    ...(to !== undefined && { to: nextMidnight(to) }),
  };
}

function nextMidnight(day: string): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  const isDay = DAY.test(day) && !Number.isNaN(midnight.getTime());
  // A date that no calendar has is moved to another one.
  if (!isDay || !midnight.toISOString().startsWith(day)) return day;
  return new Date(midnight.getTime() + DAY_MS).toISOString();
}
