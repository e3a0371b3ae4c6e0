import fc from 'fast-check';
import { BadParameterError } from '../../app-error.js';
import { isCredentialName } from './credential-names.js';
import {
  FlatParameters,
  MAX_PARAMETERS,
  parseFlatParameters,
  collectParameters,
  UNREADABLE,
} from './flat-parameters.js';

const ALL = new Set<string>();
const parsed = (text: string): unknown => parseFlatParameters(text).except(ALL);

describe('parseFlatParameters', () => {
  it.each([
    ['', []],
    ['&&', []],
    ['qty=1', [['qty', '1']]],
    ['qty', [['qty', '']]],
    ['=1', [['', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['a%2Bb=%26%3D', [['a+b', '&=']]],
    [
      'qty[]=1&qty[x]=2',
      [
        ['qty[]', '1'],
        ['qty[x]', '2'],
      ],
    ],
    [
      '__proto__[x]=1&constructor=2',
      [
        ['__proto__[x]', '1'],
        ['constructor', '2'],
      ],
    ],
    ['a.b=1;c=2', [['a.b', '1;c=2']]],
    ['%D9%85%D8%B9=%F0%9F%8E%AE', [['مع', '🎮']]],
    [
      'qty=1&qty=2',
      [
        ['qty', '1'],
        ['qty', '2'],
      ],
    ],
  ])('reads %j flat', (text, parameters) => {
    expect(parsed(text)).toEqual(parameters);
  });

  it.each(['a=%', 'a=%zz', '%E0%A4%A=1', 'a=%00', '%00=a', 'a=%ED%A0%80', 'a=%FF', 'a=%C0%80'])(
    'finds %j malformed, and still reads what stands beside it',
    (text) => {
      const parameters = parseFlatParameters(`b=1&${text}&c=2`);

      expect(() => {
        parameters.assertWellFormed();
      }).toThrow(BadParameterError);
      expect(parameters.single('b')).toBe('1');
      expect(parameters.single('c')).toBe('2');
      expect(parameters.complete).toBe(true);
      expect(parameters.except(ALL)[1]?.[1]).toBe(UNREADABLE);
    },
  );

  it('names the first malformed parameter without its bad characters', () => {
    expect(parseFlatParameters('player%00id=1').fault).toBe('Malformed parameter: playerid');
    expect(parseFlatParameters('playerId=%&b=%').fault).toBe('Malformed parameter: playerId');
    expect(parseFlatParameters('playerId=1').fault).toBeUndefined();
  });

  it(`takes ${MAX_PARAMETERS} parameters and no more`, () => {
    const many = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&');

    expect(parseFlatParameters(many(MAX_PARAMETERS)).fault).toBeUndefined();
    expect(parseFlatParameters(many(MAX_PARAMETERS + 1)).fault).toMatch(/^At most 100 /);
  });

  it('reads back whatever a client encodes, and changes no object on the way', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter(isHarmlessName);
    const pairs = fc.array(fc.tuple(names, fc.string({ unit: 'grapheme' }).filter(isHarmless)));
    fc.assert(
      fc.property(pairs, (parameters) => {
        const text = parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

        expect(parsed(text)).toEqual(parameters);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseFlatParameters(text)).toBeInstanceOf(FlatParameters);
      }),
    );
  });
});

function isHarmless(text: string): boolean {
  return !text.includes('\0');
}

function isHarmlessName(name: string): boolean {
  return isHarmless(name) && !isCredentialName(name);
}

describe('FlatParameters', () => {
  it('gives a parameter that stands once, by its exact name', () => {
    const parameters = parseFlatParameters('qty=2&Qty=3&qty[]=4');

    expect(parameters.single('qty')).toBe('2');
    expect(parameters.single('order_uuid')).toBeUndefined();
  });

  it('refuses a parameter that stands twice, once it is asked for', () => {
    const parameters = parseFlatParameters('qty=1&qty=1&a=2');

    expect(parameters.single('a')).toBe('2');
    expect(() => parameters.single('qty')).toThrow('Parameter repeated: qty');
  });

  it('gives the values of all names of a form, in the order in which they were sent', () => {
    const parameters = parseFlatParameters('a[1]=x&b=y&a=z&%61[0]=&xa=1');

    expect(parameters.valuesOf(/^a(\[\d\])?$/)).toEqual(['x', 'z', '']);
    expect(parameters.valuesOf(/^c$/)).toEqual([]);
  });

  it('drops credentials', () => {
    const parameters = parseFlatParameters('API-Token=x&a=1&token=y&access_token=z');

    expect(parameters.except(ALL)).toEqual([['a', '1']]);
    expect(parameters.single('token')).toBeUndefined();
  });

  it('leaves out the named ones', () => {
    const parameters = parseFlatParameters('a=1&qty=2&b=3&a=4');

    expect(parameters.except(new Set(['a']))).toEqual([
      ['qty', '2'],
      ['b', '3'],
    ]);
  });

  it('joins query and body, and counts them together', () => {
    const half = parseFlatParameters('a=1&'.repeat(MAX_PARAMETERS / 2 + 1));
    const joined = parseFlatParameters('a=1').and(parseFlatParameters('b=2'));

    expect(joined.except(ALL)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(joined.fault).toBeUndefined();
    expect(half.fault).toBeUndefined();
    expect(half.and(half).fault).toMatch(/^At most 100 /);
  });

  it('keeps the fault of either half when joined, the earlier one first', () => {
    const sound = parseFlatParameters('a=1');
    const query = parseFlatParameters('b=%');
    const body = parseFlatParameters('c=%');

    expect(query.and(sound).fault).toBe('Malformed parameter: b');
    expect(sound.and(body).fault).toBe('Malformed parameter: c');
    expect(query.and(body).fault).toBe('Malformed parameter: b');
  });
});

describe('collectParameters', () => {
  it.each([
    ['a NUL', 'a\0'],
    ['an unpaired surrogate', '\ud800'],
  ])('puts a sign in place of %s in a name or value', (_, text) => {
    for (const parameter of [[text, '1'] as const, ['a', text] as const]) {
      const parameters = collectParameters([() => parameter, () => ['b', '2']]);

      expect(parameters.fault).toMatch(/^Malformed parameter: a?/);
      expect(parameters.except(ALL)).toEqual([
        [expect.any(String), UNREADABLE],
        ['b', '2'],
      ]);
    }
  });

  it('lets an error that is not about a parameter through', () => {
    const broken = (): never => {
      throw new TypeError('broken');
    };

    expect(() => collectParameters([broken])).toThrow(TypeError);
  });
});
