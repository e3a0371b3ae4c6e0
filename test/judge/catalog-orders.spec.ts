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
  [
    'two orders at once, before and after a change',
    `
    0 10 ann@one products -> 7=5
    20 60 op@one price 7 6 -> ok
    25 55 ann@two new k1 7 -> o1 6 wait
    25 55 bob@two new k1 7 -> o2 5 wait`,
  ],
  [
    'an account whose own price ends',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price-for 1 7 4 -> ok
    40 50 ann@one new k1 7 -> o1 4 wait
    60 70 op@one no-price-for 1 7 -> ok
    80 90 ann@one new k2 7 -> o2 5 wait
    95 99 ann@two quote 7 -> 91 4 4`,
  ],
  [
    'a base price that changes behind the price of an account',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price-for 1 7 4 -> ok
    40 50 op@one price 7 6 -> ok
    60 70 ann@one new k1 7 -> o1 4 wait
    80 90 op@one no-price-for 1 7 -> ok
    95 99 ann@one new k2 7 -> o2 6 wait`,
  ],
  [
    'an older price between two newer ones, within the second',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    300 310 ann@two products -> 7=6
    400 410 ann@two products -> 7=5
    500 510 ann@two products -> 7=6`,
  ],
  [
    'a switch without an answer, which comes late',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one switch 7 off
    2000 2010 ann@two new k1 7 -> o1 5 wait
    3000 3010 ann@two new k2 7 -> no 110`,
  ],
  [
    'a product that is hidden from everyone but one account',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one show 7 1 -> ok
    40 50 op@one hide 7 -> ok
    60 70 ann@two new k1 7 -> o1 5 wait
    80 90 bob@one products 7 -> no 109`,
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
    'an order at the price of an account after it has ended',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price-for 1 7 4 -> ok
    60 70 op@one no-price-for 1 7 -> ok
    80 90 ann@two new k2 7 -> o2 4 wait`,
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
