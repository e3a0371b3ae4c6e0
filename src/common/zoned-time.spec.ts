import fc from 'fast-check';
import { dayAfter, dayOf, startOfDay, timeOf, wallTime } from './zoned-time.js';

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'Europe/Istanbul', 'America/New_York', 'America/Sao_Paulo'],
  // Half an hour of summer time, quarters of an hour, and a day that was left out.
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'],
];

const timeIn = (wall: string, zone: string): string | undefined =>
  timeOf(wall, zone)?.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);

it.each([
  ['2026-11-23T08:05', 'UTC', '2026-11-23T08:05'],
  ['2026-11-23T08:05:59', 'Europe/Istanbul', '2026-11-23T05:05'],
  ['2026-01-01T02:00', 'Asia/Kolkata', '2025-12-31T20:30'],
  ['2025-12-31T20:00', 'America/New_York', '2026-01-01T01:00'],
  // Clocks go from 02:00 to 03:00.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
  // And from 03:00 to 02:00.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00'],
  ['1900-01-01T00:00', 'Europe/Berlin', '1899-12-31T23:00'],
])('%s in %s is %s in UTC', (wall, zone, time) => {
  expect(timeIn(wall, zone)).toBe(time);
});

it.each([
  '',
  'yesterday',
  '2026-02-30T10:00',
  '2026-01-01T24:00',
  '2026-01-01',
  '2026-01-01T10:00Z',
])('%j is no time', (wall) => {
  expect(timeOf(wall, 'Europe/Berlin')).toBeUndefined();
});

const times = fc
  .integer({ min: Date.UTC(1970, 0) / 1000, max: Date.UTC(2099, 0) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

it('a time that is shown is read back as the same, or as an earlier one that is shown alike', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(...ZONES), (time, zone) => {
      const shown = wallTime(time, zone);
      const read = timeOf(shown, zone) ?? new Date(NaN);
      expect(wallTime(read, zone)).toBe(shown);
      expect(read.getTime()).toBeLessThanOrEqual(time.getTime());
      // Clocks are set back by an hour at most.
      expect(time.getTime() - read.getTime()).toBeLessThanOrEqual(3_600_000);
      const isShownTwice = [1_800_000, 3_600_000].some(
        (ms) => wallTime(new Date(time.getTime() - ms), zone) === shown,
      );
      if (!isShownTwice) expect(read).toEqual(time);
    }),
  );
});

it('every time is of the day that has begun, and of none that has not', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(...ZONES), (time, zone) => {
      const day = dayOf(time, zone);
      const [start, next] = [startOfDay(day, zone), startOfDay(dayAfter(day), zone)];
      expect(start?.getTime()).toBeLessThanOrEqual(time.getTime());
      expect(next?.getTime()).toBeGreaterThan(time.getTime());
    }),
  );
});

it.each([
  ['2026-03-29', 'Europe/Berlin', 23],
  ['2026-10-25', 'Europe/Berlin', 25],
  ['2026-10-25', 'Asia/Kolkata', 24],
  // Clocks go from 00:00 to 01:00.
  ['2018-11-04', 'America/Sao_Paulo', 23],
  ['2011-12-30', 'Pacific/Apia', 0],
])('%s in %s has %i hours', (day, zone, hours) => {
  const [start = NaN, end = NaN] = [day, dayAfter(day)].map((one) =>
    startOfDay(one, zone)?.getTime(),
  );
  expect((end - start) / 3_600_000).toBe(hours);
});
