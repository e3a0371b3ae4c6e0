import fc from 'fast-check';
import type { AccountField } from '../../catalog/account-field.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import { assertFieldsComplete, matchFields } from './order-fields.js';

const field = (name: string, more: Partial<AccountField> = {}): AccountField => ({
  name,
  label: name,
  type: 'string',
  required: true,
  ...more,
});
const filled = (schema: readonly AccountField[], ...sent: readonly Parameter[]) =>
  Object.fromEntries(matchFields(schema, sent, true).values);
const before = (schema: readonly AccountField[], ...sent: readonly Parameter[]) =>
  Object.fromEntries(matchFields(schema, sent, false).values);

const ZONED = [field('playerId'), field('Zone')];
const ARABIC = [
  field('رقم اللاعب', { label: 'Player ID' }),
  field('السيرفر', { label: 'Server ID' }),
];

describe('two required fields, of which the first is a player id', () => {
  it.each(['Player', 'player_id', 'User ID', 'UID', 'Account-Id', 'id', 'userId'])(
    'are found where it is named or labelled %s',
    (name) => {
      const sent: Parameter[] = [
        ['PlayerID', '5'],
        ['serverId', '7'],
      ];
      const other = field('x', { label: 'Region' });
      expect(Object.values(filled([field(name), other], ...sent))).toEqual(['5', '7']);
      expect(filled([field('a', { label: name }), other], ...sent)).toEqual({ a: '5', x: '7' });
    },
  );

  it.each(['Server', 'server id', 'ZONE', 'Zone_ID', 'region', 'World'])(
    'have another one named or labelled %s',
    (name) => {
      for (const sent of ['serverId', 'SERVER', 'zone', 'Zone_Id']) {
        expect(
          filled([field('id'), field('x', { label: name })], ['id', '5'], [sent, '7']),
        ).toEqual({ id: '5', x: '7' });
      }
    },
  );

  it.each(['Level', 'Server name', 'Email', 'Character'])(
    'leave another one named %s to its own name',
    (name) => {
      const two = [field('id'), field(name)];
      for (const sent of ['serverId', 'server', 'zone', 'zone_id', 'uid', 'phone', 'playerId']) {
        expect(filled(two, ['id', '5'], [sent, '7'])).toEqual({ id: '5' });
      }
    },
  );

  it('fill the first by playerId, else by a usual name, and never the second', () => {
    const sent: Parameter[] = [
      ['zone_id', '2001'],
      ['playerId', '5'],
      ['uid', '7'],
    ];
    expect(before(ZONED, ...sent)).toEqual({ playerId: '5', Zone: '7' });
    expect(filled(ZONED, ...sent)).toEqual({ playerId: '5', Zone: '2001' });
    expect(filled(ZONED, ['playerId', '5'], ['uid', '7'])).toEqual({ playerId: '5' });
    expect(filled(ARABIC, ['playerId', '5'], ['uid', '7'])).toEqual({ 'رقم اللاعب': '5' });
    expect(filled(ARABIC, ['phone', '7'], ['zone', '8'])).toEqual({
      'رقم اللاعب': '7',
      السيرفر: '8',
    });
  });

  it('are found by what a field is called, before all of that', () => {
    const sent: Parameter[] = [
      ['playerId', '1'],
      ['server', '2'],
      ['رقم_اللاعب', '5'],
      ['السيرفر', '7'],
    ];
    expect(filled(ARABIC, ...sent)).toEqual({ 'رقم اللاعب': '5', السيرفر: '7' });
  });

  it('do not take what is spelled like another field', () => {
    const three = [field('ID'), field('Server'), field('User id', { required: false })];
    const sent: Parameter[] = [
      ['User id', '3'],
      ['user_id', '4'],
      ['server', '7'],
    ];
    expect(filled(three, ...sent)).toEqual({ Server: '7', 'User id': '3' });
  });

  it('refuse two values of one step', () => {
    const check = (...sent: readonly Parameter[]) => {
      const all: Parameter[] = [['playerId', '5'], ...sent];
      return () => {
        assertFieldsComplete(ARABIC, matchFields(ARABIC, all, true));
      };
    };
    expect(check(['zone', '7'], ['serverId', ' 7 '])).not.toThrow();
    expect(check(['zone', '7'], ['serverId', '8'])).toThrow(
      'Different values for parameter: السيرفر',
    );
    expect(check(['uid', '6'], ['zone', '7'])).not.toThrow();
  });

  it.each([
    ['the first is no player id', [field('Server'), field('Zone')]],
    ['there are three', [...ZONED, field('Level')]],
    ['there is one', [field('Zone')]],
  ])('are not meant where %s', (_, schema) => {
    const name = fc.constantFrom(
      'playerId',
      'uid',
      'serverId',
      'zone_id',
      'Zone',
      'Level',
      'Server',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.constantFrom('5', '7'))), (sent) => {
        const read = (otherForms: boolean) => {
          try {
            return matchFields(schema, sent, otherForms);
          } catch (error) {
            return error;
          }
        };
        expect(read(true)).toEqual(read(false));
      }),
    );
  });
});

