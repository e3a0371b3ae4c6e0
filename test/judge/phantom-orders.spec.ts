import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'orders from before the history in a list',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k1 o1 5 wait ; k9 o9 5 accept C9
    40 50 ann@one orders -> k1 o1 5 wait ; k9 o9 5 accept C9`,
  ],
  [
    'the same in a list of one state',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders status=accept -> k9 o9 5 accept C9
    40 50 ann@one orders -> k1 o1 5 wait ; k9 o9 5 accept C9`,
  ],
  [
    'the same in the answers of check',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one check k9 k1 -> o9 5 accept ; o1 5 wait
    40 50 ann@one check k1 k9 -> o1 5 wait ; o9 5 accept`,
  ],
  [
    'an order from before the history that operators close',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 webhook ann accepted k9 o9 5
    30 40 ann@one orders -> k1 o1 5 wait ; k9 o9 5 accept`,
  ],
  [
    'an order whose request is on its way while it is shown',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 90 ann@one new k2 7 -> o2 5 wait
    30 40 ann@two orders -> k2 o2 5 wait ; k1 o1 5 wait`,
  ],
  [
    'the order of a lost request in an answer that does not say whose it is',
    `
    0 10 ann@one new k1 7
    0 10 ann@two new k2 7
    20 30 ann@two check k1 k2 -> o2 5 wait
    40 50 ann@two new k2 7 -> o2 5 wait
    60 70 ann@two seal k1 -> sealed`,
  ],
  [
    'one key of two accounts',
    `
    0 10 bob@one new k9 7 -> o9 5 wait
    20 30 ann@one check k9 -> none
    40 50 bob@one orders -> k9 o9 5 wait`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'an order that is newer than one of this history, under a key that nobody sent',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k9 o9 5 wait ; k1 o1 5 wait`,
  ],
  [
    'the same on pages',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k9 o9 5 wait …
    40 50 ann@one orders cursor=next -> k1 o1 5 wait`,
  ],
  [
    'an order that an earlier list of all orders did not show',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k1 o1 5 wait
    40 50 ann@two orders -> k1 o1 5 wait ; k9 o9 5 wait`,
  ],
  [
    'an order under a key of which check has said that there is none',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one check k9 -> none
    40 50 ann@two check k9 -> o9 5 wait`,
  ],
  [
    'the same under a key that was sealed',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one seal k9 -> sealed
    40 50 ann@two orders -> k1 o1 5 wait ; k9 o9 5 wait`,
  ],
  [
    'a missing order in a list that shows another one',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one orders -> k9 o9 5 wait`,
  ],
  [
    'a missing order in an answer of check that shows another one',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one check k1 k9 -> o9 5 wait`,
  ],
  [
    'a missing order among those that were asked for by their ids',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one check-id o1 o9 -> o9 5 wait`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('order key');
});
