import { checkersFound } from './notation/checkers-found.js';

/** Every history needs an order that was answered. */
const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';

it.each([
  [
    'a price that nobody changes',
    `
    0 10 ann@one products -> 7=5 8=2.5
    20 30 ann@two products -> 7=5 8=2.5`,
  ],
  [
    'a change that is seen at once',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    40 50 ann@one products -> 7=6`,
  ],
  [
    'an old price from another instance, within the second',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    900 950 ann@two products -> 7=5
    1100 1150 ann@two products -> 7=6`,
  ],
  [
    'an old price during the change',
    `
    0 10 ann@one products -> 7=5
    20 90 op@one price 7 6 -> ok
    30 35 ann@one products -> 7=6
    40 50 ann@one changes -> full c1 7=6`,
  ],
  [
    'a change without an answer, seen or not',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6
    2000 2010 ann@two products -> 7=5
    3000 3010 ann@two products -> 7=6`,
  ],
  [
    'an order at the price of its time',
    `
    0 10 ann@one products -> 7=5
    20 40 op@one price 7 6 -> ok
    30 50 ann@two new k1 7 -> o1 5 wait
    60 70 ann@two new k2 7 -> o2 6 wait`,
  ],
  [
    'one key with two products at once, of which one was ordered',
    `
    0 10 ann@one products -> 7=5 8=1
    20 60 ann@one new k1 8
    20 50 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'an order whose first request was lost, at the price of that time',
    `
    0 10 ann@one products -> 7=5
    15 18 ann@two new k1 7
    20 40 op@one price 7 6 -> ok
    60 70 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'a quantity, rounded half up to eight decimals',
    `
    0 10 ann@one products -> 7=0.000000015
    20 30 ann@two new k1 7 qty=3 -> o1 0.00000005 wait`,
  ],
  [
    'a price of the account, and a percentage of another one',
    `
    0 10 ann@one products -> 7=5
    0 10 bob@one products -> 7=5
    20 30 op@one price-for 1 7 4.5 -> ok
    20 30 op@one price-for 2 7 +10% -> ok
    40 50 ann@one products -> 7=4.5
    40 50 bob@one products -> 7=5.5
    60 70 op@one price 7 6 -> ok
    80 90 ann@one new k1 7 -> o1 4.5 wait
    80 90 bob@one new k1 7 -> o2 6.6 wait`,
  ],
  [
    'a product that is switched off and on',
    `
    0 10 ann@one products -> 7=5 8=1
    20 30 op@one switch 7 off -> ok
    40 50 ann@one products -> 8=1
    60 70 ann@two new k1 7 -> no 110
    80 90 op@one switch 7 on -> ok
    100 110 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'a product that is hidden from one account',
    `
    0 10 ann@one products -> 7=5
    0 10 bob@one products -> 7=5
    20 30 op@one hide 7 1 -> ok
    40 50 ann@one products 7 -> no 109
    40 50 ann@one new k1 7 -> no 109
    40 50 bob@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a product that is deleted, and still seen elsewhere for a second',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one delete 7 -> ok
    500 510 ann@two products -> 7=5
    600 610 ann@one products -> none
    600 610 ann@two new k1 7 -> no 109`,
  ],
  [
    'changes that are followed from cursor to cursor',
    `
    0 10 ann@one changes -> full c1 7=5 8=1
    20 30 op@one price 7 6 -> ok
    40 50 ann@one changes c1 -> part c2 7=6
    60 70 op@one delete 8 -> ok
    80 90 ann@one changes c2 -> part c3 -8
    95 99 ann@one products -> 7=6`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toEqual([]);
});

it.each([
  [
    'a price that changes without a cause',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@two products -> 7=6`,
  ],
  [
    'a price that nobody has set',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    40 50 ann@one products -> 7=7`,
  ],
  [
    'an old price in the instance that has changed it',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    40 50 ann@one products -> 7=5`,
  ],
  [
    'an old price from the second instance after two seconds',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    2030 2040 ann@two products -> 7=5`,
  ],
  [
    'the price from before a failover that comes back',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    1500 1510 ann@two products -> 7=6
    2600 2610 ann@two products -> 7=5`,
  ],
  [
    'an order at an old price, within the second',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price 7 6 -> ok
    40 50 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'an order at a price that came after its answer',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@two new k1 7 -> o1 6 wait
    40 50 op@one price 7 6 -> ok`,
  ],
  [
    'a quantity that is rounded down',
    `
    0 10 ann@one products -> 7=0.000000015
    20 30 ann@two new k1 7 qty=3 -> o1 0.00000004 wait`,
  ],
  [
    'a quantity that is not charged',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@two new k1 7 qty=3 -> o1 5 wait`,
  ],
  [
    'the base price in spite of a price of the account',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price-for 1 7 4.5 -> ok
    40 50 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a base price that replaces the price of an account',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one price-for 1 7 4.5 -> ok
    40 50 op@one price 7 6 -> ok
    60 70 ann@one products -> 7=6`,
  ],
  [
    'changes that leave one out',
    `
    0 10 ann@one changes -> full c1 7=5 8=1
    20 30 op@one price 7 6 -> ok
    40 50 ann@one changes c1 -> part c2 8=1`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toContain('catalog price');
});

it.each([
  [
    'an order of a product that was switched off',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one switch 7 off -> ok
    40 50 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'an order of a product that was hidden',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one hide 7 -> ok
    40 50 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    '109 for a product that can be ordered',
    `
    0 10 ann@one products -> 7=5
    40 50 ann@two new k1 7 -> no 109`,
  ],
  [
    '110 for a hidden product',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one hide 7 1 -> ok
    40 50 ann@two new k1 7 -> no 110`,
  ],
  [
    'a deleted product that is listed after two seconds',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one delete 7 -> ok
    2100 2110 ann@two products -> 7=5`,
  ],
  [
    'a hidden product in the instance that has hidden it',
    `
    0 10 ann@one products -> 7=5
    20 30 op@one hide 7 1 -> ok
    40 50 ann@one products -> 7=5`,
  ],
  [
    'a list that leaves a product out',
    `
    0 10 ann@one products -> 7=5 8=1
    2000 2010 ann@two products -> 8=1
    4000 4010 ann@two products -> 7=5 8=1`,
  ],
  [
    'a product that is hidden from another account',
    `
    0 10 bob@one products -> 7=5
    20 30 op@one hide 7 1 -> ok
    40 50 bob@one products -> none`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`)).toContain('catalog listing');
});
