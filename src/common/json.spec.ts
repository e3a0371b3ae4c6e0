import fc from 'fast-check';
import { jsonNumber, parseJsonExactly } from './json.js';

describe('jsonNumber', () => {
  it.each([
    '0.000061',
    '0.00772255027173913',
    '12345678901234567890.123456789012345678',
    '-1.5',
    '0',
  ])('writes %s digit for digit', (text) => {
    expect(JSON.stringify({ price: jsonNumber(text) })).toBe(`{"price":${text}}`);
  });

  it.each(['', 'NaN', '{}', '1,2', ' 1'])('refuses %j, which is no number or value', (text) => {
    expect(() => jsonNumber(text)).toThrow(SyntaxError);
  });
});

describe('parseJsonExactly', () => {
  it.each(['1', '1.0', '-0', '1e3', '0.1000', '123456789012345678901234567890'])(
    'keeps the number %s as it was written',
    (text) => {
      expect(parseJsonExactly(`{"qty":${text},"list":[${text}]}`)).toEqual({
        qty: text,
        list: [text],
      });
    },
  );

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const numbersAsTexts: unknown = JSON.parse(
          text.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g, (_, string, number) =>
            string === undefined ? `"${String(number)}"` : String(string),
          ),
        );

        expect(parseJsonExactly(text)).toEqual(numbersAsTexts);
      }),
    );
  });

  it('refuses what is no JSON', () => {
    expect(() => parseJsonExactly('{"a":}')).toThrow(SyntaxError);
  });
});
