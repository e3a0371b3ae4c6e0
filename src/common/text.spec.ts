import {
  canonicalText,
  isStorableText,
  MAX_CONSECUTIVE_MARKS,
  shortList,
  withoutTrailing,
} from './text.js';

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

  it('orders as many combining marks as anybody writes in a row, in a text of any length', () => {
    const marks = '\u0301\u0316'.repeat(MAX_CONSECUTIVE_MARKS / 2);
    const text = `${`a${marks}`.repeat(3)}e\u0301`;

    expect(canonicalText(text)).toBe(text.normalize('NFC'));
    expect(canonicalText(text)).not.toBe(text);
  });

  it('leaves more marks in a row as they are', () => {
    const text = `a${'\u0301\u0316'.repeat(MAX_CONSECUTIVE_MARKS)}`;

    expect(canonicalText(` ${text} `)).toBe(text);
  });
});

describe('withoutTrailing', () => {
  it.each([
    ['https://shop.example///', 'https://shop.example'],
    ['[a]/ &\u00a0/', '[a]'],
    ['a/b', 'a/b'],
    ['///', ''],
    ['', ''],
  ])('makes %j %j', (text, rest) => {
    expect(withoutTrailing(text, '/&')).toBe(rest);
  });
});

describe('shortList', () => {
  const items = Array.from({ length: 21 }, (_, index) => `n${index}`);

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a, b'],
    [items.slice(0, 20), items.slice(0, 20).join(', ')],
    [items, `${items.slice(0, 20).join(', ')}, … (21 in all)`],
  ])('of %j is %s', (list, text) => {
    expect(shortList(list)).toBe(text);
  });
});
