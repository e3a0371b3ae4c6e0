import fc from 'fast-check';
import { dayAfter, firstOfMonth } from '../../common/zoned-time.js';
import { countOf, daysBefore, periodDays, type Period } from './periods.js';

describe('a period', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['days7', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['days30', '2024-03-01', '2024-02-01', '2024-03-01'],
    ['thisWeek', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['thisWeek', '2026-03-02', '2026-03-02', '2026-03-08'],
    ['lastWeek', '2026-01-01', '2025-12-22', '2025-12-28'],
    ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['thisMonth', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
  ] as const)('%s at %s is from %s to %s', (period, today, from, to) => {
    expect(periodDays(period, today, 1)).toEqual({ from, to });
  });

  it.each([
    [1, '2026-02-23'],
    [7, '2026-03-01'],
    [6, '2026-02-28'],
    [3, '2026-02-25'],
  ])('with the first day %i of a week begins on %s', (weekStart, first) => {
    // A Sunday.
    expect(periodDays('thisWeek', '2026-03-01', weekStart).from).toBe(first);
  });

  const days = fc.integer({ min: 0, max: 40_000 }).map((number) => dayAfter('1990-01-01', number));

  it.each([
    ['thisWeek', 'lastWeek'],
    ['thisMonth', 'lastMonth'],
    ['today', 'yesterday'],
  ] as const)('%s has the day, and follows %s', (present: Period, before: Period) => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 7 }), (today, weekStart) => {
        const { from, to } = periodDays(present, today, weekStart);
        expect(from <= today && today <= to).toBe(true);
        expect(periodDays(before, today, weekStart).to).toBe(dayAfter(from, -1));
      }),
    );
  });
});

describe('the days before', () => {
  it.each([
    ['2026-03-10', '2026-03-10', '2026-03-09', '2026-03-09'],
    ['2026-02-25', '2026-03-03', '2026-02-18', '2026-02-24'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    // A month that has begun, and one that has more days than the one before.
    ['2026-03-01', '2026-03-14', '2026-02-01', '2026-02-14'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-03-02', '2026-02-01', '2026-02-02'],
    // A day, also where it is the first one of a month.
    ['2026-01-01', '2026-01-01', '2025-12-31', '2025-12-31'],
    // Neither one month nor several whole ones.
    ['2026-03-01', '2026-04-10', '2026-01-19', '2026-02-28'],
  ])('of %s to %s are %s to %s', (from, to, first, last) => {
    expect(daysBefore({ from, to })).toEqual({ from: first, to: last });
  });

  it('never meet the others, and are as many, unless months are compared', () => {
    const day = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (start, more) => {
        const from = dayAfter('1990-01-01', start);
        const days = { from, to: dayAfter(from, more) };
        const before = daysBefore(days);
        expect(before.from <= before.to && before.to < from).toBe(true);
        if (from !== firstOfMonth(from)) {
          expect([countOf(before), before.to]).toEqual([countOf(days), dayAfter(from, -1)]);
        } else
          expect(before.from.slice(8) === '01' || countOf(before) === countOf(days)).toBe(true);
      }),
    );
  });
});
