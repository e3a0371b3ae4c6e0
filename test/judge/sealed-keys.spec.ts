import { checkersFound } from './notation/checkers-found.js';

const ORDER = '0 10 ann@one new k0 7 -> o0 5 wait';

it.each([
  [
    'a key that is sealed, once and again',
    `
    20 30 ann@one seal k1 -> sealed
    40 50 ann@two seal k1 -> sealed
    60 70 ann@one new k1 7 -> no 117`,
  ],
  [
    'keys of which one has an order, and another one stands there twice',
    `
    20 30 ann@one seal k0 k1 k2 k2 -> o0 5 wait ; sealed k1 k2
    40 50 ann@one new k1 7 -> no 117`,
  ],
  [
    'a key that has an order which nobody has answered before',
    `
    20 30 ann@one new k1 7
    40 50 ann@one seal k1 k2 -> o1 5 wait ; sealed k2`,
  ],
  [
    'an order from before the history, which may be that of each key',
    `
    20 30 ann@one seal k1 k2 -> o9 5 wait`,
  ],
  [
    'a key that is only asked for, before it is ordered',
    `
    20 30 ann@one check k1 -> none
    40 50 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a seal that was refused, or whose answer was lost',
    `
    20 30 ann@one seal k1 -> no 114
    40 50 ann@one seal k2
    60 70 ann@one new k1 7 -> o1 5 wait
    60 70 ann@one new k2 7 -> o2 5 wait`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toEqual([]);
});

it.each([
  [
    'a seal that seals nothing',
    `
    20 30 ann@one seal k1 -> none
    40 50 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'the same under a key that nobody sends',
    `
    20 30 ann@one seal k1 -> none`,
  ],
  [
    'a seal that leaves out one of its keys',
    `
    20 30 ann@one seal k0 k1 k2 -> o0 5 wait ; sealed k2`,
  ],
  [
    'a seal that leaves out a key which was sealed before',
    `
    20 30 ann@one seal k1 -> sealed
    40 50 ann@two seal k1 k2 -> sealed k2`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toContain('order key');
});
