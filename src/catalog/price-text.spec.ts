import fc from 'fast-check';
import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { isPrice, priceText } from './price-text.js';

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));

describe('isPrice', () => {
  it.each([
    '0',
    '0.000',
    '500',
    '0.000061',
    '0.00772255027173913',
    '0.000000000000000001',
    '1.' + '0'.repeat(40),
    '000001.5',
    '9'.repeat(20) + '.' + '9'.repeat(18),
  ])('takes %s', (text) => {
    expect(isPrice(text)).toBe(true);
  });

  it.each([
    '',
    '-1',
    '-0.1',
    '+1',
    '1e-6',
    '1,5',
    '.5',
    '5.',
    ' 1',
    '1\n',
    '0x1',
    'NaN',
    'Infinity',
    '$1',
    '0.0000000000000000001',
    '1' + '0'.repeat(20),
  ])('refuses %j', (text) => {
    expect(isPrice(text)).toBe(false);
  });

  it('takes whatever fits numeric(38,18)', () => {
    fc.assert(
      fc.property(digits(20), digits(18), (whole, fraction) => {
        expect(isPrice(`${whole}.${fraction}`)).toBe(true);
      }),
    );
  });
});

describe('priceText', () => {
  it('keeps the digits as written', () => {
    expect(priceText('0.00772255027173913')).toBe('0.00772255027173913');
  });

  it('refuses anything else in a sentence that says what to write', () => {
    expect(() => priceText('1,5')).toThrow(
      new OperatorError(...sentence('field.money', { signed: false, decimals: 18 })),
    );
  });
});
