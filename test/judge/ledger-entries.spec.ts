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
