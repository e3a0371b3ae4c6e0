import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import {
  dayAfter,
  dayOf,
  firstOfMonth,
  firstOfWeek,
  startOfDay,
  wallMs,
} from '../common/zoned-time.js';
import type { TimeSpan } from './report-shapes.js';

/** A period of a report; `from` is included and `to` is not. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 24 * 3600 * 1000;
/** Days of a period that nobody has chosen, today included. */
const DEFAULT_DAYS = 30;
/** No time before it has a text that both JavaScript and PostgreSQL read. */
const EARLIEST = new Date('0001-01-01T00:00:00Z');
/** A longer period would read more orders than one report should. */
export const MAX_REPORT_DAYS = 366;

/**
 * The period of a report. Without an end it ends a millisecond after now: the times of the database are finer than a Date,
 * and the report holds all that was written before. Without a beginning it begins with the first moment of the day 29 days
 * before its end. A day with a change of clocks counts as one.
 * @throws OperatorError if it ends before it begins, or is longer than 366 days
 */
export function reportPeriod(
  chosen: Partial<ReportPeriod>,
  timeZone: string,
  now = new Date(),
): ReportPeriod {
  const { to = new Date(now.getTime() + 1) } = chosen;
  const first = dayAfter(dayOf(to, timeZone), 1 - DEFAULT_DAYS);
  const { from: wanted = startOfDay(first, timeZone) ?? to } = chosen;
  const from = wanted < EARLIEST ? EARLIEST : wanted;
  if (from >= to) throw new OperatorError(...sentence('report.period'));
  const length = wallMs(to, timeZone) - wallMs(from, timeZone);
  if (length > MAX_REPORT_DAYS * DAY_MS) {
    throw new OperatorError(...sentence('report.too-many-days', { most: MAX_REPORT_DAYS }));
  }
  return { from, to };
}

/** A day of a period, and the first moment of it that is in the period. */
export interface ReportDay {
  readonly day: string;
  readonly start: Date;
}

/** The days of a period by the clocks of a zone; the first and the last one may be in it in part. */
export function daysOf({ from, to }: ReportPeriod, timeZone: string): ReportDay[] {
  const days: ReportDay[] = [];
  // As numbers: no day of four digits comes after 9999-12-31.
  const last = Date.parse(dayOf(new Date(to.getTime() - 1), timeZone));
  for (let ms = Date.parse(dayOf(from, timeZone)); ms <= last; ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, '2026-03-29'.length);
    const start = startOfDay(day, timeZone) ?? from;
    days.push({ day, start: start < from ? from : start });
  }
  return days;
}

/** How a period is divided. */
export interface SpanOptions {
  readonly timeZone: string;
  /** From 1 for Monday to 7 for Sunday (ISO 8601). */
  readonly weekStart: number;
}

/** The days, weeks or months of a period, by their first days; those at its edges may be in it in part. */
export function spansOf(
  span: TimeSpan,
  period: ReportPeriod,
  { timeZone, weekStart }: SpanOptions,
): ReportDay[] {
  const firstOf = {
    day: (day: string) => day,
    week: (day: string) => firstOfWeek(day, weekStart),
    month: firstOfMonth,
  }[span];
  const spans = new Map<string, ReportDay>();
  for (const { day, start } of daysOf(period, timeZone)) {
    const first = firstOf(day);
    if (!spans.has(first)) spans.set(first, { day: first, start });
  }
  return [...spans.values()];
}
