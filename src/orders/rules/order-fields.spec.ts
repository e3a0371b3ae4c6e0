import fc from 'fast-check';
import type { AccountField } from '../../catalog/account-field.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import {
  assertFieldsComplete,
  hasValues,
  matchFields,
  sameRequiredValues,
} from './order-fields.js';

const match = (schema: readonly AccountField[], parameters: readonly Parameter[]) =>
  matchFields(schema, parameters, true);

const field = (name: string, more: Partial<AccountField> = {}): AccountField => ({
  name,
  label: name,
  type: 'string',
  required: true,
  ...more,
});

describe('matchFields', () => {
  it('prefers the exact name to its aliases and keeps the rest as extras', () => {
    const { values, sent, extras } = match(
      [field('Zone ID')],
      [
        ['zone_id', '1'],
        ['Zone ID', ' 2 '],
        ['x', '3'],
      ],
    );
    expect([...values]).toEqual([['Zone ID', '2']]);
    expect(sent).toEqual([['Zone ID', ' 2 ']]);
    expect(extras).toEqual([
      ['zone_id', '1'],
      ['x', '3'],
    ]);
  });

  it('fills the only required field from playerId, but never one of two', () => {
    const optional = field('Note', { required: false });
    expect(match([field('Phone'), optional], [['PlayerID', '7']]).values.get('Phone')).toBe('7');
    expect(match([field('Phone'), field('Zone')], [['playerId', '7']]).values.size).toBe(0);
  });

  it('keeps account fields named like a secret, and drops extra parameters named so', () => {
    const sent: [string, string][] = [
      ['Password', 'a'],
      ['jwt', 'b'],
      ['key', 'c'],
      ['secret', 'd'],
      ['note', 'e'],
    ];
    const { values, extras } = match([field('password'), field('key')], sent);
    expect([...values]).toEqual([
      ['password', 'a'],
      ['key', 'c'],
    ]);
    expect(extras).toEqual([['note', 'e']]);
  });

  it('prefers the ways to name a field in their order', () => {
    const sent: [string, string][] = [
      ['playerid', '4'],
      ['zone_id', '3'],
      ['ZONE ID', '2'],
    ];
    for (const value of ['2', '3', '4']) {
      const left = sent.filter(([, other]) => other >= value).reverse();
      expect(match([field('Zone ID')], left).values.get('Zone ID')).toBe(
        left.find(([, other]) => other === value)?.[1],
      );
    }
    expect(() => match([field('Zone ID')], [...sent, ['zone id', '5']])).toThrow(
      'Parameter repeated: Zone ID',
    );
  });

  it('normalizes values in every Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        const schema = [field('playerId')];
        const earlier = match(schema, [['playerId', text.normalize('NFC')]]);
        const repeated = match(schema, [['PLAYERID', ` ${text.normalize('NFD')} `]]);
        const values = Object.fromEntries(earlier.values);
        expect(sameRequiredValues(schema, hasValues(values), [repeated])).toBe(true);
      }),
    );
  });
});

describe('sameRequiredValues', () => {
  const schema = [field('id'), field('zone'), field('note', { required: false })];
  const same = (...parameters: [string, string][]): boolean =>
    sameRequiredValues(schema, hasValues({ id: '1', zone: '2', note: '3' }), [
      match(schema, parameters),
    ]);

  it('compares all required fields, and nothing else', () => {
    expect(same(['id', '1'], ['zone', '2'], ['note', '4'])).toBe(true);
    expect(same(['id', '1'], ['zone', '3'], ['note', '3'])).toBe(false);
    expect(same(['id', '1'], ['note', '3'])).toBe(false);
  });
});

/** Four times as long in its longest spelling. */
const GREEK = 'ᾂ';
const SPELLED = GREEK.normalize('NFD');

describe('a parameter that fills a field', () => {
  it('is not empty; an empty one stays an extra parameter', () => {
    const { values, extras } = match([field('id')], [['id', ' ']]);
    expect(values.size).toBe(0);
    expect(extras).toEqual([['id', ' ']]);
  });

  it('may have the longest name and value in their longest Unicode form', () => {
    const [name, value] = [GREEK.repeat(100), GREEK.repeat(500)];
    const sent: [string, string] = [
      SPELLED.repeat(100),
      `${' '.repeat(9_000)}${SPELLED.repeat(500)}`,
    ];
    expect([...match([field(name)], [sent]).values]).toEqual([[name, value]]);
  });

  it('is not playerId if a field, even an optional one, has that name', () => {
    const schema = [field('Phone'), field('PLAYERID', { required: false })];
    const { values } = match(schema, [['playerId', '7']]);
    expect([...values]).toEqual([['PLAYERID', '7']]);
    expect([...match(schema, [['x', '7']]).values]).toEqual([]);
  });
});

describe('assertFieldsComplete', () => {
  const complete =
    (fields: AccountField[], ...parameters: [string, string][]) =>
    () => {
      assertFieldsComplete(fields, match(fields, parameters));
    };

  it('matches a pattern against the whole value', () => {
    const digits = field('id', { pattern: '[0-9]+|none' });
    expect(complete([digits], ['id', '12'])).not.toThrow();
    expect(complete([digits], ['id', 'none'])).not.toThrow();
    expect(complete([digits], ['id', '12x'])).toThrow(
      'Malformed parameter: id (text that matches [0-9]+|none)',
    );
  });

  it('checks an optional field only if it was sent', () => {
    const level = field('Level', { required: false, type: 'number' });
    expect(complete([level])).not.toThrow();
    expect(complete([level], ['Level', 'high'])).toThrow('Malformed parameter: Level (a number)');
  });

  it('refuses a missing required field', () => {
    expect(complete([field('id')])).toThrow(/^Required parameter missing: id$/);
    const level = field('Level', { type: 'number', options: ['1', '2'], pattern: '.' });
    expect(complete([level])).toThrow(
      'Required parameter missing: Level (a number; one of 1, 2; text that matches .)',
    );
    const long = field('long', { options: ['x'.repeat(600)] });
    expect(complete([long])).toThrow(/^Required parameter missing: long \(one of x{493}\)$/);
    expect(complete([field('id')], ['id', ' '])).toThrow('Required parameter missing: id');
  });

  it('accepts values of up to 500 characters, and those among the options', () => {
    expect(complete([field('id')], ['id', 'x'.repeat(500)])).not.toThrow();
    expect(complete([field('id')], ['id', 'x'.repeat(501)])).toThrow(
      'Malformed parameter: id (at most 500 characters)',
    );
    const server = field('server', { options: ['eu', 'us'] });
    expect(complete([server], ['server', 'eu'])).not.toThrow();
    expect(complete([server], ['server', 'e'])).toThrow(
      'Malformed parameter: server (one of eu, us)',
    );
  });

  it('accepts 20 extra parameters of up to 500 characters', () => {
    const extras = (count: number): [string, string][] =>
      Array.from({ length: count }, (_, index) => [`x${index}`, 'x'.repeat(500)]);
    expect(complete([], ...extras(20))).not.toThrow();
    expect(complete([], ...extras(21))).toThrow('At most 20 extra parameters are allowed');
    expect(complete([], ['y'.repeat(500), ''])).not.toThrow();
    const tooLong = (name: string) => new RegExp(`^Parameter too long: ${name}$`);
    expect(complete([], ['y'.repeat(501), ''])).toThrow(tooLong('y'.repeat(100)));
    expect(complete([], ['y', 'x'.repeat(501)])).toThrow(tooLong('y'));
  });
});
