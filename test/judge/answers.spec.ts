import { checkersFound } from './notation/checkers-found.js';

const ORDER = '0 1 cem@one new k0 99 -> o0 1 wait';
/** An order as an answer shows it, without the brace at its end. */
const SHOWN = '{"order_id":"o1","price":"5","status":"wait"';
const WRAPPED = `{"status":"OK","data":${SHOWN}`;

it.each([
  ['an order', 'new k1 7 -> o1 5 wait'],
  ['an order with codes', 'new k1 7 qty=2 -> o1 10 accept C1 C2'],
  ['a free order', 'new k1 7 -> o1 0 wait'],
  ['a total with eight decimals', 'new k1 7 -> o1 0.00000001 wait'],
  ['a refusal', 'new k1 7 -> no 105'],
  ['a refusal that comes with 200', 'new k1 7 -> no 105 http 200'],
  ['an order of a request with a parameter named format', 'new k1 7 format=csv -> o1 5 wait'],
  ['an error without JSON', 'new k1 7 -> http 502 <html>'],
  ['no answer', 'new k1 7'],
  ['no order', 'check k1 -> none'],
  ['a sealed key', 'seal k1 -> sealed'],
  ['an empty list of orders', 'orders -> none'],
  ['a page of orders that goes on', 'orders -> k1 o1 5 wait …'],
  ['a list as CSV', 'orders format=csv -> http 200 order_id,quantity'],
  ['a list as lines of JSON', `orders format=jsonl -> http 200 ${SHOWN}}`],
  ['a balance', 'profile -> -0.00000001'],
  ['an empty statement', 'statement -> none'],
  ['a statement as CSV', 'statement format=csv -> http 200 account_id,sequence'],
  ['a product twice at one price', 'products -> 7=5 7=5.0'],
  ['a price with eighteen decimals', 'products -> 7=0.007722550271739131'],
  ['a catalog that is as it was', 'products -> http 304'],
  ['a list of products without any', 'products -> none'],
])('takes %s', (_name, line) => {
  expect(checkersFound(`${ORDER}\n10 20 ann@one ${line}`)).toEqual([]);
});

it.each([
  ['an order in a fourth state', 'new k1 7 -> o1 5 done'],
  ['an order that a list shows in a fourth state', 'orders -> k1 o1 5 done'],
  ['an order that a list shows twice', 'orders -> k1 o1 5 wait ; k1 o1 5 wait'],
  ['a total with an exponent', 'new k1 7 -> o1 5e-7 wait'],
  ['a total with nine decimals', 'check k1 -> o1 0.000000001 wait'],
  ['a balance with nine decimals', 'profile -> 0.000000001'],
  ['a price with an exponent', 'products -> 7=6.1e-5'],
  ['two prices of one product', 'products -> 7=5 7=6'],
  ['an entry without an amount', 'statement -> 1 deposit much 5'],
  ['an order without JSON', 'new k1 7 -> http 200 placed'],
  ['an order without JSON, whatever its parameters are', 'new k1 7 format=csv -> http 200 placed'],
  ['an order with another status of HTTP', `new k1 7 -> http 202 ${WRAPPED}}}`],
  [
    'an order behind another word than OK',
    `new k1 7 -> http 200 {"status":"DONE","data":${SHOWN}}}`,
  ],
  ['an order without data', 'new k1 7 -> http 200 {"status":"OK"}'],
  ['codes of an order in one text', `new k1 7 -> http 200 ${WRAPPED},"replay_api":"C1"}}`],
  ['codes of an order as a flat list', `new k1 7 -> http 200 ${WRAPPED},"replay_api":["C1"]}}`],
  ['an error without a code', 'new k1 7 -> http 422 {"status":"ERROR","code":"105"}'],
  ['an empty answer of check', 'check k1 -> http 200'],
  ['an answer of check without data', 'check k1 -> http 200 {"status":"OK"}'],
  ['an answer of check behind another word', 'check k1 -> http 200 {"status":"ok","data":[]}'],
  [
    'codes in an answer of check that are nested',
    `check k1 -> http 200 {"status":"OK","data":[${SHOWN},"replay_api":[{"replay":["C1"]}]}]}`,
  ],
  ['a seal that does not say what was sealed', 'seal k1 -> http 200 {"status":"OK","data":[]}'],
  ['a list of orders without its next page', 'orders -> http 200 {"status":"OK","data":[]}'],
  ['a list of orders as a bare array', 'orders -> http 200 []'],
])('finds %s', (_name, line) => {
  expect(checkersFound(`${ORDER}\n10 20 ann@one ${line}`)).toContain('answers');
});
