import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'a repetition whose extra parameters differ',
    `
    0 10 ann@one new k1 7 playerId=5 note=a -> o1 5 wait field:playerId=5
    20 30 ann@two new k1 7 playerId=5 note=6 more=7 -> o1 5 wait field:playerId=5`,
  ],
  [
    'a repetition that names the field otherwise',
    `
    0 10 ann@one new k1 7 player_id=5 -> o1 5 wait field:player_id=5
    20 30 ann@two new k1 7 PlayerID=5 -> o1 5 wait field:player_id=5`,
  ],
  [
    'a repetition with blanks around the value',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@two new k1 7 playerId=%205%20 -> o1 5 wait field:playerId=5`,
  ],
  [
    'fields in another order',
    `
    0 10 ann@one new k1 7 a=1 b=2 -> o1 5 wait field:a=1 field:b=2
    20 30 ann@two new k1 7 b=2 a=1 -> o1 5 wait field:a=1 field:b=2`,
  ],
  [
    'two fields with one value',
    `
    0 10 ann@one new k1 7 a=1 b=1 -> o1 5 wait field:a=1 field:b=1
    20 30 ann@two new k1 7 b=1 a=1 -> o1 5 wait field:a=1 field:b=1`,
  ],
  [
    'a quantity under another name',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 10 wait
    20 30 ann@two new k1 7 quantity=2.0 -> o1 10 wait quantity=2`,
  ],
  [
    'another name of the quantity, which the first request did not have',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 quantity=3 -> o1 5 wait
    40 50 ann@two orders -> k1 o1 5 wait quantity=1 product_id=7 unit_price=5`,
  ],
  [
    'a field that has the name of a quantity',
    `
    0 10 ann@one new k1 7 qty=1 Quantity=abc -> o1 5 wait field:Quantity=abc
    20 30 ann@two new k1 7 qty=1 Quantity=abc -> o1 5 wait field:Quantity=abc`,
  ],
  [
    'a value that is that of the quantity, too',
    `
    0 10 ann@one new k1 7 qty=5 playerId=5 -> o1 25 wait field:playerId=5
    20 30 ann@two new k1 7 qty=5 playerId=5 max_price=1 -> o1 25 wait field:playerId=5`,
  ],
  [
    '116 for another player, and another quantity',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@two new k1 7 playerId=6 -> no 116
    40 50 ann@two new k1 7 playerId=5 qty=x -> no 116`,
  ],
  [
    'the order of one of two requests at once that ask for different things',
    `
    0 30 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    0 30 ann@two new k1 7 playerId=6 -> no 116`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'the quantity as the value of a field',
    '0 10 ann@one new k1 7 qty=5 p=9 -> o1 25 wait field:p=5',
  ],
  ['the key as the value of a field', '0 10 ann@one new k1 7 p=9 -> o1 5 wait field:p=k1'],
  ['the limit as the value of a field', '0 10 ann@one new k1 7 max_price=6 -> o1 5 wait field:p=6'],
  ['the quantity as a field', '0 10 ann@one new k1 7 qty=2 -> o1 10 wait field:qty=2'],
  ['a field that nobody sent', '0 10 ann@one new k1 7 -> o1 5 wait field:p=6'],
  [
    'two values in the place of each other',
    '0 10 ann@one new k1 7 a=1 b=2 -> o1 5 wait field:a=2 field:b=1',
  ],
  [
    'the first order where two values have changed places',
    `
    0 10 ann@one new k1 7 a=1 b=2 -> o1 5 wait field:a=1 field:b=2
    20 30 ann@two new k1 7 a=2 b=1 -> o1 5 wait field:a=1 field:b=2`,
  ],
  [
    'the first order where the field is missing',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@two new k1 7 -> o1 5 wait field:playerId=5`,
  ],
  [
    'the first order where its value is only the quantity',
    `
    0 10 ann@one new k1 7 qty=5 playerId=5 -> o1 25 wait field:playerId=5
    20 30 ann@two new k1 7 qty=5 playerId=6 -> o1 25 wait field:playerId=5`,
  ],
  [
    'the same under another name of the quantity',
    `
    0 10 ann@one new k1 7 qty=5 playerId=5 -> o1 25 wait field:playerId=5
    20 30 ann@two new k1 7 quantity=5 playerId=6 -> o1 25 wait field:playerId=5`,
  ],
  [
    'the first order where its value is only the limit',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@two new k1 7 playerId=6 max_price=5 -> o1 5 wait field:playerId=5`,
  ],
  [
    'the first order for another player, whose answer does not tell the fields',
    `
    0 10 ann@one new k1 7 playerId=5
    20 30 ann@two check k1 -> o1 5 wait field:playerId=5
    40 50 ann@two new k1 7 playerId=6 -> o1 5 wait`,
  ],
  [
    'the first order for another quantity',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 qty=2 -> o1 5 wait`,
  ],
  [
    'the first order for another quantity under another name',
    `
    0 10 ann@one new k1 7 qty=2 -> o1 10 wait
    20 30 ann@two new k1 7 quantity=3 -> o1 10 wait`,
  ],
  [
    'the first order for a quantity that is none',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 qty=one -> o1 5 wait`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('order key');
});
