import { canonicalText, isStorableText } from './text.js';

describe('isStorableText', () => {
  it.each(['', 'abc', 'معرف اللاعب', '🎮', '\u{1F600}', '\t\n'])('takes %j', (text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'])('refuses %j', (text) => {
    expect(isStorableText(text)).toBe(false);
  });
});

describe('canonicalText', () => {
  it.each([
    ['  5123 ', '5123'],
    ['\u00a05123\ufeff', '5123'],
    ['e\u0301', '\u00e9'],
    ['a  b', 'a  b'],
    ['', ''],
  ])('of %j is %j', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });
});
