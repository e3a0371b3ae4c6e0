import fc from 'fast-check';
import { barChart, type DrawnSales } from './bar-chart.js';

const numbers = (texts: readonly string[]): number[] =>
  texts.map((text) => {
    expect(text).toMatch(/^-?\d+(?:\.\d+)?%$/);
    return Number(text.slice(0, -1));
  });

describe('the chart of sales', () => {
  it('has bars up from nothing sold, and down from it', () => {
    const { bars, amounts } = barChart([
      { sales: 10, profit: undefined },
      { sales: -10, profit: undefined },
      { sales: 0, profit: undefined },
    ]);
    const [up, down, none] = bars;
    const zero = amounts.find(({ amount }) => amount === 0)?.y;
    expect([down?.y, none?.y, none?.height]).toEqual([zero, zero, '0%']);
    expect(up?.height).toBe(down?.height);
    expect(Number.parseFloat(up!.y) + Number.parseFloat(up!.height)).toBeCloseTo(
      Number.parseFloat(zero!),
    );
  });

  it('has a gap in the line of profits where one is unknown, and none without profits', () => {
    const of = (...profits: (number | undefined)[]) =>
      barChart(profits.map((profit) => ({ sales: 1, profit }))).profit;
    expect(of(1, 2, 3)).toHaveLength(2);
    expect(of(1, undefined, 3, 4)).toHaveLength(1);
    expect(of(undefined, undefined)).toEqual([]);
  });

  it('lies within its frame, with a few labels, whatever was sold', () => {
    const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const place: fc.Arbitrary<DrawnSales> = fc.record({
      sales: amount,
      profit: fc.option(amount, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 366 }), (places) => {
        const { bars, slots, profit, labels, amounts } = barChart(places);
        expect([bars.length, slots.length]).toEqual([places.length, places.length]);
        expect(labels.length).toBeLessThanOrEqual(5);
        const ends = [...bars, ...slots].flatMap(({ x, y, width, height }) => {
          const [left = 0, top = 0, wide = 0, high = 0] = numbers([x, y, width, height]);
          return [left, top, left + wide, top + high];
        });
        const lines = numbers(profit.flatMap(({ x1, x2, y1, y2 }) => [x1, x2, y1, y2]));
        const scale = numbers(amounts.map(({ y }) => y));
        for (const end of [...ends, ...lines, ...scale]) {
          expect(end).toBeGreaterThanOrEqual(-0.01);
          expect(end).toBeLessThanOrEqual(100.01);
        }
      }),
    );
  });
});
