import { judge } from './judgement.js';
import { linearize } from './linearize.js';
import { registerModel, type RegisterAction } from './models/register.js';
import { historyOf } from './notation/history-lines.js';
import { drawn } from './notation/lanes.js';

function registerAction([what, value = '', then = '']: readonly string[]): RegisterAction<string> {
  if (what === 'w') return { kind: 'write', value };
  if (what === 'r') return { kind: 'read', value };
  const isDone = what === 'swap';
  return { kind: 'exchange', expected: value, value: then, isDone };
}

describe('long histories', () => {
  const READS = 50_000;

  /** Eight clients that read and sometimes write, as they would see a register; every write is answered late. */
  function long(last: string) {
    const operations = Array.from({ length: READS }, (_unused, index) => {
      const isWrite = index % 100 === 0;
      const value = String(Math.floor(index / 100));
      const kind: 'write' | 'read' = isWrite ? 'write' : 'read';
      const own: RegisterAction<string> = { kind, value: index === READS - 1 ? last : value };
      const times = { startMs: index * 10, endMs: index * 10 + (isWrite ? 9 : 75) };
      return { client: `c${index % 8}`, instance: 'one', ...times, action: own, text: `${index}` };
    });
    return operations;
  }

  it('are judged without a deep stack', () => {
    const verdict = linearize(registerModel<string>('0'), long('499'), { maxSteps: 1_000_000 });
    expect(verdict.kind).toBe('linearizable');
  });

  it('are found contradictory', () => {
    const verdict = linearize(registerModel<string>('0'), long('never'), { maxSteps: 1_000_000 });
    expect(verdict.kind).toBe('contradiction');
  });

  it('are judged with many writes that nobody answered', () => {
    const lost = Array.from({ length: 60 }, (_unused, index) => ({
      ...{ client: `w${index}`, instance: 'one', startMs: index * 10, endMs: Infinity },
      ...{ action: registerAction(['w', `v${index}`]), text: `w v${index}` },
    }));
    const reads = (values: readonly number[]) =>
      values.map((value, index) => ({
        ...{
          client: 'ann',
          instance: 'one',
          startMs: 1_000 + index * 10,
          endMs: 1_005 + index * 10,
        },
        ...{ action: registerAction(['r', `v${value}`]), text: `r v${value}` },
      }));
    const verdict = (values: readonly number[]) =>
      linearize(registerModel<string>('0'), [...lost, ...reads(values)], { maxSteps: 200_000 })
        .kind;
    expect(verdict([59, 3, 58, 4, 57, 5, 30, 29])).toBe('linearizable');
    expect(verdict([59, 3, 58, 4, 57, 5, 30, 59])).toBe('contradiction');
  });

  it('are judged where each of many orders may have been paid back unseen', () => {
    const lines = ['0 1 ann@one profile -> 100000'];
    let spendable = 100_000;
    for (let index = 0; index < 160; index++) {
      const [block, place] = [Math.floor(index / 8), index % 8];
      const startMs = 10 + block * 200;
      // Eight orders run at once, and the last one is charged first.
      const order = `k${index} 7 qty=${place + 1} -> o${index} ${place + 1} wait`;
      lines.push(`${startMs + place} ${startMs + 190} ann@one new ${order}`);
      spendable -= 8 - place;
      const readMs = startMs + 10 + place * 20;
      lines.push(`${readMs} ${readMs + 10} ann@two profile -> ${spendable}`);
    }
    const { contradictions, undecided } = judge(historyOf(lines.join('\n')), {
      maxSteps: 4_000_000,
    });
    expect({ contradictions, undecided }).toEqual({ contradictions: [], undecided: [] });
  });

  it('are left undecided where a search would not end', () => {
    const writes = Array.from({ length: 30 }, (_unused, index) => `c${index} [w ${index}      ]`);
    const picture = [...writes, 'ann                 [r 1 ] [r 2 ]'].join('\n');
    const verdict = linearize(registerModel<string>('0'), drawn(picture, registerAction), {
      maxSteps: 10_000,
    });
    expect(verdict.kind).toBe('undecided');
  });
});

describe('a read that may be old', () => {
  const write = (instance: string) => ({
    ...{ client: 'op', instance, startMs: 0, endMs: 10, text: 'w 1' },
    action: { kind: 'write', value: '1' } as const,
  });
  const read = (startMs: number, value: string) => ({
    ...{
      client: 'ann',
      instance: 'one',
      startMs: startMs - 1_000,
      seesOwnSinceMs: startMs,
      endMs: startMs + 5,
    },
    ...{ action: { kind: 'read', value } as const, text: `r ${value}` },
  });

  it.each([
    ['linearizable', 'sees what another instance has replaced', 'two', read(500, '0')],
    ['contradiction', 'never sees what its own instance has replaced', 'one', read(500, '0')],
    ['contradiction', 'is not older than that', 'two', read(1_100, '0')],
    ['linearizable', 'sees the new value', 'one', read(500, '1')],
  ])('%s: %s', (kind, _name, instance, one) => {
    expect(linearize(registerModel<string>('0'), [write(instance), one]).kind).toBe(kind);
  });
});
