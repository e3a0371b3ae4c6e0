import fc from 'fast-check';
import { normalOrderUuid, requiredOrderUuid } from './order-uuid.js';

const UUID = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';

const UUID_RULE = 'a UUID: 32 hex digits, with or without hyphens';

describe('normalOrderUuid', () => {
  it('normalizes every spelling of a UUID to the same key', () => {
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
  ])('refuses %j in either mode', (text) => {
    expect(normalOrderUuid(text, 'opaque')).toBeUndefined();
    expect(normalOrderUuid(text, 'uuid')).toBeUndefined();
  });

  it.each(['x'.repeat(100), '😀'.repeat(100), `x${UUID}`, `${UUID}x`])(
    'takes %s for an opaque key, and for no UUID',
    (text) => {
      expect(normalOrderUuid(text, 'opaque')).toBe(text);
      expect(normalOrderUuid(text, 'uuid')).toBeUndefined();
    },
  );
});

describe('requiredOrderUuid', () => {
  it.each([undefined, '', ' '])('refuses %j as missing', (text) => {
    expect(() => requiredOrderUuid(text, 'uuid')).toThrow(
      `Required parameter missing: order_uuid (${UUID_RULE})`,
    );
  });

  it('refuses a malformed key, and returns the normal form of a valid one', () => {
    expect(() => requiredOrderUuid('x', 'uuid')).toThrow(
      `Malformed parameter: order_uuid (${UUID_RULE})`,
    );
    expect(requiredOrderUuid('x', 'opaque')).toBe('x');
    const rule = '1 to 100 printable characters without spaces and , ( ) [ ] { } < > " \' ` / &';
    expect(() => requiredOrderUuid('a b', 'opaque')).toThrow(
      `Malformed parameter: order_uuid (${rule})`,
    );
    expect(requiredOrderUuid(UUID.toUpperCase(), 'uuid')).toBe(UUID);
  });
});
