import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';

/** What was sold on a day. Numbers are exact enough to draw by. */
export interface DaySales {
  /** Its beginning, as if it were a day in UTC: each day is as wide as the others. */
  readonly day: Date;
  readonly sales: number;
  /** Undefined if it is unknown, or the reader may not see it; the line has a gap there. */
  readonly profit: number | undefined;
}

/** Paths and scales of a chart, in units of its own. */
export interface DayChart {
  readonly area: string;
  /** Undefined without profits. */
  readonly profit: string | undefined;
  readonly amounts: readonly { readonly y: number; readonly amount: number }[];
  readonly days: readonly { readonly x: number; readonly day: Date }[];
}

export const CHART = { width: 480, height: 220, start: 64, end: 12, top: 12, bottom: 28 } as const;
/** The least that the scale goes up to. */
const SMALLEST_USD = 0.01;
const AMOUNTS = 4;
const DAYS = 5;

/** @param days at least two, in their order. */
export function dayChart(days: readonly DaySales[]): DayChart {
  const { width, height, start, end, top, bottom } = CHART;
  const times = days.map(({ day }) => day);
  const values = days.flatMap(({ sales, profit }) => [sales, profit ?? 0]);
  const x = scaleUtc()
    .domain([times[0] ?? 0, times.at(-1) ?? 0])
    .range([start, width - end]);
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(SMALLEST_USD, ...values)])
    .nice(AMOUNTS)
    .range([height - bottom, top]);
  const sales = area<DaySales>()
    .x(({ day }) => x(day))
    .y0(y(0))
    .y1((one) => y(one.sales));
  const profits = line<DaySales>()
    .defined(({ profit }) => profit !== undefined)
    .x(({ day }) => x(day))
    .y(({ profit = 0 }) => y(profit));
  const step = Math.ceil(days.length / DAYS);
  return {
    area: sales([...days]) ?? '',
    profit: days.some(({ profit }) => profit !== undefined)
      ? (profits([...days]) ?? undefined)
      : undefined,
    amounts: y.ticks(AMOUNTS).map((amount) => ({ amount, y: y(amount) })),
    days: times.filter((_, index) => index % step === 0).map((day) => ({ day, x: x(day) })),
  };
}

/** A point for each day, also for those on which nothing was sold. */
export function everyDay(
  rows: readonly DaySales[],
  days: readonly string[],
  withProfit: boolean,
): DaySales[] {
  const known = new Map(rows.map((row) => [row.day.getTime(), row]));
  return days.map((day) => {
    const nothing = { day: new Date(day), sales: 0, profit: withProfit ? 0 : undefined };
    return known.get(nothing.day.getTime()) ?? nothing;
  });
}
