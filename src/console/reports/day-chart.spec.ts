import { dayAfter } from '../../common/zoned-time.js';
import { CHART, dayChart, everyDay, type DaySales } from './day-chart.js';

const on = (day: string, sales: number, profit?: number): DaySales => ({
  day: new Date(day),
  sales,
  profit,
});

describe('every day of a period', () => {
  it('has a point, with nothing where nothing was sold', () => {
    const sold = on('2026-01-02', 5, 1);
    const days = everyDay([sold], ['2026-01-01', '2026-01-02', '2026-01-03'], true);
    expect(days).toEqual([on('2026-01-01', 0, 0), sold, on('2026-01-03', 0, 0)]);
  });
});

describe('the chart of days', () => {
  it('lies within its frame, beginning at the first day and ending at the last', () => {
    const { area, profit, amounts, days } = dayChart([
      on('2026-01-01', 10, 4),
      on('2026-01-02', -3, -5),
      on('2026-01-03', 20, 9),
    ]);
    const xs = [...area.matchAll(/[ML](-?[\d.]+),/g)].map(([, x]) => Number(x));
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([CHART.start, CHART.width - CHART.end]);
    const ys = [...`${area}${profit}`.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(CHART.top);
    expect(Math.max(...ys)).toBeLessThanOrEqual(CHART.height - CHART.bottom);
    expect(amounts.map(({ amount }) => amount)).toEqual(expect.arrayContaining([0, 10, 20]));
    expect(days).toHaveLength(3);
  });

  it('has a gap in the line of profits where the profit of a day is unknown', () => {
    const days = [on('2026-01-01', 10, 4), on('2026-01-02', 10), on('2026-01-03', 20, 9)];
    expect(dayChart(days).profit?.match(/M/g)).toHaveLength(2);
  });

  it('has no line of profits for those who may not see them, and a few days only', () => {
    const year = Array.from({ length: 365 }, (_, n) => dayAfter('2025-01-01', n));
    const days = everyDay([], year, false);
    const chart = dayChart(days);
    expect([chart.profit, chart.days.length <= 5]).toEqual([undefined, true]);
    expect(chart.area).not.toContain('NaN');
  });
});
