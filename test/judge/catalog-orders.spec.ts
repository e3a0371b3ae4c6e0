import { checkersFound } from './notation/checkers-found.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';

it.each([
  [
    'a quote at an old price, within the second',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    500 510 ann@two quote 7 qty=2 -> 100 5 10
    600 610 ann@one quote 7 qty=2 -> 100 6 12`,
  ],
  [
    'an order at a price that stood after it was refused',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one new k1 7
    40 50 op@one price 7 6 -> ok
    60 70 ann@one new k1 7 -> no 105
    80 90 ann@one new k1 7 -> o1 6 wait`,
  ],
  [
    'unit prices that lists of orders tell',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one price 7 6 -> ok
    40 50 ann@one new k2 7 -> o2 6 wait
    60 70 ann@one orders -> k2 o2 6 wait unit_price=6 quantity=1 ; k1 o1 5 wait unit_price=5 quantity=1`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toEqual([]);
});

it.each([
  [
    'a quote at an old price after two seconds',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    2100 2110 ann@two quote 7 -> 100 5 5`,
  ],
  [
    'a quote at an old price in the instance that has changed it',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    40 50 ann@one quote 7 -> 100 5 5`,
  ],
  [
    'a quote that reckons wrongly',
    `
    0 10 ann@one quote 7 qty=2 -> 100 5 5`,
  ],
  [
    'an order at a price that stood only before it was refused',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one new k1 7
    40 50 op@one price 7 6 -> ok
    60 70 ann@one new k1 7 -> no 105
    80 90 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'an order at a price that stood only before check knew none',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one new k1 7 -> no 111 http 503
    40 50 op@one price 7 6 -> ok
    60 70 ann@one check k1 -> none
    80 90 ann@one check k1 -> o1 5 wait quantity=1`,
  ],
  [
    'two unit prices although nobody has changed the price',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one new k2 7 -> o2 6 wait
    60 70 ann@one orders -> k2 o2 6 wait unit_price=6 quantity=1 ; k1 o1 5 wait unit_price=5 quantity=1`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toContain('catalog price');
});
