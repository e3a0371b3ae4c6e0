import fc from 'fast-check';
import { BadParameterError } from '../app-error.js';
import { isCredentialName } from './credential-names.js';
import { FlatParameters, PARAMETER_LIMIT, parseFlatParameters } from './flat-parameters.js';

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
    ['qty[]=1&qty[x]=2', [['qty[]', '1'], ['qty[x]', '2']]],
    ['__proto__[x]=1&constructor=2', [['__proto__[x]', '1'], ['constructor', '2']]],
    ['a.b=1;c=2', [['a.b', '1;c=2']]],
    ['%D9%85%D8%B9=%F0%9F%8E%AE', [['مع', '🎮']]],
    ['qty=1&qty=2', [['qty', '1'], ['qty', '2']]],
  ])('reads %j flat', (text, parameters) => {
    expect(parsed(text)).toEqual(parameters);
  });

  it.each(['a=%', 'a=%zz', '%E0%A4%A=1', 'a=%00', '%00=a', 'a=%ED%A0%80', 'a=%FF', 'a=%C0%80'])(
    'refuses %j as malformed',
    (text) => {
      expect(() => parseFlatParameters(text)).toThrow(BadParameterError);
    },
  );

  it('names the malformed parameter without its bad characters', () => {
    expect(() => parseFlatParameters('player%00id=1')).toThrow('Malformed parameter: playerid');
    expect(() => parseFlatParameters('playerId=%')).toThrow('Malformed parameter: playerId');
  });

  it(`takes ${PARAMETER_LIMIT} parameters and no more`, () => {
    const many = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&');

    expect(parsed(many(PARAMETER_LIMIT))).toHaveLength(PARAMETER_LIMIT);
    expect(() => parseFlatParameters(many(PARAMETER_LIMIT + 1))).toThrow(BadParameterError);
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

  it('either reads a text or refuses it with 114, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseFlatParameters(text);
        } catch (error) {
          expect(error).toBeInstanceOf(BadParameterError);
        }
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
    const half = Array.from({ length: PARAMETER_LIMIT / 2 + 1 }, () => ['a', '1'] as const);
    const query = parseFlatParameters('a=1');

    expect(query.and(new FlatParameters([['b', '2']])).except(ALL)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(() => new FlatParameters(half).and(new FlatParameters(half))).toThrow(BadParameterError);
  });

  it.each([
    ['a NUL', 'a\0'],
    ['an unpaired surrogate', '\ud800'],
  ])('refuses %s in a name or value', (_, text) => {
    expect(() => new FlatParameters([[text, '1']])).toThrow(BadParameterError);
    expect(() => new FlatParameters([['a', text]])).toThrow(BadParameterError);
  });
});
