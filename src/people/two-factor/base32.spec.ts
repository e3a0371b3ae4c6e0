import { base32 } from './base32.js';

describe('base32', () => {
  // The vectors of RFC 4648, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %s', (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
  });

  it('writes every digit', () => {
    const bytes = Buffer.from('00443214c74254b635cf84653a56d7c675be77df', 'hex');
    expect(base32(bytes)).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
  });
});