describe('fields by their position', () => {
  const three = [...ZONED, field('Level')];
  const numbered = (...names: readonly string[]): Parameter[] =>
    names.map((name, index) => [name, `${index + 5}`]);

  it.each([
    [ZONED, ['param1', 'param2']],
    [ZONED, ['param_1', 'param_2']],
    [ZONED, ['Param1', 'PARAM2']],
    [ARABIC, ['param1', 'param2']],
    [three, ['param1', 'param2', 'param3']],
    [
      [field('Server'), field('Zone')],
      ['param_1', 'param_2'],
    ],
    [[field('Phone')], ['param1']],
  ])('%j are %j', (schema, names) => {
    const values = Object.values(filled(schema, ...numbered(...names).reverse()));
    expect(values).toEqual(schema.map((_, index) => `${index + 5}`));
    expect(before(schema, ...numbered(...names))).toEqual({});
  });

  it.each([
    [['param1']],
    [['param2', 'param3']],
    [['param0', 'param1']],
    [['param1', 'param2', 'param3']],
    [['param1', 'param_2']],
    [['param1', 'param2', 'param_1', 'param_2']],
    [['param1', 'param1', 'param2']],
    [['param01', 'param02']],
    [['param-1', 'param-2']],
    [['param1', 'param2', 'playerId']],
    [['param1', 'param2', 'zone']],
    [['param1', 'param2', 'uid']],
  ])('are not taken from %j', (names) => {
    const found = Object.values(filled(ZONED, ...numbered(...names)));
    expect(found).toEqual(
      Object.values(
        filled(ZONED, ...numbered(...names).filter(([name]) => !name.startsWith('param'))),
      ),
    );
  });

  it('need no value of a number beyond the last', () => {
    expect(filled(ZONED, ...numbered('param1', 'param2'), ['param3', ' '])).toEqual({
      playerId: '5',
      Zone: '6',
    });
    expect(filled(ZONED, ['param1', '5'], ['param2', ''])).toEqual({});
  });

  it('are not taken where a field is optional', () => {
    const optional = [field('playerId'), field('Zone', { required: false })];
    expect(filled(optional, ...numbered('param1', 'param2'))).toEqual({});
  });

  it('are not taken where a field has such a name', () => {
    const named = [field('param2'), field('param1')];
    expect(filled(named, ...numbered('param1', 'param2'))).toEqual({ param1: '5', param2: '6' });
  });
});

describe('a request that an earlier release reads', () => {
  it('has the same fields by its rules, unless a step for two replaces the usual names', () => {
    const names = ['playerId', 'Zone', 'zone', 'player-id', 'PLAYERID'];
    const sent = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('5', '7', '')));
    fc.assert(
      fc.property(sent, fc.constantFrom(ZONED, ARABIC, [field('Zone')]), (parameters, schema) => {
        let old;
        try {
          old = matchFields(schema, parameters, false);
        } catch {
          return;
        }
        for (const [name, value] of old.values) {
          expect(matchFields(schema, parameters, true).values.get(name)).toBe(value);
        }
      }),
    );
  });
});
