import { checkersFound } from './notation/checkers-found.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';

it.each([
  ['an order in a fourth state', '10 20 ann@one new k1 7 -> o1 5 done'],
  ['an order that a list shows in a fourth state', '10 20 ann@one orders -> k1 o1 5 done'],
  ['an order that a list shows twice', '10 20 ann@one orders -> k1 o1 5 wait ; k1 o1 5 wait'],
  ['a total with an exponent', '10 20 ann@one new k1 7 -> o1 5e-7 wait'],
  ['a total with nine decimals', '10 20 ann@one check k1 -> o1 0.000000001 wait'],
  ['a balance with nine decimals', '10 20 ann@one profile -> 0.000000001'],
  ['a price with an exponent', '10 20 ann@one products -> 7=6.1e-5'],
  ['two prices of one product', '10 20 ann@one products -> 7=5 7=6'],
  ['an entry without an amount', '10 20 ann@one statement -> 1 deposit much 5'],
])('finds %s', (_name, line) => {
  expect(checkersFound(`${ORDER}\n${line}`)).toContain('answers');
});

it('finds two answers to one request of an operator', () => {
  const lines = `${ORDER}
    10 20 op@one deposit 1 5 a #1 -> 5 0
    30 40 op@two deposit 1 5 a #1 -> 10 0`;
  expect(checkersFound(lines)).toEqual(['operator requests']);
});

it('takes answers that tell the same product twice, and refusals', () => {
  const lines = `${ORDER}
    10 20 ann@one products -> 7=5 7=5.0
    30 40 ann@one new k1 7 -> no 105 http 200
    50 60 ann@one check k1 -> none`;
  expect(checkersFound(lines)).toEqual([]);
});
