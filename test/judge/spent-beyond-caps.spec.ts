import { checkersFound } from './notation/checkers-found.js';
import type { Owners } from './notation/history-lines.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';
/** Those of ann's tokens may spend 10 USD a day together, and so may bob's. */
const OWNERS: Owners = {
  'token-ann': { tokenId: 1, dailyCap: '10' },
  'token-bob': { tokenId: 2, dailyCap: '10' },
};

it.each([
  [
    'more spent than the cap',
    `
    30 40 bob@one new k1 7 -> o1 6 wait
    30 40 bob@two new k2 7 -> o2 6 wait
    50 60 op@one accept o1 -> ok
    50 60 op@one accept o2 -> ok`,
  ],
  [
    'one order above the cap',
    `
    30 40 bob@one new k1 7 -> o1 10.01 accept`,
  ],
  [
    'several pieces above the cap',
    `
    10 20 bob@one products -> 7=4
    30 40 bob@one new k1 7 qty=3 -> o1 12 accept`,
  ],
  [
    'a cent too much in three orders',
    `
    10 20 bob@one new k1 7 -> o1 3.33 accept
    30 40 bob@two new k2 7 -> o2 3.34 accept
    50 60 bob@one new k3 7 -> o3 3.34 accept`,
  ],
  [
    'an order above the cap whose answer was lost',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 bob@two new k2 7
    50 60 bob@one check k2 -> o2 6 accept`,
  ],
  [
    'one that only a list shows',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 bob@two new k2 7
    50 60 bob@one orders -> k2 o2 6 accept ; k1 o1 6 accept`,
  ],
  [
    'one that only a message shows',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 bob@two new k2 7
    50 webhook bob accepted k2 o2 6`,
  ],
  [
    'one that was placed before the rejection that made room',
    `
    10 20 bob@one new k1 7 -> o1 6 wait
    30 40 bob@two new k2 7 -> o2 6 accept
    50 60 bob@one check k1 -> o1 6 wait
    70 80 op@one reject o1 -> ok`,
  ],
  [
    'a cap that a refused rejection gives back',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one reject o1 -> no 409
    50 60 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that a reversal gives back',
    `
    30 40 bob@one new k1 7 -> o1 6 accept
    50 60 op@one reverse o1 6 a #1 -> 6 100
    70 80 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is raised too late',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 bob@two new k2 7 -> o2 6 accept
    50 60 op@one cap 2 20 -> ok`,
  ],
  [
    'a raise that was refused',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 2 20 -> no 403
    50 60 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is lowered and forgotten in the other instance',
    `
    10 20 bob@one new k1 7 -> o1 4 accept
    30 40 op@one cap 2 5 -> ok
    3000 3010 bob@two new k2 7 -> o2 4 accept`,
  ],
  [
    'more spent than the cap before it was taken off',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    10 20 bob@one new k2 7 -> o2 6 accept
    30 40 op@one cap 2 none -> ok`,
  ],
  [
    'a successor that has a cap of its own',
    `
    10 20 ann@one new k1 7 -> o1 6 accept
    30 40 ann@one rotate -> t2
    50 60 ann/t2@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a predecessor that forgets what its successor has spent',
    `
    10 20 ann@one rotate -> t2
    30 40 ann/t2@two new k1 7 -> o1 6 accept
    50 60 ann@one new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is raised for another account',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 1 20 -> ok
    50 60 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    '119 with enough left',
    `
    10 20 bob@one products -> 7=5
    30 40 bob@one new k1 7 -> o1 5 accept
    50 60 bob@one new k2 7 -> no 119`,
  ],
  [
    '119 with enough left, of an account that saw its own price',
    `
    10 20 ann@one products -> 7=9
    10 20 bob@one products -> 7=5
    30 40 bob@one new k1 7 -> o1 5 accept
    50 60 bob@one new k2 7 -> no 119`,
  ],
  [
    '119 where nothing was spent',
    `
    10 20 bob@one products -> 7=5
    30 40 bob@one new k1 7 -> no 119`,
  ],
  [
    '119 after the rejection that made room',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7 -> o1 6 wait
    50 60 op@one reject o1 -> ok
    70 80 bob@two new k2 7 -> no 119`,
  ],
  [
    '119 after the cap was raised',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7 -> o1 6 accept
    50 60 op@one cap 2 20 -> ok
    70 80 bob@two new k2 7 -> no 119`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toContain('spend cap');
});
