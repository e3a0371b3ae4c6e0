import { checkersFound } from './notation/checkers-found.js';

it.each([
  [
    'an order on credit that only a later read tells',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one profile -> 0
    40 50 ann@one statement -> 2 debit -5 -2 o1 k1 ; 1 deposit 3 3 ref=a`,
  ],
  [
    'a credit that was lowered below what had been charged on it',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one credit 1 0 -> ok
    40 50 ann@one profile -> -2
    60 70 ann@one statement -> 2 debit -5 -2 o1 k1 ; 1 deposit 3 3 ref=a`,
  ],
  [
    'a balance that nothing moves',
    `
    0 10 ann@one profile -> 100
    20 30 ann@two profile -> 100
    40 50 ann@one new k1 7 -> o1 0 wait`,
  ],
  [
    'charges between reads',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@two profile -> 95`,
  ],
  [
    'a read during an order, before and after it',
    `
    0 10 ann@one profile -> 100
    20 60 ann@one new k1 7 -> o1 5 wait
    25 30 ann@two profile -> 100
    35 40 ann@two profile -> 95`,
  ],
  [
    'a deposit, and the credit beside it',
    `
    0 10 ann@one profile -> 10
    20 30 op@one deposit 1 90 a #1 -> 80 20
    40 50 ann@two profile -> 100
    60 70 ann@one new k1 7 -> o1 100 wait
    80 90 ann@two profile -> 0`,
  ],
  [
    'a deposit that was answered when it was sent again',
    `
    0 10 ann@one profile -> 10
    20 30 op@one deposit 1 90 a #1
    40 50 ann@two profile -> 100
    60 70 op@two deposit 1 90 a #1 -> 100 0
    80 90 ann@two profile -> 100
    90 99 ann@one new k1 7 -> o1 0 wait`,
  ],
  [
    'a credit limit that is raised',
    `
    0 10 ann@one profile -> 10
    12 14 op@one balance 1 -> 10 0
    20 30 op@one credit 1 50 -> ok
    40 50 ann@two profile -> 60
    60 70 ann@one new k1 7 -> o1 60 wait
    80 90 ann@two profile -> 0`,
  ],
  [
    'a refund of a rejected order',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 op@one reject o1 -> ok
    60 70 ann@two profile -> 100`,
  ],
  [
    'a refund that no answer has told yet',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    60 70 ann@two profile -> 95
    80 90 ann@two profile -> 100`,
  ],
  [
    'reversals in part',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 accept
    40 50 op@one reverse o1 2 a #1 -> 2 97
    60 70 ann@two profile -> 97`,
  ],
  [
    'a charge of an order whose answer was lost',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7
    40 50 ann@two profile -> 95
    60 70 ann@two profile -> 95
    80 90 ann@two new k2 7 -> o2 5 wait`,
  ],
  [
    'a statement that tells the order of all',
    `
    0 10 op@one deposit 1 100 a #1 -> 100 0
    20 40 ann@one new k1 7 -> o1 5 wait
    20 40 ann@two new k2 7 -> o2 6 wait
    35 38 ann@two profile -> 94
    50 60 op@one reject o1 -> ok
    70 80 ann@one profile -> 94 4
    90 99 ann@one statement -> 4 refund 5 94 o1 k1 ; 3 debit -5 89 o1 k1 ; 2 debit -6 94 o2 k2 ; 1 deposit 100 100 ref=a`,
  ],
  [
    'a statement in pages, and entries from before the history',
    `
    20 40 ann@one new k1 7 -> o1 5 wait
    50 60 ann@one statement -> 3 debit -5 92 o1 k1 ; 2 debit -3 97 o0 k0 …
    70 80 ann@one statement cursor=next -> 1 deposit 100 100 ref=a`,
  ],
  [
    'a statement that was read while there was an order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 40 ann@one new k2 7 -> o2 5 wait
    25 35 ann@two statement -> 2 debit -5 95 o1 k1 ; 1 deposit 100 100 ref=a
    50 60 ann@two statement -> 3 debit -5 90 o2 k2 ; 2 debit -5 95 o1 k1 ; 1 deposit 100 100 ref=a`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

const DEPOSIT = '1 deposit 100 100 ref=a';

it.each([
  [
    'an order beyond a credit that only a later read tells',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one profile -> -2
    40 50 ann@one statement -> 2 debit -5 -2 o1 k1 ; 1 deposit 3 3 ref=a`,
  ],
  [
    'a balance that changes without a cause',
    `
    0 10 ann@one profile -> 100
    20 30 ann@two profile -> 99
    40 50 ann@one new k1 7 -> o1 0 wait`,
  ],
  [
    'an order that was not charged',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@two profile -> 100
    55 60 op@one accept o1 -> ok`,
  ],
  [
    'an order that was charged twice',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@two profile -> 90`,
  ],
  [
    'an order that was refunded twice',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 op@one reject o1 -> ok
    60 70 ann@two profile -> 105`,
  ],
  [
    'a rejected order that was not refunded',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 op@one reject o1 -> ok
    60 70 ann@two profile -> 95`,
  ],
  [
    'a deposit that is lost',
    `
    0 10 ann@one profile -> 0
    20 30 op@one deposit 1 100 a #1 -> 100 0
    40 50 ann@two profile -> 0
    60 70 ann@one new k1 7 -> o1 0 wait`,
  ],
  [
    'a deposit that was made twice',
    `
    0 10 ann@one profile -> 0
    20 30 op@one deposit 1 100 a #1
    40 50 op@two deposit 1 100 a #1 -> 200 0
    60 70 ann@one new k1 7 -> o1 0 wait`,
  ],
  [
    'an older balance that comes back',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 accept
    40 50 ann@two profile -> 95
    60 70 ann@two profile -> 100`,
  ],
  [
    'a balance below nothing',
    `
    0 10 ann@one profile -> 3
    20 30 ann@one new k1 7 -> o1 5 accept`,
  ],
  [
    'two statements that disagree about an entry',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 2 debit -5 95 o1 k1 ; ${DEPOSIT}
    40 50 ann@one statement -> 2 debit -6 94 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'an entry that does not add up',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 2 debit -5 96 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'an order that is missing in the statement',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> ${DEPOSIT}`,
  ],
  [
    'an order that a statement charges twice',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 3 debit -5 90 o1 k1 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'an order that a statement refunds twice',
    `
    0 10 ann@one new k1 7 -> o1 5 reject
    20 30 ann@one statement -> 4 refund 5 105 o1 k1 ; 3 refund 5 100 o1 k1 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a charge of an order that nobody asked for',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 3 debit -5 90 o2 k2 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'another charge than the price of the order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 2 debit -6 94 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'an accepted order that was refunded',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 ann@one statement -> 3 refund 5 100 o1 k1 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'more reversals than the order has cost',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 ann@one statement -> 4 reversal 3 101 o1 k1 ref=c ; 3 reversal 3 98 o1 k1 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a statement with a hole',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 3 debit -5 90 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'entries in another order than the requests',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one new k2 7 -> o2 5 wait
    40 50 ann@one statement -> 3 debit -5 90 o1 k1 ; 2 debit -5 95 o2 k2 ; ${DEPOSIT}`,
  ],
  [
    'an older statement that comes back',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 2 debit -5 95 o1 k1 ; ${DEPOSIT}
    40 50 ann@one profile -> 100 1`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('account');
});
