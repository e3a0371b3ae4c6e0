import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'an order and its repetitions',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 -> o1 5 wait
    40 50 ann@one check k1 -> o1 5 wait`,
  ],
  [
    'equal requests at once',
    `
    0 30 ann@one new k1 7 -> o1 5 wait
    5 20 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'an order that an operator accepts with codes',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 40 op@two accept o1 C1 C2 -> ok
    25 35 ann@one check k1 -> o1 5 wait
    50 60 ann@one check k1 -> o1 5 accept C1 C2
    70 80 ann@two new k1 7 -> o1 5 accept C1 C2`,
  ],
  [
    'an order that waits and is rejected while its request tries again',
    `
    0 50 ann@one new k1 7 -> o1 5 reject
    20 30 ann@two check k1 -> o1 5 wait`,
  ],
  [
    'an order that is delivered at once, and told by webhook',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    9 webhook ann accepted k1 o1 5`,
  ],
  [
    'the order of a request whose answer was lost',
    `
    0 10 ann@one new k1 7
    20 30 ann@two check k1 -> o1 5 wait
    40 50 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'the same after an answer that tells nothing',
    `
    0 10 ann@one new k1 7 -> no 111 http 503
    20 30 ann@two check k1 -> none
    40 50 ann@two check k1 -> o1 5 wait
    55 60 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a refusal that uses no key up',
    `
    0 10 ann@one new k1 7 -> no 105
    20 30 ann@one new k1 7 -> no 111 http 429
    40 50 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a key that is sealed while its order is under way, and lost',
    `
    0 10 ann@one new k1 7
    20 30 ann@one seal k1 -> sealed
    40 50 ann@one new k1 7 -> no 117
    60 70 ann@one check k1 -> none
    80 90 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a key that was to be sealed and has an order',
    `
    0 10 ann@one new k1 7
    20 30 ann@one seal k1 -> o1 5 wait
    40 50 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a seal that nobody answered',
    `
    0 10 ann@one seal k1
    20 30 ann@one new k1 7 -> no 117
    40 50 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a seal that may have failed',
    `
    0 10 ann@one seal k1 -> no 111 http 503
    20 30 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'another order under a known key',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one new k1 8 -> no 116
    40 50 ann@one new k1 7 qty=2 -> no 116`,
  ],
  [
    'one key of two accounts',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 bob@one new k1 7 -> o2 5 wait
    20 30 bob@one check k1 -> o2 5 wait`,
  ],
  [
    'an order that is paid back in two parts',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 op@one reverse o1 2 a #1 -> 2 10
    40 50 ann@one check k1 -> o1 5 accept refunded=2
    60 70 op@one reverse o1 3 b #2
    80 90 op@two reverse o1 3 b #2 -> 5 13
    100 110 ann@two check k1 -> o1 5 accept refunded=5
    120 webhook ann refunded k1 o1 5 2`,
  ],
  [
    'rejections of several orders, some of them closed',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    0 10 ann@one new k2 7 -> o2 5 accept
    20 30 op@one reject-all o1 o2 -> 200 409
    40 50 ann@one check k1 k2 -> o1 5 reject ; o2 5 accept`,
  ],
  [
    'a decision that was sent twice under one idempotency key',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one reject o1 #1
    40 50 ann@one check k1 -> o1 5 reject
    60 70 op@two reject o1 #1 -> ok`,
  ],
  [
    'a list of all orders',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 60 ann@one orders -> k1 o1 5 wait
    30 50 ann@one new k2 7 -> o2 5 wait
    70 80 ann@one orders -> k2 o2 5 wait ; k1 o1 5 wait`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'two orders of one key',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 -> o2 5 wait`,
  ],
  [
    'two orders of one key, told by check',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two check k1 -> o2 5 wait`,
  ],
  [
    'an order that is gone',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two check k1 -> none`,
  ],
  [
    'an order that a list of all orders leaves out',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    11 19 ann@one new k2 7 -> o2 5 wait
    20 30 ann@two orders -> k1 o1 5 wait`,
  ],
  [
    'an order that is asked for by its id and gone',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two check-id o1 -> none`,
  ],
  [
    'a refusal of a key that has an order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 -> no 100`,
  ],
  [
    'another price at the repetition',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@two new k1 7 -> o1 6 wait`,
  ],
  [
    'an accepted order that waits again',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one accept o1 -> ok
    40 50 ann@two check k1 -> o1 5 wait`,
  ],
  [
    'an accepted order that is rejected',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    40 50 ann@two check k1 -> o1 5 reject`,
  ],
  [
    'an order that two operators close',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op1@one accept o1 #1 -> ok
    20 30 op2@two reject o1 #2 -> ok`,
  ],
  [
    'an order that is closed before its operator does so',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one check k1 -> o1 5 reject
    40 50 op1@one reject o1 #1 -> ok`,
  ],
  [
    'other codes at the repetition',
    `
    0 10 ann@one new k1 7 -> o1 5 accept C1
    40 50 ann@two new k1 7 -> o1 5 accept C2`,
  ],
  [
    'codes of a waiting order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait C1`,
  ],
  [
    'an order under a sealed key',
    `
    0 10 ann@one seal k1 -> sealed
    20 30 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'a seal under an order',
    `
    0 10 ann@two new k1 7 -> o1 5 wait
    20 30 ann@one seal k1 -> sealed`,
  ],
  [
    '117 under a key that nobody sealed',
    `
    0 10 ann@two new k1 7 -> no 117
    20 30 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    '116 for the same order',
    `
    0 10 ann@two new k1 7 -> o1 5 wait
    20 30 ann@one new k1 7 -> no 116`,
  ],
  [
    '116 under a key without an order',
    `
    0 10 ann@two new k1 7 -> no 116
    20 30 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'the order of another product',
    `
    0 10 ann@two new k1 7 -> o1 5 wait
    20 30 ann@one new k1 8 -> o1 5 wait`,
  ],
  [
    'more paid back than the order has cost',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 op@one reverse o1 3 a #1 -> 3 10
    40 50 op@one reverse o1 3 b #2 -> 6 13`,
  ],
  [
    'a reversal of a rejected order',
    `
    0 10 ann@one new k1 7 -> o1 5 reject
    20 30 op@one reverse o1 3 a #1 -> 3 10`,
  ],
  [
    'an order that a request placed which 429 had refused',
    `
    0 10 ann@one new k1 7 -> no 111 http 429
    20 30 ann@one check k1 -> o1 5 wait
    40 50 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'an order that came after a refusal, of a request that 500 had answered',
    `
    0 10 ann@one new k1 7 -> no 500 http 500
    20 30 ann@one new k1 7 -> no 105
    40 50 ann@one check k1 -> o1 5 wait
    60 70 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a webhook before the order was asked for, of a rejected order that was accepted',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 webhook ann accepted k1 o1 5
    30 40 ann@one check k1 -> o1 5 reject`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('order key');
});
