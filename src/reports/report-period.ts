import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';

/** A period of a report; `from` is included and `to` is not. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 24 * 3600 * 1000;
/** Days of a period that nobody has chosen, today included. */
const DEFAULT_DAYS = 30;
/** A longer period would read more orders than one report should. */
export const MAX_REPORT_DAYS = 366;

/**
 * The period of a report. Without an end it ends a millisecond after now: the times of the database are finer than a Date,
 * and the report holds all that was written before. Without a beginning it begins with the first moment, in UTC, of the day
 * 29 days before its end.
 * @throws OperatorError if it ends before it begins, or is longer than 366 days
 */
export function reportPeriod(chosen: Partial<ReportPeriod>, now = new Date()): ReportPeriod {
  const { to = new Date(now.getTime() + 1) } = chosen;
  const { from = startOfDay(to.getTime() - (DEFAULT_DAYS - 1) * DAY_MS) } = chosen;
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw new OperatorError(...sentence('report.period'));
  if (length > MAX_REPORT_DAYS * DAY_MS) {
    throw new OperatorError(...sentence('report.too-many-days', { most: MAX_REPORT_DAYS }));
  }
  return { from, to };
}

function startOfDay(time: number): Date {
  return new Date(Math.floor(time / DAY_MS) * DAY_MS);
}
