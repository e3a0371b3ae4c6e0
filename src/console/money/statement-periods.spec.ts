import { periodFields } from './statement-periods.js';

it.each([
  ['thisWeek', '2026-03-01T23:59:00Z', '2026-02-23T00:00', '2026-03-02T00:00'],
  ['thisWeek', '2026-03-02T00:00:00Z', '2026-03-02T00:00', '2026-03-09T00:00'],
  ['lastWeek', '2026-01-01T12:00:00Z', '2025-12-22T00:00', '2025-12-29T00:00'],
  ['thisMonth', '2026-12-31T12:00:00Z', '2026-12-01T00:00', '2027-01-01T00:00'],
] as const)('%s at %s', (period, now, from, to) => {
  expect(periodFields(period, new Date(now))).toEqual({ from, to });
});
