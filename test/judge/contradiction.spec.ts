import { contradictionOf, contradictionText, type Contradiction } from './contradiction.js';
import { linearize } from './linearize.js';
import { registerModel, type RegisterAction } from './models/register.js';
import { drawn } from './notation/lanes.js';
import { timelinesSvg } from './timelines.js';

function action([what, value = '']: readonly string[]): RegisterAction<string> {
  return { kind: what === 'w' ? 'write' : 'read', value };
}

function contradictionIn(picture: string): Contradiction {
  const model = registerModel('0');
  const operations = drawn(picture, action);
  const verdict = linearize(model, operations);
  if (verdict.kind !== 'contradiction') throw new Error(`it is ${verdict.kind}`);
  return contradictionOf({ checker: 'register', subject: 'x' }, model, operations, verdict);
}

function textsIn(picture: string): string[] {
  return contradictionIn(picture).operations.map(({ text }) => text);
}

it('leaves out reads that do not matter, and all that came later', () => {
  expect(
    textsIn(`
      ann [r 0 ] [w 1 ] [r 1 ] [r 1 ] [r 0 ] [r 9 ] [w 2 ]
      bob           [r 1 ]`),
  ).toEqual(['w 1', 'r 0']);
});

it('keeps every write that could explain a read', () => {
  expect(
    textsIn(`
      ann [w 1 ] [w 2 ] [w 3 ]
      bob                      [r 2 ]
      cem [w 4 >`).toSorted(),
  ).toEqual(['r 2', 'w 1', 'w 2', 'w 3', 'w 4']);
});

it('keeps both reads where one alone is right', () => {
  expect(
    textsIn(`
      ann [w 1     ]
      bob [w 2     ]
      cem            [r 1 ] [r 2 ] [r 2 ]`),
  ).toEqual(['w 1', 'w 2', 'r 1', 'r 2']);
});

it('tells what happened long before as the state that it led to', () => {
  const writes = Array.from({ length: 40 }, (_unused, index) => `[w ${index} ]`).join(' ');
  const { operations, what } = contradictionIn(`ann ${writes} [r 7 ]`);
  expect(operations.length).toBeLessThan(30);
  expect(operations.at(-1)?.text).toBe('r 7');
  expect(what).toMatch(/beginning with \d+;/);
});

it('shows the times that were recorded', () => {
  const { operations } = contradictionIn(`
    ann [w 1 ]    [r 0 ]
    bob        [w 5        ]`);
  expect(operations.find(({ text }) => text === 'w 5')?.endMs).toBeLessThan(Infinity);
});

it('is told as text', () => {
  const text = contradictionText(contradictionIn(`ann [w 1 ] [r 0 ]\nbob [w 1 >`));
  expect(text).toContain(
    'register, x: no order of these operations is possible; none gets past "r 0"',
  );
  expect(text).toContain('40.0 to 90.0  ann at one: w 1');
  expect(text).toContain('40.0 to no answer  bob at one: w 1');
});

describe('time lines', () => {
  const svg = timelinesSvg({
    checker: 'order key',
    subject: '<k1>',
    what: 'a "fault" & more\u0001',
    operations: [
      { client: 'ann', instance: 'one', startMs: 0, endMs: 10, text: '<script>alert(1)</script>' },
      { client: "b'b", instance: 'two', startMs: 5, endMs: Infinity, text: 'new k1' },
      { client: 'ann', instance: 'one', startMs: 20, endMs: 20, text: 'now' },
    ],
  });

  it('have a lane for each client at each instance', () => {
    expect(svg.match(/<line /g)).toHaveLength(2);
    expect(svg.match(/<rect x=/g)).toHaveLength(3);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  });

  it('escape every text', () => {
    expect(svg).not.toContain('<script>');
    expect(svg).toContain('&lt;k1&gt;');
    expect(svg).toContain('a &quot;fault&quot; &amp; more�');
    expect(svg).toContain('b&#39;b at two');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('are drawn of nothing, too', () => {
    expect(timelinesSvg({ checker: '', subject: '', what: '', operations: [] })).not.toMatch(
      /NaN|Inf/,
    );
  });
});
