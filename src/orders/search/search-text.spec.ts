import fc from 'fast-check';
import { searchForm } from './search-text.js';

describe('searchForm', () => {
  it.each([
    ['AB12', 'ab12', 'letter case'],
    ['  ab12\t', 'ab12', 'white space around'],
    ['\u00a0ab12\u3000', 'ab12', 'wide white space around'],
    ['ＡＢ１２', 'ab12', 'full-width letters and digits'],
    ['e\u0301', 'é', 'decomposed letters'],
    ['ﬁ', 'fi', 'ligatures'],
    ['ABCD-EFGH', 'abcd-efgh', 'hyphens, which stay'],
    ['Player One', 'player one', 'spaces between words, which stay'],
    ['', '', 'nothing'],
  ])('of %j is %j: %s', (text, form) => {
    expect(searchForm(text)).toBe(form);
  });

  it('is the same for every spelling of one ASCII text', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(searchForm(` ${text.toUpperCase()} `)).toBe(searchForm(text.toLowerCase()));
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(searchForm(`${text} `)).toBe(searchForm(text));
      }),
    );
  });

  it('does not sort very long runs of combining marks', () => {
    const marks = '\u0301\u0316'.repeat(100_000);
    expect(searchForm(`A${marks}`)).toBe(`a${marks}`);
  });
});
