import fc from 'fast-check';
import type { AccountField } from '../../catalog/account-field.js';
import { assertFieldsComplete, matchFields, sameRequiredValues } from './order-fields.js';

const field = (name: string, more: Partial<AccountField> = {}): AccountField => ({
  name,
  label: name,
  type: 'string',
  required: true,
  ...more,
});

describe('matchFields', () => {
  it('prefers the exact name to its aliases and keeps the rest as extras', () => {
    const { values, sent, extras } = matchFields(
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
    expect(matchFields([field('Phone'), optional], [['PlayerID', '7']]).values.get('Phone')).toBe(
      '7',
    );
    expect(matchFields([field('Phone'), field('Zone')], [['playerId', '7']]).values.size).toBe(0);
  });

  it('keeps secrets that are a field, and drops those that are none', () => {
    const sent: [string, string][] = [
      ['Password', 'a'],
      ['jwt', 'b'],
      ['key', 'c'],
      ['secret', 'd'],
      ['note', 'e'],
    ];
    const { values, extras } = matchFields([field('password'), field('key')], sent);
    expect([...values]).toEqual([
      ['password', 'a'],
      ['key', 'c'],
    ]);
    expect(extras).toEqual([['note', 'e']]);
  });

  it('asks the ways to name a field in their order, each before the next', () => {
    const sent: [string, string][] = [
      ['playerid', '4'],
      ['zone_id', '3'],
      ['ZONE ID', '2'],
    ];
    for (const value of ['2', '3', '4']) {
      const left = sent.filter(([, other]) => other >= value).reverse();
      expect(matchFields([field('Zone ID')], left).values.get('Zone ID')).toBe(
        left.find(([, other]) => other === value)?.[1],
      );
    }
    expect(() => matchFields([field('Zone ID')], [...sent, ['zone id', '5']])).toThrow(
      'Parameter repeated: Zone ID',
    );
  });

  it('reads a value the same in every Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        const schema = [field('playerId')];
        const earlier = matchFields(schema, [['playerId', text.normalize('NFC')]]);
        const repeated = matchFields(schema, [['PLAYERID', ` ${text.normalize('NFD')} `]]);
        const values = Object.fromEntries(earlier.values);
        expect(sameRequiredValues(schema, values, repeated)).toBe(true);
      }),
    );
  });
});

describe('assertFieldsComplete', () => {
  const complete =
    (fields: AccountField[], ...parameters: [string, string][]) =>
    () => {
      assertFieldsComplete(fields, matchFields(fields, parameters));
    };

  it('matches a pattern against the whole value', () => {
    const digits = field('id', { pattern: '[0-9]+|none' });
    expect(complete([digits], ['id', '12'])).not.toThrow();
    expect(complete([digits], ['id', 'none'])).not.toThrow();
    expect(complete([digits], ['id', '12x'])).toThrow('Malformed parameter: id');
  });

  it('asks an optional field only when it is there', () => {
    const level = field('Level', { required: false, type: 'number' });
    expect(complete([level])).not.toThrow();
    expect(complete([level], ['Level', 'high'])).toThrow('Malformed parameter: Level');
  });
});
