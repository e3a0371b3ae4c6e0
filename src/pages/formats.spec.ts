import { Formats, moneyText } from './formats.js';
import { Locale } from '../locales/locale.js';

it.each([
  ['0', '0.00'],
  ['12.5', '12.50'],
  ['-3', '-3.00'],
  ['123456789012345678.12345678', '123456789012345678.12345678'],
])('%s is shown as %s', (decimal, shown) => {
  expect(moneyText(decimal)).toBe(shown);
});

it.each(Locale.languages())('times and counts have Latin digits in %s', (language) => {
  const formats = Formats.of(language);
  expect(formats.time('2026-04-10T13:55:48.123456Z')).toMatch(/\b13:55:48 UTC$/);
  expect(formats.time('2026-04-10T13:55:48.123456Z')).toContain('2026');
  expect(formats.count(1234567)).toMatch(/^1[.,]234[.,]567$/);
  expect(Formats.of(language)).toBe(formats);
});

it.each([
  [59, '0 minutes'],
  [3_599, '59 minutes'],
  [7_200, '2 hours'],
  [86_399, '23 hours'],
  [259_200, '3 days'],
  [-5, '0 minutes'],
])('an age of %i seconds is shown as %s', (seconds, shown) => {
  const nowMs = Date.UTC(2026, 3, 10);
  const time = new Date(nowMs - seconds * 1_000);
  expect(Formats.of('en').age(time, nowMs)).toBe(shown);
  expect(Formats.of('ar').age(time, nowMs)).toMatch(/\d|يوم|ساع|د/);
});
