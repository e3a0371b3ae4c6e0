import fc from 'fast-check';
import { plainText, toDecimal } from '../common/decimal.js';
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

it.each([
  ['0', 4, '0.00', undefined],
  ['12.5', 2, '12.50', undefined],
  ['1.2345', 4, '1.2345', undefined],
  ['1.23459', 4, '1.2345…', '1.23459'],
  ['-0.00001', 4, '-0.0000…', '-0.00001'],
  ['0.999', 2, '0.99…', '0.999'],
  ['2.50000000', 4, '2.5000', undefined],
])('%s with %i decimals is shown as %s', (decimal, moneyDecimals, text, exact) => {
  const formats = Formats.of('en', { timeZone: 'UTC', moneyDecimals });
  expect(formats.money(decimal)).toEqual({ text, exact });
});

it('amounts are cut, never rounded', () => {
  const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(digits, fc.nat(18), fc.integer({ min: 2, max: 18 }), (amount, scale, decimals) => {
      const decimal = plainText(
        toDecimal(String(amount)).div(toDecimal(String(10n ** BigInt(scale)))),
      );
      const formats = Formats.of('en', { timeZone: 'UTC', moneyDecimals: decimals });
      const { text, exact } = formats.money(decimal);
      expect(exact ?? text).toBe(moneyText(decimal));
      expect(moneyText(decimal).startsWith(text.replace('…', ''))).toBe(true);
      expect(text.endsWith('…')).toBe(exact !== undefined);
    }),
  );
});

it.each(Locale.languages())('times and counts have Latin digits in %s', (language) => {
  const formats = Formats.of(language);
  expect(formats.time('2026-04-10T13:55:48.123456Z')).toMatch(/\b13:55:48$/);
  expect(formats.time('2026-04-10T13:55:48.123456Z')).toContain('2026');
  expect(formats.count(1234567)).toMatch(/^1[.,]234[.,]567$/);
});

it.each([
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '29 Mar 2026, 01:59:59'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '29 Mar 2026, 03:00:00'],
  ['2026-12-31T20:00:00Z', 'Asia/Kolkata', '1 Jan 2027, 01:30:00'],
])('%s in %s is %s', (time, timeZone, shown) => {
  expect(Formats.of('en', { timeZone, moneyDecimals: 4 }).time(time)).toBe(shown);
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
