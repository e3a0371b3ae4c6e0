import fc from 'fast-check';
import { dayAfter, dayOf } from '../common/zoned-time.js';
import { daysOf, reportPeriod, spansOf } from './report-period.js';
import { TIME_SPANS } from './report-shapes.js';

const NOW = new Date('2026-03-31T15:30:00.123Z');
/** What the database has written at this moment, such as .1239, is part of the report. */
const END_OF_NOW = '2026-03-31T15:30:00.124Z';

/** The period as text; or what is wrong with it. */
function period(from?: string, to?: string, timeZone = 'UTC'): readonly string[] | string {
  const chosen = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
  try {
    const read = reportPeriod(chosen, timeZone, NOW);
    return [read.from.toISOString(), read.to.toISOString()];
  } catch (error) {
    return String(error);
  }
}

describe('the period of a report', () => {
  it.each([
    ['nothing is chosen', undefined, undefined, ['2026-03-02T00:00:00.000Z', END_OF_NOW]],
    [
      'only its end is chosen',
      undefined,
      '2026-02-01',
      ['2026-01-03T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ],
    [
      'only its beginning is chosen',
      '2026-03-31T15:30Z',
      undefined,
      ['2026-03-31T15:30:00.000Z', END_OF_NOW],
    ],
    [
      'it has 366 days',
      '2024-01-01',
      '2025-01-01',
      ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    ],
  ])('is known when %s', (_, from, to, expected) => {
    expect(period(from, to)).toEqual(expected);
  });

  it.each([
    ['2026-02-01', '2026-02-01', 'The period must end after it begins.'],
    ['2026-02-02', '2026-02-01', 'The period must end after it begins.'],
    ['2026-04-01', undefined, 'The period must end after it begins.'],
    ['2024-01-01', '2025-01-01T00:00:00.001Z', 'The period has at most 366 days.'],
  ])('from %s to %s is refused', (from, to, fault) => {
    expect(period(from, to)).toContain(fault);
  });

  it('begins with the year 1 at the earliest', () => {
    const earliest = '0001-01-01T00:00:00.000Z';
    const end = '0001-01-20T00:00:00.000Z';
    expect(period(undefined, end)).toEqual([earliest, end]);
    expect(period('0000-12-20T00:00Z', end)).toEqual([earliest, end]);
    expect(period('0000-12-20T00:00Z', earliest)).toContain('must end after it begins');
  });

  it('begins with a day of the zone', () => {
    const [berlin, kolkata] = ['2026-03-01T23:00:00.000Z', '2026-03-01T18:30:00.000Z'];
    expect(period(undefined, undefined, 'Europe/Berlin')).toEqual([berlin, END_OF_NOW]);
    expect(period(undefined, undefined, 'Asia/Kolkata')).toEqual([kolkata, END_OF_NOW]);
  });

  it('may have one hour more where clocks are set back twice in it', () => {
    const days = ['2024-10-26T22:00Z', '2025-10-27T23:00Z'] as const;
    expect(period(...days, 'Europe/Berlin')).toHaveLength(2);
    expect(period(...days)).toContain('at most 366 days');
  });
});

describe('the days of a period', () => {
  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'end with the last year in %s',
    (zone) => {
      const last = { from: new Date('9999-12-30T12:00Z'), to: new Date('9999-12-31T23:00Z') };
      expect(daysOf(last, zone).length).toBeLessThanOrEqual(2);
    },
  );

  const days = (from: string, to: string, zone: string): string[] =>
    daysOf({ from: new Date(from), to: new Date(to) }, zone).map(
      ({ day, start }) => `${day} ${start.toISOString()}`,
    );

  it('begin by the clocks of the zone, the first one with the period', () => {
    expect(days('2026-03-28T12:00Z', '2026-03-29T22:00:00.001Z', 'Europe/Berlin')).toEqual([
      '2026-03-28 2026-03-28T12:00:00.000Z',
      '2026-03-29 2026-03-28T23:00:00.000Z',
      '2026-03-30 2026-03-29T22:00:00.000Z',
    ]);
    expect(days('2026-03-28T18:30Z', '2026-03-29T18:30Z', 'Asia/Kolkata')).toEqual([
      '2026-03-29 2026-03-28T18:30:00.000Z',
    ]);
  });

  it('are in the period also where a calendar begins', () => {
    expect(days('0001-01-01T00:00Z', '0001-01-01T00:01Z', 'Europe/Berlin')).toEqual([
      '0001-01-01 0001-01-01T00:00:00.000Z',
    ]);
  });
});

describe('the weeks and months of a period', () => {
  const spans = (span: 'week' | 'month', timeZone: string, weekStart = 1): string[] =>
    spansOf(
      span,
      { from: new Date('2025-12-30T12:00Z'), to: new Date('2026-02-01T00:00Z') },
      { timeZone, weekStart },
    ).map(({ day, start }) => `${day} ${start.toISOString()}`);

  it('begin by the clocks of the zone, across years, the first one with the period', () => {
    expect(spans('month', 'UTC')).toEqual([
      '2025-12-01 2025-12-30T12:00:00.000Z',
      '2026-01-01 2026-01-01T00:00:00.000Z',
    ]);
    // In Berlin an hour of February is in it.
    expect(spans('month', 'Europe/Berlin').at(-1)).toBe('2026-02-01 2026-01-31T23:00:00.000Z');
    expect(spans('week', 'UTC').slice(0, 2)).toEqual([
      '2025-12-29 2025-12-30T12:00:00.000Z',
      '2026-01-05 2026-01-05T00:00:00.000Z',
    ]);
    expect(spans('week', 'UTC', 7)[1]).toBe('2026-01-04 2026-01-04T00:00:00.000Z');
  });

  it('have each day once', () => {
    const hour = 3_600_000;
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia'];
    const asked = fc.record({
      start: fc.integer({ min: 0, max: 300_000 }),
      hours: fc.integer({ min: 1, max: 366 * 24 }),
      timeZone: fc.constantFrom(...zones),
      weekStart: fc.integer({ min: 1, max: 7 }),
      span: fc.constantFrom(...TIME_SPANS),
    });
    fc.assert(
      fc.property(asked, ({ start, hours, span, ...options }) => {
        const from = new Date(Date.parse('1995-01-01') + start * hour);
        const period = { from, to: new Date(from.getTime() + hours * hour) };
        const found = spansOf(span, period, options);
        expect(found[0]?.start).toEqual(from);
        for (const [place, { day, start: begins }] of found.entries()) {
          const next = found[place + 1];
          if (span === 'week') expect(new Date(day).getUTCDay()).toBe(options.weekStart % 7);
          if (span === 'month') expect(day).toMatch(/-01$/);
          if (place > 0) expect(dayOf(begins, options.timeZone)).toBe(day);
          if (next && span === 'week') expect(next.day).toBe(dayAfter(day, 7));
          if (next) expect(begins < next.start).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
