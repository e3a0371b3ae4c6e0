import { dayAfter } from '../../common/zoned-time.js';
import type { SalesReportDto, SalesSumsDto } from '../../operations/reports/report.lists.js';

/** Days of the lines on the first page. */
export const SHOWN_DAYS = 14;

/** Days until the same weekday. */
export const WEEK = 7;

/** What was sold on a day of the operator's time zone. */
export interface SoldDay {
  readonly day: string;
  readonly sums: SalesSumsDto;
}

/** A point for each day up to this one, also for those on which nothing was sold. */
export function soldDays({ items }: Pick<SalesReportDto, 'items'>, today: string): SoldDay[] {
  const known = new Map<string | null, SalesSumsDto>(items.map((row) => [row.key, row]));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = dayAfter(today, index + 1 - SHOWN_DAYS);
    return { day, sums: known.get(day) ?? NOTHING };
  });
}

const NOTHING: SalesSumsDto = {
  orders: 0,
  waiting: 0,
  sales: '0',
  cost: '0',
  profit: '0',
  sales_without_cost: '0',
  unknown_cost: 0,
};
