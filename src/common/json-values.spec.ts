import fc from 'fast-check';
import { numericText } from './decimal.js';
import { withoutExponent } from './json-values.js';

describe('withoutExponent', () => {
  it('writes any JSON number out, digit for digit', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,17}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: -30, max: 30 }), (mantissa, exponent) => {
        const plain =
          exponent >= 0
            ? mantissa + '0'.repeat(exponent)
            : mantissa
                .padStart(1 - exponent, '0')
                .replace(new RegExp(`(\\d{${-exponent}})$`), '.$1');
        expect(withoutExponent(`${mantissa}e${exponent}`)).toBe(numericText(plain));
      }),
    );
  });

  it.each(['1.50', 'abc', '1e9999', '1e', true, null, ['1e3']])('leaves %j as it is', (value) => {
    expect(withoutExponent(value)).toBe(value);
  });
});
