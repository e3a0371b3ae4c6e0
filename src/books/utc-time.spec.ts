import { utcTime } from './utc-time.js';

describe('utcTime', () => {
  it.each([
    ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59.000000Z'],
    ['2026-01-31T23:59:59.1Z', '2026-01-31T23:59:59.100000Z'],
    ['2026-01-31t23:59:59.123456z', '2026-01-31T23:59:59.123456Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is %s', (text, time) => {
    expect(utcTime(text)).toBe(time);
  });

  it.each([
    ['', 'empty'],
    ['2026-01-31', 'a date'],
    ['2026-01-31T23:59Z', 'without seconds'],
    ['2026-01-31 23:59:59Z', 'without the T'],
    ['2026-01-31T23:59:59', 'without a zone'],
    ['2026-01-31T23:59:59+00:00', 'with an offset'],
    ['2026-01-31T23:59:59.Z', 'a point alone'],
    ['2026-01-31T23:59:59.1234567Z', 'a seventh decimal'],
    ['2026-02-29T00:00:00Z', 'a day that is none'],
    ['2026-13-01T00:00:00Z', 'a month that is none'],
    ['2026-01-31T24:00:00Z', 'hour 24'],
    ['2026-12-31T23:59:60Z', 'a leap second'],
    ['0000-01-01T00:00:00Z', 'year 0'],
    ['+12026-01-01T00:00:00Z', 'a year of five digits'],
    ['٢٠٢٦-01-31T23:59:59Z', 'other digits'],
    ['2026-01-31T23:59:59Z\n', 'a line break'],
    ['infinity', 'a word of the database'],
  ])('%j is none: %s', (text) => {
    expect(utcTime(text)).toBeUndefined();
  });
});
