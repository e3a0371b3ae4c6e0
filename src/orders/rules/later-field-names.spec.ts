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

describe('the names by which a field that is still missing is found', () => {
  const label = 'رقم اللاعب';
  /** One spelling for each step, in the order of the steps. */
  const SPELLINGS: readonly [step: string, name: string][] = [
    ['the exact name', 'Game ID'],
    ['any letter case', 'GAME id'],
    ['underscores for spaces', 'game_id'],
    ['playerId', 'PlayerId'],
    ['the label', label],
    ['no separators', 'game-ID'],
    ['a usual name', 'user_id'],
  ];
  const schema = [field('Game ID', { label }), field('Note', { required: false })];
  const filled = (...parameters: [string, string][]) =>
    Object.fromEntries(match(schema, parameters).values);

  it.each(SPELLINGS)('include %s', (_, name) => {
    expect(filled([name, ' 7 '])).toEqual({ 'Game ID': '7' });
  });

  it.each([
    ...['player_id', 'Player ID', 'phone', 'userId', 'user_id', 'uid', 'account_id', 'id'],
    ...['target', 'link', 'PHONE', 'Link', 'USERID'],
  ])('include %s', (name) => {
    expect(filled([name, '7'])).toEqual({ 'Game ID': '7' });
  });

  it('are tried in their order, whatever the order of the parameters', () => {
    const sent = SPELLINGS.map(([, name], index): [string, string] => [name, `${index}`]);
    fc.assert(
      fc.property(fc.shuffledSubarray(sent, { minLength: 1 }), (parameters) => {
        const first = Math.min(...parameters.map(([, value]) => Number(value)));
        const { values, sent: used, extras } = match(schema, parameters);
        expect([...values]).toEqual([['Game ID', `${first}`]]);
        expect(used).toEqual([sent[first]]);
        expect(extras).toHaveLength(parameters.length - 1);
      }),
    );
  });

  it('are the same for a replay, however the name is spelled', () => {
    const separators = fc.stringMatching(/^[ _-]{0,2}$/);
    const parts = fc.tuple(fc.constantFrom('Spieler', 'Köln', 'رقم', 'Ἀθῆναι'), fc.nat(99));
    const form = fc.constantFrom('NFC', 'NFD');
    fc.assert(
      fc.property(parts, separators, fc.boolean(), form, ([text, number], gap, upper, how) => {
        const two = [field(`${text} ${number}`), field('Zone')];
        const spelled = `${gap}${upper ? text.toUpperCase() : text}${gap}${number}${gap}`;
        const placed = match(two, [
          [`${text} ${number}`, '7'],
          ['Zone', '1'],
        ]);
        const replayed = match(two, [
          ['z-o_n e', '1'],
          [spelled.normalize(how), '7'],
        ]);
        expect(
          sameRequiredValues(two, hasValues(Object.fromEntries(placed.values)), [replayed]),
        ).toBe(true);
      }),
    );
  });

  it('fill the last missing field, but never one of two, nor an optional one', () => {
    const two = [field('Game ID'), field('Server')];
    const values = (...parameters: [string, string][]) => [
      ...match(two, parameters).values.values(),
    ];
    expect(values(['id', '7'])).toEqual([]);
    expect(values(['id', '7'], ['server', 'eu'])).toEqual(['7', 'eu']);
    const optional = [field('Level', { required: false })];
    expect([...match(optional, [['id', '7']]).values]).toEqual([]);
  });

  it('leave out a parameter that is another field, or is spelled like one', () => {
    const two = [field('Server'), field('Player ID')];
    for (const name of ['player_id', 'PLAYER-ID', 'playerid']) {
      const sent: [string, string][] = [
        ['Player ID', '7'],
        [name, '7'],
        ['phone', ' '],
      ];
      expect([...match(two, sent).values]).toEqual([['Player ID', '7']]);
    }
    const optional = [field('Game'), field('id', { required: false })];
    expect([...match(optional, [['ID', '7']]).values]).toEqual([['id', '7']]);
  });

  it('include a usual name that is spelled like the label of the field', () => {
    const one = [field('Number', { label: 'User ID' })];
    expect([...match(one, [['user_id', '7']]).values]).toEqual([['Number', '7']]);
  });

  it('give a parameter to one field only, in the order of the schema', () => {
    const two = [field('a', { label: 'ID' }), field('b', { label: 'ID' })];
    expect([...match(two, [['id', '7']]).values]).toEqual([['a', '7']]);
  });

  it('do not include a name without letters and digits', () => {
    const dash = [field('-', { label: ' ' }), field('Zone')];
    expect([...match(dash, [['_', '1699999999']]).values]).toEqual([]);
  });

  it.each([
    ['the label', label, label],
    ['no separators', 'game-id', 'GAMEID'],
    ['a usual name', 'phone', 'link'],
  ])('refuse two different values by %s, but not an equal one', (_, one, other) => {
    const check = (value: string) => () => {
      const fields = match(schema, [
        [one, '7'],
        [other, value],
      ]);
      assertFieldsComplete(schema, fields);
    };
    expect(check(' 7 ')).not.toThrow();
    expect(check('8')).toThrow('Different values for parameter: Game ID');
  });

  it('keep a repeated order the same if only an optional field has two values', () => {
    const sent: [string, string][] = [
      ['id', '7'],
      ['n-ote', 'a'],
      ['n_ote', 'b'],
    ];
    const fields = match(schema, sent);
    expect(() => {
      assertFieldsComplete(schema, fields);
    }).toThrow('Different values for parameter: Note');
    expect(sameRequiredValues(schema, hasValues({ 'Game ID': '7' }), [fields])).toBe(true);
  });
});
