import { judge } from './judgement.js';
import { checkersFound } from './notation/checkers-found.js';
import { historyOf, type Owners } from './notation/history-lines.js';

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
    'an account that was suspended before the history',
    `
    10 20 ann@one profile -> no 122
    30 40 ann@two new k1 7 -> no 122`,
  ],
  [
    'a cap that is taken off',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 40 op@one cap 2 none -> ok
    50 60 bob@one new k2 7 -> o2 6 accept`,
  ],
  [
    'a cap that is taken off while an order is under way',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    30 90 bob@one new k2 7 -> o2 6 accept
    40 50 op@one cap 2 none -> ok`,
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
    'a suspension that nobody has ordered',
    `
    10 20 ann@one profile -> 5
    2000 2010 ann@one profile -> no 122`,
    'suspension',
  ],
  [
    'more spent than the cap before it was taken off',
    `
    10 20 bob@one new k1 7 -> o1 6 accept
    10 20 bob@one new k2 7 -> o2 6 accept
    30 40 op@one cap 2 none -> ok`,
    'spend cap',
  ],
  [
    '119 with enough left, of an account that saw its own price',
    `
    10 20 ann@one products -> 7=9
    10 20 bob@one products -> 7=5
    30 40 bob@one new k1 7 -> o1 5 accept
    50 60 bob@one new k2 7 -> no 119`,
    'spend cap',
  ],
])('finds %s', (_name, lines, checker) => {
  expect(checkersFound(`${ORDER}${lines}`, OWNERS)).toContain(checker);
});

it('finds an order of a token that was never issued', () => {
  const { calls, messages, tokens } = historyOf(`${ORDER}\n10 20 ann@one new k1 7 -> o1 5 wait`);
  const known = new Map([...tokens].filter(([token]) => token !== 'token-ann'));
  const { contradictions } = judge({ calls, messages, tokens: known });
  expect(contradictions.map(({ what }) => what)).toEqual([
    'an order was placed with a token that was never issued, or without one',
  ]);
});
