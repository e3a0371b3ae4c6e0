import { judge } from './judgement.js';
import { historyOf } from './notation/history-lines.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';
/** The name of a program whose token the history does not know. */
const STRANGER = 'token-ann/x';

/** What is wrong with the tokens of a history. */
function foundIn(lines: string): string[] {
  const { calls, messages, tokens } = historyOf(`${ORDER}${lines}`);
  const known = new Map([...tokens].filter(([token]) => !token.startsWith(STRANGER)));
  const { contradictions } = judge({ calls, messages, tokens: known });
  return contradictions.map(({ checker, what }) => `${checker}: ${what}`);
}

it.each([
  [
    'refusals of tokens that were never issued',
    `
    10 20 ann/x@one profile -> no 121
    30 40 ann/x@one new k1 7 -> no 121
    50 60 ann/x@two products -> no 111 http 429
    70 80 ann/x@two check k1`,
  ],
  [
    'a refusal of parameters, which may come before the guard',
    `
    10 20 ann/x@one check k1 -> no 114`,
  ],
  [
    'the successor of a rotation whose answer was lost',
    `
    10 20 ann@one rotate
    30 40 ann/x@one profile -> 100
    50 60 ann/x@two new k1 7 -> o1 5 wait`,
  ],
  [
    'the same while the rotation is under way',
    `
    10 60 ann@one rotate -> no 111 http 503
    30 40 ann/x@one profile -> 100`,
  ],
  [
    'the successors of two such rotations',
    `
    10 20 ann@one rotate
    10 20 ann@two rotate
    30 40 ann/x@one profile -> 100
    30 40 ann/x2@one profile -> 100`,
  ],
  [
    'the successor of such a successor',
    `
    10 20 ann@one rotate
    30 40 ann/x@one rotate -> x2
    50 60 ann/x2@one profile -> 100`,
  ],
  [
    'a token whose issue nobody has answered',
    `
    10 20 op@one issue 1
    30 40 ann/x@one profile -> 100`,
  ],
  [
    'a token that an operator has issued, although nobody wrote down whose it is',
    `
    10 20 op@one issue 1 -> x
    30 40 ann/x@one profile -> 100`,
  ],
  [
    'what is open to everybody',
    `
    10 20 ann/x@one integration -> ok`,
  ],
])('takes %s', (_name, lines) => {
  expect(foundIn(lines)).toEqual([]);
});

const LET_IN = 'tokens: a token was let in that was never issued, or none at all';

it.each([
  ['gets a profile', '10 20 ann/x@one profile -> 100'],
  ['gets a list of orders', '10 20 ann/x@one orders -> none'],
  ['gets a statement', '10 20 ann/x@one statement -> none'],
  ['gets a file', '10 20 ann/x@one statement format=csv -> http 200 account_id,sequence'],
  ['gets an answer of check', '10 20 ann/x@one check k1 -> none'],
  ['gets products', '10 20 ann/x@one products -> 7=5'],
  ['gets a 304', '10 20 ann/x@one products -> http 304'],
  ['seals a key', '10 20 ann/x@one seal k1 -> sealed'],
  ['makes a successor', '10 20 ann/x@one rotate -> x2'],
  ['makes itself anew', '10 20 ann/x@one rotate -> x'],
  ['hears of a balance that is too low', '10 20 ann/x@one new k1 7 -> no 100'],
  [
    'comes before the rotation whose answer was lost',
    `10 20 ann/x@one profile -> 100
    30 40 ann@one rotate`,
  ],
  [
    'comes beside that of the only rotation whose answer was lost',
    `10 20 ann@one rotate
    30 40 ann/x@one profile -> 100
    50 60 ann/x2@one profile -> 100`,
  ],
  [
    'comes after a rotation that was refused',
    `10 20 ann@one rotate -> no 123
    30 40 ann/x@one profile -> 100`,
  ],
])('finds a token that was never issued, and %s', (_name, lines) => {
  expect(foundIn(`\n    ${lines}`)).toEqual([LET_IN]);
});

it('finds the successor of a token that was never issued, too', () => {
  const lines = `
    10 20 ann/x@one rotate -> x2
    30 40 ann/x2@one profile -> 100`;
  expect(foundIn(lines)).toEqual([LET_IN, LET_IN]);
});

it('finds an order of a token that was never issued', () => {
  expect(foundIn('\n    10 20 ann/x@one new k1 7 -> o1 5 wait')).toEqual([
    'tokens: an order was placed with a token that was never issued, or without one',
  ]);
});

it('finds a request without a token that was let in, whatever was rotated', () => {
  const { calls, messages, tokens } = historyOf(`${ORDER}
    10 20 ann@one rotate
    30 40 bob@one profile -> 100`);
  const bare = calls.map((call) =>
    call.client === 'bob' ? { ...call, request: { ...call.request, token: undefined } } : call,
  );
  const { contradictions } = judge({ calls: bare, messages, tokens });
  expect(contradictions.map(({ checker, what }) => `${checker}: ${what}`)).toEqual([LET_IN]);
});
