import { dayAfter, dayOf } from '../../common/zoned-time.js';
import type { Conventions } from '../../locales/conventions.js';
import type { SalesReportDto, SalesSumsDto } from '../../operations/reports/report.lists.js';
import { spansOf } from '../../reports/report-period.js';
import { isTimeSpan } from '../../reports/report-shapes.js';
import type { Days } from '../shell/periods.js';

/** What was sold on a day, or in a week or month, as far as it is in the period. */
export interface SalesPoint extends Days {
  /** Its first day, also where the period begins later. */
  readonly key: string;
  readonly sums: SalesSumsDto;
}

const NOTHING_SOLD: SalesSumsDto = {
  ...{ orders: 0, waiting: 0, sales: '0', cost: '0', profit: '0' },
  ...{ sales_without_cost: '0', unknown_cost: 0 },
};

/** The days of a report; the last one may be in it in part. */
export function reportDays({ from, to }: SalesReportDto, timeZone: string): Days {
  const last = new Date(new Date(to).getTime() - 1);
  return { from: dayOf(new Date(from), timeZone), to: dayOf(last, timeZone) };
}

/** A point for each day, week or month of a report, also where nothing was sold; none of a report by something else. */
export function salesPoints(
  report: SalesReportDto,
  conventions: Pick<Conventions, 'timeZone' | 'weekStart'>,
): SalesPoint[] {
  const { by, from, to, items } = report;
  if (!isTimeSpan(by)) return [];
  const days = reportDays(report, conventions.timeZone);
  const spans = spansOf(by, { from: new Date(from), to: new Date(to) }, conventions);
  const known = new Map<string | null, SalesSumsDto>(items.map((row) => [row.key, row]));
  return spans.map(({ day: key }, place) => {
    const next = spans[place + 1]?.day;
    return {
      ...{ key, sums: known.get(key) ?? NOTHING_SOLD },
      ...{ from: place === 0 ? days.from : key, to: next ? dayAfter(next, -1) : days.to },
    };
  });
}

/** A day, a week by its first day, or a month. */
export function timeName(by: SalesReportDto['by'], key: string): string {
  return by === 'month' ? key.slice(0, '2026-03'.length) : key;
}
