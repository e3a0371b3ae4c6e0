import { periodFields } from './statement-periods.js';

it.each([
  ['thisWeek', '2026-03-01T23:59:00Z', '2026-02-23T00:00', '2026-03-02T00:00'],
  ['thisWeek', '2026-03-02T00:00:00Z', '2026-03-02T00:00', '2026-03-09T00:00'],
  ['lastWeek', '2026-01-01T12:00:00Z', '2025-12-22T00:00', '2025-12-29T00:00'],
  ['thisMonth', '2026-12-31T12:00:00Z', '2026-12-01T00:00', '2027-01-01T00:00'],
  ['thisMonth', '2026-02-28T12:00:00Z', '2026-02-01T00:00', '2026-03-01T00:00'],
] as const)('%s at %s', (period, now, from, to) => {
  const conventions = { timeZone: 'UTC', weekStart: 1 };
  expect(periodFields(period, new Date(now), conventions)).toEqual({ from, to });
});

it.each([
  // A Sunday, and in Istanbul already a Monday.
  ['UTC', 1, '2026-02-23'],
  ['Europe/Istanbul', 1, '2026-03-02'],
  ['UTC', 7, '2026-03-01'],
  ['UTC', 6, '2026-02-28'],
  ['Europe/Istanbul', 3, '2026-02-25'],
])('this week in %s, with %i as its first day, begins on %s', (timeZone, weekStart, first) => {
  const now = new Date('2026-03-01T22:00:00Z');
  const { from } = periodFields('thisWeek', now, { timeZone, weekStart });
  expect(from).toBe(`${first}T00:00`);
});
