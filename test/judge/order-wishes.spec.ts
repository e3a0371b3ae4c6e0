import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'an order within its limit, and its repetition with a lower one',
    `
    0 10 ann@one new k1 7 max_price=5 -> o1 5 wait
    20 30 ann@one new k1 7 max_price=1 -> o1 5 wait`,
  ],
  [
    'a limit whose digits beyond the eighth decimal are cut off',
    `
    0 10 ann@one new k1 7 max_price=5.000000009 -> o1 5 wait`,
  ],
  [
    'an order that the first request allowed, whose answer was lost',
    `
    0 10 ann@one new k1 7 max_price=6
    20 30 ann@one new k1 7 max_price=4 -> o1 5 wait`,
  ],
  [
    '118 while the price was above the limit',
    `
    0 10 ann@one products -> 7=5
    20 40 op@one price 7 6 -> ok
    30 50 ann@two new k1 7 max_price=5.5 -> no 118
    60 70 ann@two new k1 7 max_price=6 -> o1 6 wait`,
  ],
  [
    'the fields of an order in all its answers',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@two check k1 -> o1 5 wait field:playerId=5
    40 50 ann@two new k1 7 player=5 -> o1 5 wait field:playerId=5`,
  ],
  [
    'one quantity in two spellings',
    `
    0 10 ann@one new k1 7 qty=1.0 -> o1 5 wait
    20 30 ann@two new k1 7 -> o1 5 wait quantity=1`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'an order above its limit',
    `
    0 10 ann@one new k1 7 max_price=4 -> o1 5 wait`,
  ],
  [
    'an order above the limits of all its requests, whose answers were lost',
    `
    0 10 ann@one new k1 7 max_price=4
    0 10 ann@two new k1 7 max_price=3
    20 30 ann@one check k1 -> o1 5 wait
    40 50 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'an order with other fields than were sent',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=6`,
  ],
  [
    'the first order where another player was asked for',
    `
    0 10 ann@one new k1 7 playerId=5 -> o1 5 wait field:playerId=5
    20 30 ann@one new k1 7 playerId=6 -> o1 5 wait field:playerId=5`,
  ],
  [
    'an order whose fields change',
    `
    0 10 ann@one new k1 7 -> o1 5 wait field:playerId=5
    20 30 ann@one check k1 -> o1 5 wait field:playerId=6`,
  ],
  [
    'an order for another player than its lost request had',
    `
    0 10 ann@one new k1 7 playerId=5
    20 30 ann@one check k1 -> o1 5 wait field:playerId=6
    40 50 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    '116 for the same order in another spelling',
    `
    0 10 ann@one new k1 7 qty=1.0 -> o1 5 wait
    20 30 ann@one new k1 7 -> no 116`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('order key');
});

it('finds 118 while the price was within the limit', () => {
  const lines = `
    0 10 ann@one products -> 7=5
    20 30 ann@two new k1 7 qty=2 max_price=10 -> no 118
    60 70 ann@two new k2 7 -> o1 5 wait`;
  expect(checkersFound(lines)).toEqual(['catalog price']);
});
