import { checkersFound } from './notation/checkers-found.js';

const DEPOSIT = '1 deposit 100 100 ref=a';

it.each([
  [
    'a part that leaves an entry out: pages go by time, and its transaction began earlier',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 9 debit -5 95 o1 k1 ; 8 deposit 1 100 ref=x …
    40 50 ann@one statement cursor=next -> 6 deposit 1 98 ref=y …`,
  ],
  [
    'a refund on a page that does not show the charge',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one reject o1 -> ok
    40 50 ann@one statement -> 30 refund 5 100 o1 k1 …`,
  ],
  [
    'entries of operators from before the history',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 op@one deposit 1 7 c -> 202 0
    40 50 ann@one statement -> 4 deposit 7 202 ref=c ; 3 debit -5 195 o1 k1 ; 2 deposit 100 200 ref=b ; ${DEPOSIT}`,
  ],
  [
    'a deposit without an answer, which got a reference from its key',
    `
    0 10 op@one deposit 1 100 a -> 100 0
    20 30 op@one adjust 1 7
    40 50 ann@one new k1 7 -> o1 5 wait
    60 70 ann@one statement -> 3 debit -5 102 o1 k1 ; 2 adjustment 7 107 ref=request ; ${DEPOSIT}`,
  ],
  [
    'a page that was read while an entry was written',
    `
    0 10 op@one deposit 1 100 a -> 100 0
    20 90 ann@one new k1 7 -> o1 5 wait
    30 40 ann@one statement -> ${DEPOSIT} …
    50 60 ann@one statement -> 2 debit -5 95 o1 k1 …`,
  ],
  [
    'a first page that a later entry is not on: its transaction began earlier',
    `
    0 10 op@one deposit 1 100 a -> 100 0
    20 60 op@one deposit 1 7 b -> 102 0
    30 50 ann@one new k1 7 -> o1 5 wait
    70 80 ann@one statement -> 2 debit -5 95 o1 k1 at=30 …
    90 99 ann@one statement -> 2 debit -5 95 o1 k1 at=30 ; 3 deposit 7 102 ref=b at=20 ; ${DEPOSIT} at=05`,
  ],
  [
    'the same on pages that are read to the end',
    `
    0 10 op@one deposit 1 100 a -> 100 0
    20 60 op@one deposit 1 7 b -> 102 0
    30 50 ann@one new k1 7 -> o1 5 wait
    70 80 ann@one statement -> 2 debit -5 95 o1 k1 …
    90 95 ann@one statement cursor=next -> 3 deposit 7 102 ref=b ; ${DEPOSIT}`,
  ],
  [
    'entries of operators behind an order, each of which was asked for',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 op@one deposit 1 7 b #1
    40 50 op@one reverse o1 1 c #2 -> 1 103
    60 70 ann@one statement -> 4 reversal 1 103 o1 k1 ref=c ; 3 deposit 7 102 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a deposit past the admin API, which answers no balance',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 op@one deposit 1 7 b -> http 200 {}
    60 70 ann@one statement -> 3 deposit 7 102 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'the refund of an order from before the history',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    60 70 ann@one statement -> 4 refund 9 104 o9 k9 ; 3 debit -5 95 o1 k1 ; 2 debit -9 100 o9 k9 ; 1 deposit 109 109 ref=a`,
  ],
  [
    'a refusal for want of money',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one profile -> 9.99
    40 50 ann@one new k1 7 qty=2 -> no 100
    60 70 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a refusal for want of money at a price that the account never saw',
    `
    20 30 ann@one profile -> 9
    40 50 ann@one new k1 7 -> no 100
    60 70 op@one price 7 5 -> ok
    80 90 ann@one products -> 7=5
    95 99 ann@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a refusal for want of money while another order is under way',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one profile -> 9
    40 60 ann@one new k1 7 -> o1 5 wait
    40 60 ann@two new k2 7 -> no 100`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(lines)).toEqual([]);
});

