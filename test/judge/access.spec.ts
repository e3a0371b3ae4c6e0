import { checkersFound } from './notation/checkers-found.js';
import type { Owners } from './notation/history-lines.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';
/** ann's token and its successors; the id is that of the first. */
const OWNERS: Owners = { 'token-ann': { tokenId: 1 }, 'token-bob': { tokenId: 2, dailyCap: '10' } };

it.each([
  [
    'a token that is revoked',
    `
    10 20 ann@one profile -> 100
    30 40 op@one revoke 1 -> ok
    50 60 ann@one profile -> no 121
    2000 2010 ann@two new k1 7 -> no 121`,
  ],
  [
    'a revoked token, elsewhere within the second',
    `
    30 40 op@one revoke 1 -> ok
    500 510 ann@two profile -> 100`,
  ],
  [
    'an order during the revocation',
    `
    30 60 op@one revoke 1 -> ok
    40 70 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'a revocation without an answer',
    `
    30 60 op@one revoke 1
    2000 2010 ann@two new k1 7 -> o1 5 wait
    3000 3010 ann@two new k2 7 -> no 121`,
  ],
  [
    'a successor beside its predecessor',
    `
    10 20 ann@one rotate -> t2
    30 40 ann/t2@two profile -> 100
    50 60 ann@two new k1 7 -> o1 5 wait
    70 80 ann/t2@one new k2 7 -> o2 5 wait`,
  ],
  [
    'a successor that another one replaces before it is used',
    `
    10 20 ann@one rotate -> t2
    30 40 ann@one rotate -> t3
    50 60 ann/t2@one profile -> no 121
    50 60 ann/t3@one profile -> 100`,
  ],
  [
    'a successor whose first use is to ask for its own',
    `
    10 20 ann@one rotate -> t2
    30 40 ann/t2@one rotate -> t3
    50 60 ann/t2@one new k1 7 -> o1 5 wait
    70 80 ann/t3@one profile -> 95`,
  ],
  [
    'a refusal that is no first use of a successor',
    `
    10 20 ann@one rotate -> t2
    30 40 op@one maintenance everything -> ok
    50 60 ann/t2@one profile -> no 130
    70 80 op@one maintenance nothing -> ok
    90 100 ann@one rotate -> t3
    110 120 ann/t2@one profile -> no 121`,
  ],
  [
    'a family that is revoked as a whole',
    `
    10 20 ann@one rotate -> t2
    30 40 ann/t2@two profile -> 100
    50 60 op@one revoke 1 -> ok
    70 80 ann/t2@one new k1 7 -> no 121`,
  ],
  [
    'maintenance',
    `
    10 20 op@one maintenance everything -> ok
    30 40 ann@one profile -> no 130
    30 40 ann@two new k1 7 -> no 130
    50 60 op@one maintenance nothing -> ok
    70 80 ann@two new k1 7 -> o1 5 wait`,
  ],
  [
    'maintenance that other instances notice within the second',
    `
    10 20 op@one maintenance everything -> ok
    900 910 ann@two profile -> 100
    1500 1510 op@one maintenance nothing -> ok
    1600 1610 ann@two profile -> no 130`,
  ],
  [
    'maintenance of orders alone',
    `
    0 5 ann@one new k1 7 -> o1 5 wait
    10 20 op@one maintenance orders -> ok
    30 40 ann@one profile -> 95
    30 40 ann@two new k1 7 -> o1 5 wait
    30 40 ann@two new k2 7 -> no 130
    30 40 ann@two new k1 8 -> no 116`,
  ],
  [
    'a suspended account beside another one',
    `
    10 20 op@one suspend 1 -> ok
    30 40 ann@one profile -> no 122
    30 40 bob@one new k1 7 -> o1 5 wait
    50 60 op@one resume 1 -> ok
    70 80 ann@one new k1 7 -> o2 5 wait`,
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toEqual([]);
});

it.each([
  [
    'a revoked token in the instance that has revoked it',
    `
    30 40 op@one revoke 1 -> ok
    50 60 ann@one profile -> 100`,
    'tokens',
  ],
  [
    'a revoked token elsewhere after two seconds',
    `
    30 40 op@one revoke 1 -> ok
    2050 2060 ann@two profile -> 100`,
    'tokens',
  ],
  [
    'an order of a revoked token within the second',
    `
    30 40 op@one revoke 1 -> ok
    50 60 ann@two new k1 7 -> o1 5 wait`,
    'tokens',
  ],
  [
    'a refusal of balance to a revoked token',
    `
    30 40 op@one revoke 1 -> ok
    50 60 ann@two new k1 7 -> no 100`,
    'tokens',
  ],
  [
    'a refused token that nobody has revoked',
    `
    50 60 ann@two profile -> no 121`,
    'tokens',
  ],
  [
    'a token that lives again',
    `
    30 40 op@one revoke 1
    50 60 ann@one profile -> no 121
    2000 2010 ann@one new k1 7 -> o1 5 wait`,
    'tokens',
  ],
  [
    'a successor in force although it was replaced',
    `
    10 20 ann@one rotate -> t2
    30 40 ann@one rotate -> t3
    50 60 ann/t2@one profile -> 100`,
    'tokens',
  ],
  [
    'a successor that was revoked with its family',
    `
    10 20 ann@one rotate -> t2
    30 40 op@one revoke 1 -> ok
    50 60 ann/t2@one new k1 7 -> o1 5 wait`,
    'tokens',
  ],
  [
    'a new order after the switch of maintenance',
    `
    10 20 op@one maintenance everything -> ok
    30 40 ann@two new k1 7 -> o1 5 wait`,
    'maintenance',
  ],
  [
    'a new order while orders alone are closed',
    `
    10 20 op@one maintenance orders -> ok
    30 40 ann@two new k1 7 -> o1 5 wait`,
    'maintenance',
  ],
  [
    'maintenance that nobody has switched on',
    `
    30 40 ann@two profile -> 100
    2000 2010 ann@two profile -> no 130`,
    'maintenance',
  ],
  [
    'a check that is closed although only orders are',
    `
    10 20 op@one maintenance orders -> ok
    2000 2010 ann@two check k1 -> no 130`,
    'maintenance',
  ],
  [
    'maintenance that goes on after two seconds',
    `
    10 20 op@one maintenance everything -> ok
    30 40 op@one maintenance nothing -> ok
    2100 2110 ann@two new k1 7 -> no 130`,
    'maintenance',
  ],
  [
    'an order of a suspended account',
    `
    10 20 op@one suspend 1 orders -> ok
    30 40 ann@two new k1 7 -> o1 5 wait`,
    'suspension',
  ],
  [
    'a suspended account that reads after two seconds',
    `
    10 20 op@one suspend 1 -> ok
    2100 2110 ann@two profile -> 5`,
    'suspension',
  ],
])('finds %s', (_name, lines, checker) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toContain(checker);
});
