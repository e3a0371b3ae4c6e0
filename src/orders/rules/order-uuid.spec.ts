import fc from 'fast-check';
import { FlatParameters, type Parameter } from '../../common/http/parameters/flat-parameters.js';
import {
  assertKeyIsNoField,
  normalOrderUuid,
  requiredOrderUuid,
  sentOrderUuid,
  shownOrderUuid,
} from './order-uuid.js';

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
  it.each(['', ' '])('refuses %j as missing', (text) => {
    expect(() => requiredOrderUuid(text, 'uuid')).toThrow(
      `Required parameter missing: order_uuid (${UUID_RULE})`,
    );
  });

  it('says why a key is usually absent', () => {
    expect(() => requiredOrderUuid(undefined, 'uuid')).toThrow(
      `Required parameter missing: order_uuid (${UUID_RULE}; an HTTP library may have left it out ` +
        'because it is an object, such as a UUID: send it as text)',
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

describe('sentOrderUuid', () => {
  const OTHER = 'f47ac10b-58cc-1372-8567-0e02b2c3d479';
  const keyOf = (...parameters: Parameter[]) => sentOrderUuid(new FlatParameters(parameters)).text;

  it.each([
    'uuid',
    'UUID',
    'Uuid',
    'orderuuid',
    'orderUuid',
    'OrderUUID',
    'order-uuid',
    'ORDER_UUID',
  ])('reads a UUID with hyphens under %s', (name) => {
    expect(keyOf([name, UUID])).toBe(UUID);
    expect(keyOf([name, ` {${UUID.toUpperCase()}} `])).toBe(UUID);
  });

  it.each([
    'uid',
    'order',
    'order uuid',
    'order_uuid[]',
    'uuid[]',
    'uuid4',
    'my_uuid',
    'guid',
    'key',
  ])('does not read %s', (name) => {
    expect(keyOf([name, UUID])).toBeUndefined();
  });

  it.each(['', '7', UUID.replaceAll('-', ''), `${UUID}0`, 'order-17', UUID.slice(1)])(
    'leaves %j under another name to the fields, also where keys may be any text',
    (text) => {
      expect(keyOf(['uuid', text])).toBeUndefined();
    },
  );

  it('reads no other name where order_uuid is sent, even empty', () => {
    expect(keyOf(['uuid', OTHER], ['order_uuid', UUID])).toBe(UUID);
    expect(keyOf(['uuid', OTHER], ['order_uuid', ''])).toBe('');
    expect(keyOf(['uuid', OTHER], ['orderUuid', OTHER], ['order_uuid', 'x'])).toBe('x');
  });

  it('refuses two keys, and a name that is repeated', () => {
    expect(keyOf(['uuid', UUID], ['orderUuid', UUID.toUpperCase()])).toBe(UUID);
    expect(keyOf(['uuid', '7'], ['orderUuid', UUID])).toBe(UUID);
    expect(() => keyOf(['uuid', UUID], ['orderUuid', OTHER])).toThrow(
      'Different values for parameter: order_uuid',
    );
    for (const value of [UUID, '7']) {
      expect(() => keyOf(['uuid', UUID], ['uuid', value])).toThrow('Parameter repeated: uuid');
    }
  });

  it('shows a key in logs that it would refuse', () => {
    const shown = (...parameters: Parameter[]) => shownOrderUuid(new FlatParameters(parameters));
    expect(shown(['uuid', UUID], ['orderUuid', OTHER])).toBe(UUID);
    expect(shown(['order_uuid', 'x'], ['order_uuid', 'y'], ['uuid', UUID])).toBe('x');
    expect(shown(['uuid', '7'])).toBeUndefined();
  });

  it('is no field of a product', () => {
    const refused = (name: string, label: string) => () => {
      assertKeyIsNoField([['orderUuid', UUID]], [{ name, label, type: 'string', required: false }]);
    };
    expect(refused('playerId', 'UUID')).not.toThrow();
    for (const name of ['Order UUID', 'order-uuid', 'OrderUuid']) {
      const message =
        'Required parameter missing: order_uuid (orderUuid is a field of this product)';
      expect(refused(name, 'x')).toThrow(message);
      expect(refused('x', name)).toThrow(message);
    }
  });
});