it.each([
  [
    'a key that was charged under two ids',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 3 debit -5 90 o2 k1 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a key that was charged for another order than its own',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 2 debit -5 95 o2 k1 ; ${DEPOSIT}`,
  ],
  [
    'an order for nothing that was charged',
    `
    0 10 ann@one new k1 7 -> o1 0 wait
    20 30 ann@one statement -> 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a sealed key that was charged',
    `
    0 10 ann@one new k2 7 -> o2 0 wait
    20 30 ann@one seal k1 -> sealed
    40 50 ann@one new k1 7 -> no 117
    60 70 ann@one statement -> 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a deposit that stands in the ledger twice',
    `
    0 10 op@one deposit 1 100 a #1 -> 100 0
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> 3 deposit 100 195 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'two entries with one reference',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> 3 deposit 100 195 ref=a ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a reversal that was written twice, within what the order has cost',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    20 30 op@one reverse o1 1 b #1 -> 1 96
    40 50 ann@one statement -> 4 reversal 1 97 o1 k1 ref=c ; 3 reversal 1 96 o1 k1 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a charge without an order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    20 30 ann@one statement -> 3 debit -5 90 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a deposit that nobody asked for, behind an order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> 3 deposit 100 195 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'an adjustment that nobody asked for, behind a deposit',
    `
    0 10 op@one deposit 1 100 a #1 -> 100 0
    20 30 ann@one new k1 7 -> o1 0 wait
    40 50 ann@one statement -> 2 adjustment -1 99 ref=b ; ${DEPOSIT}`,
  ],
  [
    'a charge that nobody asked for, behind a deposit',
    `
    0 10 op@one deposit 1 100 a #1 -> 100 0
    20 30 ann@one new k1 7 -> o1 0 wait
    40 50 ann@one statement -> 2 debit -1 99 o9 k9 ; ${DEPOSIT}`,
  ],
  [
    'a reversal that nobody asked for',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    40 50 ann@one statement -> 3 reversal 1 96 o1 k1 ref=c ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a deposit behind a whole statement, although nobody asked for anything',
    `
    0 10 ann@one new k1 7 -> o1 0 wait
    20 30 ann@one statement -> ${DEPOSIT}
    40 50 ann@one statement -> 2 deposit 1 101 ref=b ; ${DEPOSIT}`,
  ],
  [
    'a refund without an order',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> 3 refund 5 100 ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a kind of entry that nobody knows',
    `
    0 10 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> 3 bonus 5 100 ref=b ; 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a first page that is older than an answered order',
    `
    0 10 op@one deposit 1 100 a -> 100 0
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@one statement -> ${DEPOSIT} …
    60 70 ann@one statement -> 2 debit -5 95 o1 k1 ; ${DEPOSIT}`,
  ],
  [
    'a first page with another balance than the profile',
    `
    0 10 ann@one new k1 7 -> o1 5 accept
    12 14 op@one balance 1 -> 95 0
    20 30 ann@one statement -> 9 debit -5 96 o1 k1 …`,
  ],
  [
    'an older balance while the order still waits',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7 -> o1 5 wait
    40 50 ann@two profile -> 100
    60 70 ann@two check k1 -> o1 5 wait`,
  ],
  [
    'a balance that changes by an order whose key was sealed',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7
    40 50 ann@one seal k1 -> sealed
    60 70 ann@two profile -> 95
    80 90 ann@one new k2 7 -> o2 0 wait`,
  ],
  [
    'a balance that changes by an order before it is said that there is none',
    `
    0 10 ann@one profile -> 100
    20 30 ann@one new k1 7
    40 50 ann@two profile -> 95
    60 70 ann@one check k1 -> none
    80 90 ann@one check k1 -> o1 5 wait
    95 99 ann@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a refusal for want of money that was there',
    `
    0 10 ann@one products -> 7=5
    20 30 ann@one profile -> 10
    40 50 ann@one new k1 7 qty=2 -> no 100
    60 70 ann@one new k1 7 -> o1 5 wait`,
  ],
])('finds %s', (_name, lines) => {
  expect(checkersFound(lines)).toContain('account');
});
