import fc from 'fast-check';
import { isolatedName, shownName } from './shown-name.js';

describe('a shown name', () => {
  it.each([
    ['60 UC', '60 UC'],
    ['شحن 60 UC', 'شحن 60 UC'],
    ['a\r\nBcc: x@y.example', 'a Bcc: x@y.example'],
    ['a\u2028b\u0000c\td', 'a b c d'],
    // Changes the direction of what follows, or ends the part that was isolated.
    ['safe\u202Egnp.exe\u2069\u2066', 'safe gnp.exe'],
    ['  60   UC  ', '60 UC'],
    ['\uD800x', '\uFFFDx'],
    ['', ''],
  ])('of %j is %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it('is cut off without half a character', () => {
    expect(shownName('😀'.repeat(150))).toBe(`${'😀'.repeat(100)}…`);
    expect(shownName('x'.repeat(100))).toBe('x'.repeat(100));
    expect(shownName('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
    expect(shownName(`${' '.repeat(500)}x`)).toBe('…');
  });

  it('is one short line, whatever the name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const shown = shownName(name);
        expect(Array.from(shown).length).toBeLessThanOrEqual(101);
        expect(shown).not.toMatch(
          /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u,
        );
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  it('does not change the direction of the line that it stands in', () => {
    expect(isolatedName('شحن\u2069')).toBe('\u2068شحن\u2069');
  });
});
