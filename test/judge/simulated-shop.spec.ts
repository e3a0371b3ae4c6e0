import { Random } from '../support/random.js';
import { judge, type Judgement } from './judgement.js';
import { historyOf } from './notation/history-lines.js';
import { SimulatedShop } from './notation/simulated-shop.js';

const SEEDS = Array.from({ length: 12 }, (_unused, index) => index + 1);
const OPERATIONS = 250;

function linesOf(seed: number, count = OPERATIONS): string[] {
  return new SimulatedShop(new Random(seed)).lines(count);
}

function judged(lines: readonly string[]): Judgement {
  return judge(historyOf(lines.join('\n')));
}

it.each(SEEDS)('takes what a shop without faults has shown, seed %s', (seed) => {
  const { contradictions, undecided, gaps } = judged(linesOf(seed));
  expect({ contradictions: contradictions.map(({ text }) => text), undecided, gaps }).toEqual({
    ...{ contradictions: [], undecided: [], gaps: [] },
  });
});

/** Faults of a shop that one answer shows. */
const FAULTS: readonly [name: string, what: RegExp, replaced: string, checker: string][] = [
  ['a balance with a cent too much', / profile -> (\S+)$/, ' profile -> $11', 'account'],
  ['a price that nobody has set', / -> 7=\S+$/, ' -> 7=99', 'catalog price'],
  ['another order under the key', /( new \S+ 7) -> o\d+ /, '$1 -> o99999 ', 'order key'],
  ['another total', /( check \S+ -> o\d+) \S+/, '$1 0.5', 'order key'],
  ['a missing order', /( check \S+) -> o\d+ .*/, '$1 -> none', 'order key'],
  [
    'a lost entry',
    /( statement ->) \d+ \S+ \S+ \S+ [^;]+ ; .*( ; 1 deposit)/,
    '$1 2 deposit 1 1$2',
    'account',
  ],
];

it.each(FAULTS)('finds %s', (_name, what, replaced, checker) => {
  const found = SEEDS.slice(0, 6).map((seed) => {
    const lines = linesOf(seed);
    const places = [...lines.keys()].filter((index) => what.test(lines[index] ?? ''));
    const place = places.at(-1) ?? 0;
    const wrong = lines.with(place, (lines[place] ?? '').replace(what, replaced));
    expect(wrong).not.toEqual(lines);
    return judged(wrong).contradictions.map((one) => one.checker);
  });
  for (const checkers of found) expect(checkers).toContain(checker);
});

it('judges a long history', () => {
  const { contradictions, undecided, counts } = judged(linesOf(1, 4_000));
  expect(contradictions.map(({ text }) => text)).toEqual([]);
  expect(undecided).toEqual([]);
  expect(counts.account?.operations).toBeGreaterThan(500);
});
