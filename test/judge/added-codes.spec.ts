import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'codes that are added to an accepted order, by a request that nobody answered, too',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    20 30 op@two add-codes o1 C2 C3 #1 -> 3
    25 28 ann@one check k1 -> o1 5 accept C1
    40 50 ann@one check k1 -> o1 5 accept C1 C2 C3
    60 70 op@two add-codes o1 C4 #2
    80 90 ann@two new k1 7 -> o1 5 accept C1 C2 C3
    100 110 ann@two new k1 7 -> o1 5 accept C1 C2 C3 C4`,
  ],
  [
    'codes that are added behind those that nobody has seen',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@two add-codes o1 C2 #1 -> 2
    40 50 ann@one check k1 -> o1 5 accept C1 C2`,
  ],
  [
    'orders that are accepted together, one of them with codes of its own',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o2 5 wait
    0 10 ann@one new k3 7 -> o3 5 wait
    20 30 op@one accept-all o1=C1 o2 o3 -> 200 200 409
    40 50 ann@one check k1 k2 k3 -> o1 5 accept C1 ; o2 5 accept S1 ; o3 5 wait`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'codes that were added and are not there',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    20 30 op@two add-codes o1 C2 #1 -> 2
    40 50 ann@one check k1 -> o1 5 accept C1`,
  ],
  [
    'added codes in place of the others',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    20 30 op@two add-codes o1 C2 #1
    40 50 ann@one check k1 -> o1 5 accept C2`,
  ],
  [
    'added codes before those that nobody had seen',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@two add-codes o1 C2 #1 -> 2
    40 50 ann@one check k1 -> o1 5 accept C2 C1`,
  ],
  [
    'another number of codes than those that are known',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    20 30 op@two add-codes o1 C2 #1 -> 3`,
  ],
  [
    'codes that are added after a reversal',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    20 30 op@one reverse o1 2 a #1 -> 2 10
    40 50 op@two add-codes o1 C2 #2 -> 2`,
  ],
  [
    'codes that are added to a rejected order',
    `
    0 10 ann@one new k1 7 -> o1 5 reject
    40 50 op@two add-codes o1 C2 #2 -> 1`,
  ],
  [
    'other codes than its row of several had',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o2 5 wait
    20 30 op@one accept-all o1=C1 o2=C2 -> 200 200
    40 50 ann@one check k1 -> o1 5 accept C2`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('order key');
});
