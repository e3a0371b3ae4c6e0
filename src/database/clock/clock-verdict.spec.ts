import { clockSentence, clockVerdict, type InstanceClock } from './clock-verdict.js';

/** @param ahead milliseconds that the clock of each host shows more than that of the database. */
function instances(ahead: Record<string, number>): InstanceClock[] {
  return Object.entries(ahead).map(([host, aheadMs]) => ({ host, offsetMs: -aheadMs }));
}

describe('the verdict on clocks', () => {
  it.each([
    ['no instance', {}],
    ['one instance', { a: 1_999 }],
    ['an instance before and one behind', { a: 900, b: -1_000 }],
  ])('is that they agree: %s', (_, ahead) => {
    expect(clockVerdict(instances(ahead))).toBeUndefined();
  });

  it.each<[string, Record<string, number>, number, string[], boolean]>([
    ['two clocks cannot tell', { a: 2_001 }, 2_001, [], false],
    ['one instance of two', { a: 3_600_000, b: 20 }, 3_600_000, ['a'], false],
    ['one that is behind', { a: -5_000, b: 20, c: -30 }, 5_020, ['a'], false],
    ['the database', { a: 60_000, b: 60_500 }, 60_500, [], true],
    ['the database and an instance', { a: 60_000, b: 60_500, c: -9_000 }, 69_500, ['c'], true],
    [
      'two instances, each in its own way',
      { a: 9_000, b: -9_000, c: 0 },
      18_000,
      ['a', 'b'],
      false,
    ],
    ['all differ', { a: 9_000, b: -9_000 }, 18_000, [], false],
    ['two against two', { a: 9_000, b: 9_000, c: 0 }, 9_000, [], false],
  ])('names who differs: %s', (_, ahead, differenceMs, oddHosts, isDatabaseOdd) => {
    expect(clockVerdict(instances(ahead))).toEqual({ differenceMs, oddHosts, isDatabaseOdd });
  });

  it('takes instances on one host for one clock, unless they differ', () => {
    const one = [
      { host: 'a', offsetMs: 60_000 },
      { host: 'a', offsetMs: 60_010 },
    ];
    expect(clockVerdict(one)).toMatchObject({ oddHosts: [], isDatabaseOdd: false });
    const two = [...one, { host: 'a', offsetMs: 0 }];
    expect(clockVerdict(two)).toMatchObject({ oddHosts: ['a'], isDatabaseOdd: false });
  });
});

describe('its sentence', () => {
  const sentence = (ahead: Record<string, number>): string => {
    const verdict = clockVerdict(instances(ahead));
    return verdict ? clockSentence(verdict) : '';
  };

  it('names who differs, or says that this cannot be told', () => {
    expect(sentence({ a: 60_000, b: 0 })).toBe(
      'the clock of a differs by 60.0 seconds from all others; have NTP set it',
    );
    expect(sentence({ a: 60_000, b: 60_000 })).toMatch(/^the clock of the database differs by 60/);
    expect(sentence({ a: 60_000, b: 60_000, c: -9_000 })).toMatch(
      /^the clock of the database and that of c differs/,
    );
    expect(sentence({ a: 60_000 })).toMatch(/which one is wrong cannot be told/);
  });
});
