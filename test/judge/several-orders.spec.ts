import { judge } from './judgement.js';
import { checkersFound } from './notation/checkers-found.js';
import { historyOf } from './notation/history-lines.js';

it('takes what a list tells of an order', () => {
  const lines = `
    0 10 ann@one new k1 7 qty=2.0 -> o1 10 wait
    20 30 ann@one orders -> k1 o1 10 wait quantity=2 product_id=7 unit_price=5`;
  expect(checkersFound(lines)).toEqual([]);
});

it('takes the codes of an order in each of its answers', () => {
  const lines = `
    0 10 ann@one new k1 7 qty=2 -> o1 10 accept C1 C2
    20 30 ann@one check k1 -> o1 10 accept C1 C2
    40 50 ann@one orders -> k1 o1 10 accept C1 C2`;
  expect(checkersFound(lines)).toEqual([]);
});

it('takes lists of all orders that are read in pages', () => {
  const lines = `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o2 5 wait
    20 30 ann@one orders -> k2 o2 5 wait …
    25 70 ann@two new k3 7 -> o3 5 wait
    40 50 ann@two orders cursor=next -> k1 o1 5 wait`;
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'an order that a list in pages leaves out',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o2 5 wait
    0 10 ann@one new k3 7 -> o3 5 wait
    20 30 ann@one orders -> k3 o3 5 wait …
    40 50 ann@two orders cursor=next -> k1 o1 5 wait`,
    'order key',
  ],
  [
    'an order that is shown to another account',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 bob@one check-id o1 -> o1 5 wait`,
    'order key',
  ],
  [
    'a list that shows an order of another account',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 bob@one orders -> k1 o1 5 wait`,
    'order key',
  ],
  [
    'a webhook about an order of another account',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 webhook bob accepted k1 o1 5`,
    'order key',
  ],
  [
    'an order that is shown under a key that was never sent',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k9 o1 5 wait`,
    'order key',
  ],
  [
    'one code in two orders',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    0 10 bob@one new k1 7 -> o2 5 accept C1`,
    'codes',
  ],
  [
    'one code twice in one order',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 10 accept C1 C1`,
    'codes',
  ],
  [
    'one code twice in one order that a list shows',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 10 wait
    20 30 ann@one orders -> k1 o1 10 accept C1 C2 C1`,
    'codes',
  ],
  [
    'one order id under two keys',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o1 5 wait`,
    'order key',
  ],
  [
    'another quantity than was asked for',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 10 wait
    20 30 ann@one check k1 -> o1 10 wait quantity=1`,
    'order key',
  ],
  [
    'another product than was asked for',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k1 o1 5 wait product_id=8`,
    'order key',
  ],
  [
    'another total than the unit price and the quantity make',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 9 wait
    20 30 ann@one orders -> k1 o1 9 wait quantity=2 product_id=7 unit_price=5`,
    'catalog price',
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
