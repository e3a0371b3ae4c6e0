import fc from 'fast-check';
import { normalOrderUuid } from './order-uuid.js';

describe('normalOrderUuid', () => {
  it('reads one key from every way to write a UUID', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (uuid, upper, bare, braces) => {
          const plain = bare ? uuid.replaceAll('-', '') : uuid;
          const cased = upper ? plain.toUpperCase() : plain;
          const written = braces ? `{${cased}}` : cased;
          expect(normalOrderUuid(written, 'uuid')).toBe(uuid);
          expect(normalOrderUuid(` ${written} `, 'opaque')).toBe(uuid);
        },
      ),
    );
  });

  it('keeps other keys as they are, in opaque mode only', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_.:;#@!?=*+~$|-]{1,100}$/);
    fc.assert(
      fc.property(key, (text) => {
        fc.pre(!/^[0-9a-fA-F-]{32,36}$/.test(text));
        expect(normalOrderUuid(text, 'opaque')).toBe(text);
        expect(normalOrderUuid(text, 'uuid')).toBeUndefined();
      }),
    );
  });

  it.each([
    '',
    ' ',
    'a b',
    'a,b',
    '[a]',
    '{a}',
    '"a"',
    "'a'",
    'a/b',
    'a&b',
    'a\u200eb',
    'x'.repeat(101),
  ])('takes no %j in either mode', (text) => {
    expect(normalOrderUuid(text, 'opaque')).toBeUndefined();
    expect(normalOrderUuid(text, 'uuid')).toBeUndefined();
  });
});
