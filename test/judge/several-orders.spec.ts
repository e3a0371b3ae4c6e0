import { judge } from './judgement.js';
import { checkersFound } from './notation/checkers-found.js';
import { historyOf } from './notation/history-lines.js';

it.each([
  [
    'one code in two orders',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    0 10 bob@one new k1 7 -> o2 5 accept C1`,
    'codes',
  ],
  [
    'one order id under two keys',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o1 5 wait`,
    'order key',
  ],
])('finds %s', (_name, lines, checker) => {
  expect(checkersFound(lines)).toContain(checker);
});

describe('the gaps that decision 17 names', () => {
  const SILENT = `
    0 10 ann@one new k1 7
    20 30 ann@two new k1 7 -> no 105
    40 50 ann@two check k1 -> o1 5 wait
    60 70 ann@two new k1 7 -> o1 5 wait`;

  it('are counted, and contradict nothing', () => {
    const { gaps, contradictions } = judge(historyOf(SILENT));
    expect(gaps).toEqual(['account 1, key k1']);
    expect(contradictions).toEqual([]);
  });

  it('are not needed for a refusal at the same time', () => {
    const { gaps } = judge(historyOf(SILENT.replace('20 30 ann@two new', '5 30 ann@two new')));
    expect(gaps).toEqual([]);
  });

  it('do not place an order twice', () => {
    const twice = `${SILENT}\n    80 90 ann@one check k1 -> o2 5 wait`;
    expect(checkersFound(twice)).toEqual(['order key']);
  });
});
