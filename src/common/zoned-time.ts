import { LRUCache } from 'lru-cache';

/**
 * Times as the clocks of a time zone show them, by the rules that Node knows. A zone is a name of the IANA database, such as
 * `Europe/Istanbul`; a day is a date such as `2026-03-29`.
 */
export const UTC = 'UTC';

const DAY_MS = 24 * 3600 * 1000;
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
/** What a zone is ahead of UTC, at the end of a formatted time; nothing or zeros in UTC. */
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Each takes some tens of kilobytes. */
const FORMATS = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Of times with what the zone is ahead of UTC then, such as `3/29/2026, GMT+02:00`. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = FORMATS.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    FORMATS.set(timeZone, format);
  }
  return format;
}

function offsetMs(time: number, timeZone: string): number {
  if (timeZone === UTC) return 0;
  const [, sign, ...parts] = OFFSET.exec(formatOf(timeZone).format(time)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part || 0));
  const ahead = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/** What the clocks show, as if it were a time in UTC. */
export function wallMs(time: Date, timeZone: string): number {
  return time.getTime() + offsetMs(time.getTime(), timeZone);
}

/** What the clocks show, as fields of forms have it: `2026-03-29T03:30:00`. */
export function wallTime(time: Date, timeZone: string): string {
  return new Date(wallMs(time, timeZone)).toISOString().slice(0, '2026-03-29T03:30:00'.length);
}

/**
 * The time at which the clocks show what was typed, such as `2026-03-29T03:30`. Of two, when clocks are set back, it is the earlier
 * one. For what clocks never show, as they are set forward, it is as if they had been set forward later: 02:30 is then 03:30.
 * Undefined for what is no time.
 */
export function timeOf(wall: string, timeZone: string): Date | undefined {
  const shown = Date.parse(`${wall}Z`);
  if (!WALL_TIME.test(wall) || Number.isNaN(shown)) return undefined;
  // A date that no calendar has is moved to another one.
  if (!new Date(shown).toISOString().startsWith(wall)) return undefined;
  const before = offsetMs(shown - DAY_MS, timeZone);
  const after = offsetMs(shown + DAY_MS, timeZone);
  const earlier = [before, after]
    .filter((offset) => offsetMs(shown - offset, timeZone) === offset)
    .sort((one, other) => other - one)[0];
  return new Date(shown - (earlier ?? before));
}

/** The day of a time. */
export function dayOf(time: Date, timeZone: string): string {
  return wallTime(time, timeZone).slice(0, '2026-03-29'.length);
}

/** The first moment of a day; undefined for what is no day. */
export function startOfDay(day: string, timeZone: string): Date | undefined {
  return timeOf(`${day}T00:00`, timeZone);
}

/** The day so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, '2026-03-29'.length);
}

/** The first day of the week that a day is in. @param weekStart from 1 for Monday to 7 for Sunday (ISO 8601) */
export function firstOfWeek(day: string, weekStart: number): string {
  return dayAfter(day, -((new Date(day).getUTCDay() - weekStart + 7) % 7));
}

/** The first day of the month that a day is in. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, '2026-03'.length)}-01`;
}
