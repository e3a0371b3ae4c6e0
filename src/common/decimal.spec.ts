import fc from 'fast-check';
import { fractionDigits, isPlainDecimal, numericText, plainText, toDecimal } from './decimal.js';

const plainDecimals = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^\d{1,38}$/), fc.stringMatching(/^\d{0,28}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);

describe('isPlainDecimal', () => {
  it.each(['0', '1', '-0.5', '1.000', '007', '123456789012345678901234567890.5'])(
    'takes %j',
    (text) => {
      expect(isPlainDecimal(text)).toBe(true);
    },
  );

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '.5',
    '5.',
    '+1',
    '--1',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '1_000',
    '1,5',
    '1.2.3',
    'NaN',
    'Infinity',
    '-',
    '１',
    '٣',
    '1n',
  ])('refuses %j', (text) => {
    expect(isPlainDecimal(text)).toBe(false);
    expect(() => toDecimal(text)).toThrow(RangeError);
  });
});

describe('plainText', () => {
  it.each([
    ['1.50', '1.5'],
    ['100', '100'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['0.00772255027173913', '0.00772255027173913'],
    ['100000000000000000000000000000', '100000000000000000000000000000'],
  ])('writes %s as %s', (text, shortest) => {
    expect(plainText(toDecimal(text))).toBe(shortest);
  });

  it('neither loses a digit nor adds one, an exponent or a trailing zero', () => {
    fc.assert(
      fc.property(plainDecimals, (text) => {
        const [whole = '', fraction = ''] = text.replace('-', '').split('.');
        const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`;
        const shortest = digits.replace(/\.$/, '');
        const sign = text.startsWith('-') && shortest !== '0' ? '-' : '';

        expect(plainText(toDecimal(text))).toBe(sign + shortest);
      }),
    );
  });
});

describe('fractionDigits', () => {
  it.each([
    ['1', 0],
    ['1.50', 1],
    ['0.000001', 6],
  ])('of %s are %i', (text, digits) => {
    expect(fractionDigits(toDecimal(text))).toBe(digits);
  });
});

describe('numericText', () => {
  it.each([
    ['150.50000000', '150.5'],
    ['0.00000000', '0'],
    ['-0.00000000', '0'],
    ['-5.10000000', '-5.1'],
    ['99999999999999999999.99999999', '99999999999999999999.99999999'],
  ])('writes %s as %s', (databaseText, text) => {
    expect(numericText(databaseText)).toBe(text);
  });
});
