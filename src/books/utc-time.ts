/** RFC 3339 in UTC, with at most the six decimals that the database keeps. */
const UTC_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,6}))?[Zz]$/;

/** The time with microseconds, as `2026-01-31T23:59:59.123456Z`; undefined if the text is no time in UTC. */
export function utcTime(text: string): string | undefined {
  const [, day = '', time = '', fraction = ''] = UTC_TIME.exec(text) ?? [];
  const seconds = `${day}T${time}`;
  const moment = new Date(`${seconds}Z`);
  // A date that no calendar has is moved to another one. The database has no year 0.
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(seconds);
  return isReal && !day.startsWith('0000') ? `${seconds}.${fraction.padEnd(6, '0')}Z` : undefined;
}
