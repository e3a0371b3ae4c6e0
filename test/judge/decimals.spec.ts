import { charge, plain, usd, usdText, withPercentage } from './decimals.js';

it.each([
  ['12.5', 1_250_000_000n],
  ['-1.26048000', -126_048_000n],
  ['0.00000001', 1n],
  ['1.500000000', 150_000_000n],
  ['0.000000001', undefined],
  ['1e3', undefined],
  ['', undefined],
])('reads %s USD', (text, amount) => {
  expect(usd(text)).toBe(amount);
});

it('writes amounts without zeros at their end', () => {
  expect(usdText(-126_048_000n)).toBe('-1.26048');
  expect(plain('007.50')).toBe('7.5');
});

it('charges price × quantity, rounded half up once', () => {
  expect(charge('0.000000015', '3')).toBe(5n);
  expect(charge('0.0000000149', '3')).toBe(4n);
  expect(charge('0.63024', '2')).toBe(126_048_000n);
});

it('adds percent to 18 decimals', () => {
  expect(withPercentage('2', '+10')).toBe('2.2');
  expect(withPercentage('2', '-12.5')).toBe('1.75');
  expect(withPercentage('0.000000000000000005', '10')).toBe('0.000000000000000006');
});
