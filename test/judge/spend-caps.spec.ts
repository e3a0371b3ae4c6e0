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
    'a cap that is used up, and free again after a rejection',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7 -> o1 6 wait
    50 60 bob@one new k2 7 -> no 119
    70 80 op@one reject o1 -> ok
    90 99 bob@one new k2 7 -> o2 6 wait`,
  ],
  [
    'a rejection whose answer was lost',
    `
    10 20 bob@one new k1 7 -> o1 6 wait
    30 40 op@one reject o1
    50 60 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a rejection beside the order for which it makes room',
    `
    10 20 bob@one new k1 7 -> o1 6 wait
    30 90 bob@two new k2 7 -> o2 6 accept
    40 80 op@one reject o1 -> ok`,
  ],
  [
    'a cap that is spent to its last cent',
    `
    10 20 bob@one new k1 7 -> o1 3.33 accept
    30 40 bob@two new k2 7 -> o2 3.33 accept
    50 60 bob@one new k3 7 -> o3 3.34 accept`,
  ],
  [
    'two orders of which one finds room',
    `
    10 20 bob@one products -> 7=6
    30 60 bob@one new k1 7 -> no 119
    40 70 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'the same order twice',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 bob@two new k1 7 -> o1 6 accept`,
  ],
  [
    'several pieces',
    `
    10 20 bob@one products -> 7=4
    30 40 bob@one new k1 7 qty=2 -> o1 8 accept
    50 60 bob@two new k2 7 -> no 119`,
  ],
  [
    'an order whose answer was lost, and what it leaves',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7
    50 60 bob@two new k2 7 -> no 119
    70 80 bob@two check k1 -> o1 6 accept`,
  ],
  [
    'an order whose request never came',
    `
    10 20 bob@one new k1 7
    30 40 bob@two new k2 7 -> o2 6 accept
    50 60 bob@two check k1 -> none`,
  ],
  [
    '119 while it is unknown whether another order was placed',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7
    50 60 bob@two new k2 7 -> no 119`,
  ],
  [
    '119 of which the price is unknown',
    `
    10 20 bob@one new k1 8 -> no 119`,
  ],
  [
    '119 beside a price that rises',
    `
    10 20 bob@one products -> 7=5
    30 40 bob@one new k1 7 -> o1 5 accept
    50 90 bob@two new k2 7 -> no 119
    60 80 op@one price 7 6 -> ok`,
  ],
  [
    'a cap that is raised',
    `
    30 40 bob@one new k1 7 -> o1 6 accept
    50 60 op@one cap 2 20 -> ok
    90 99 bob@one new k2 7 -> o2 6 accept`,
  ],
  [
    'an order beside the raise of the cap',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 90 op@one cap 2 20 -> ok
    40 60 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a raise without an answer that came',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 2 20
    5000 5010 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a raise without an answer that never came',
    `
    10 20 bob@one products -> 7=6
    30 40 bob@one new k1 7 -> o1 6 accept
    50 60 op@one cap 2 20
    5000 5010 bob@two new k2 7 -> no 119`,
  ],
  [
    'a cap that is lowered below what was spent',
    `
    10 20 bob@one products -> 7=1
    30 40 bob@one new k1 7 qty=6 -> o1 6 accept
    50 60 op@one cap 2 5 -> ok
    70 80 bob@two new k2 7 -> no 119`,
  ],
  [
    'an order beside the lowering of the cap',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 2 20 -> ok
    50 90 op@one cap 2 10 -> ok
    60 80 bob@two new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is taken off',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 2 none -> ok
    50 60 bob@one new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is taken off while an order is under way',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 90 bob@one new k2 7 -> o2 6 accept
    40 50 op@one cap 2 none -> ok`,
  ],
  [
    'what a successor of the token finds spent',
    `
    10 20 ann@one products -> 7=6
    30 40 ann@one new k1 7 -> o1 6 accept
    50 60 ann@one rotate -> t2
    70 80 ann/t2@two new k2 7 -> no 119`,
  ],
  [
    'caps of two accounts',
    `
    10 20 ann@one new k1 7 -> o1 6 accept
    30 40 bob@two new k1 7 -> o2 6 accept
    50 60 op@one cap 1 20 -> ok
    70 80 ann@two new k2 7 -> o3 6 accept`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toEqual([]);
});
