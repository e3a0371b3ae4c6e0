import { checkersFound } from './notation/checkers-found.js';
import type { Owners } from './notation/history-lines.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';
const OWNERS: Owners = { 'token-ann': { tokenId: 1 }, 'token-bob': { tokenId: 2, dailyCap: '10' } };

it.each([
  [
    'an order whose answer was lost, placed before the revocation',
    `
    10 20 ann@one new k1 7
    30 40 op@one revoke 1 -> ok
    50 60 ann/t2@one check k1 -> o1 5 wait`,
  ],
  [
    'a repetition with a token in force',
    `
    10 20 op@one revoke 1 -> ok
    30 40 ann@one new k1 7
    50 60 ann/t2@one new k1 7 -> o1 5 wait`,
  ],
  [
    'a rotation without an answer, and the token that asked for it',
    `
    10 20 ann@one rotate
    30 40 ann@one new k1 7 -> o1 5 wait
    50 60 ann@one rotate -> t2
    70 80 ann/t2@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a token beside another one that is revoked',
    `
    10 20 op@one revoke 2 -> ok
    30 40 ann@one new k1 7 -> o1 5 wait
    30 40 bob@two new k1 7 -> no 121`,
  ],
  [
    'an order during the switch of maintenance',
    `
    10 60 op@one maintenance everything -> ok
    20 70 ann@two new k1 7 -> o1 5 wait
    80 90 ann@two new k1 7 -> no 130`,
  ],
  [
    'a switch without an answer',
    `
    10 20 op@one maintenance orders
    30 40 ann@two new k1 7 -> o1 5 wait
    2000 2010 ann@two new k2 7 -> no 130
    2000 2010 ann@one quote 7 -> no 130
    2000 2010 ann@one check k1 -> o1 5 wait`,
  ],
  [
    'an order whose answer was lost, placed before maintenance',
    `
    10 20 ann@two new k1 7
    30 40 op@one maintenance orders -> ok
    50 60 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'a suspension of orders alone',
    `
    10 20 ann@one new k1 7 -> o1 5 wait
    30 40 op@one suspend 1 orders -> ok
    50 60 ann@two new k1 7 -> o1 5 wait
    50 60 ann@two new k2 7 -> no 122
    50 60 ann@two profile -> 95`,
  ],
  [
    'answers without JSON',
    `
    10 20 ann@one products -> http 304
    30 40 ann@two statement format=csv -> http 200 account_id,sequence
    50 60 ann@two orders format=jsonl -> http 200`,
  ],
  [
    'a successor whose first use is to read a file',
    `
    10 20 ann@one rotate -> t2
    30 40 ann/t2@one statement format=csv -> http 200 account_id,sequence
    50 60 ann@one rotate -> t3
    70 80 ann/t2@one profile -> 100`,
  ],
  [
    'a 304 within the second after maintenance, elsewhere',
    `
    10 20 op@one maintenance everything -> ok
    900 910 ann@two products -> http 304`,
  ],
  [
    'a file while orders alone are closed',
    `
    10 20 op@one suspend 1 orders -> ok
    2100 2110 ann@two statement format=jsonl -> http 200`,
  ],
  [
    'an account that was suspended before the history',
    `
    10 20 ann@one profile -> no 122
    30 40 ann@two new k1 7 -> no 122`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toEqual([]);
});

it.each([
  [
    'an order of a revoked token whose answer was lost',
    `
    10 20 op@one revoke 1 -> ok
    30 40 ann@one new k1 7
    50 60 ann/t2@one check k1 -> o1 5 wait`,
    'tokens',
  ],
  [
    'the same, repeated with a token in force',
    `
    10 20 op@one revoke 1 -> ok
    30 40 ann@one new k1 7
    50 60 ann/t2@one check k1 -> o1 5 wait
    70 80 ann/t2@one new k1 7 -> o1 5 wait`,
    'tokens',
  ],
  [
    'a successor before it was made',
    `
    10 20 ann/t2@one profile -> 100
    30 40 ann@one rotate -> t2`,
    'tokens',
  ],
  [
    'an order of a successor that was replaced before its first use',
    `
    10 20 ann@one rotate -> t2
    30 40 ann@one rotate -> t3
    50 60 ann/t2@two new k1 7 -> o1 5 wait`,
    'tokens',
  ],
  [
    'an order whose answer was lost, placed after maintenance',
    `
    10 20 op@one maintenance orders -> ok
    30 40 ann@two new k1 7
    50 60 ann@two check k1 -> o1 5 wait`,
    'maintenance',
  ],
  [
    'a known key that is answered although everything is closed',
    `
    10 20 ann@two new k1 7 -> o1 5 wait
    30 40 op@one maintenance everything -> ok
    50 60 ann@two new k1 7 -> o1 5 wait`,
    'maintenance',
  ],
  [
    'an order whose answer was lost, placed after the suspension',
    `
    10 20 op@one suspend 1 orders -> ok
    30 40 ann@two new k1 7
    50 60 ann@two check k1 -> o1 5 wait`,
    'suspension',
  ],
  [
    'a revoked token that is answered 304',
    `
    10 20 op@one revoke 1 -> ok
    2100 2110 ann@two products -> http 304`,
    'tokens',
  ],
  [
    'a revoked token that gets a file',
    `
    10 20 op@one revoke 1 -> ok
    30 40 ann@one statement format=csv -> http 200 account_id,sequence`,
    'tokens',
  ],
  [
    'a 304 in maintenance',
    `
    10 20 op@one maintenance everything -> ok
    2100 2110 ann@two products -> http 304`,
    'maintenance',
  ],
  [
    'a file in maintenance',
    `
    10 20 op@one maintenance everything -> ok
    30 40 ann@one orders format=jsonl -> http 200`,
    'maintenance',
  ],
  [
    'a file of a suspended account',
    `
    10 20 op@one suspend 1 -> ok
    30 40 ann@one statement format=csv -> http 200 account_id,sequence`,
    'suspension',
  ],
  [
    'a 304 of a suspended account',
    `
    10 20 op@one suspend 1 -> ok
    30 40 ann@one products -> http 304`,
    'suspension',
  ],
  [
    'a suspension that nobody has ordered',
    `
    10 20 ann@one profile -> 5
    2000 2010 ann@one profile -> no 122`,
    'suspension',
  ],
])('finds %s', (_name, lines, checker) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toContain(checker);
});
