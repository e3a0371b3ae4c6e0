import { checkersFound } from './notation/checkers-found.js';

/** One order that waits and one that was accepted. */
const ORDERS = `
    0 1 ann@one new k1 7 -> o1 5 wait
    0 1 ann@one new k2 7 -> o2 5 accept`;

it.each([
  ['one answer', '10 20 op@one deposit 1 5 a #1 -> 5 0'],
  ['two equal ones', '10 20 op@one deposit 1 5 a #1 -> 5 0\n30 40 op@two deposit 1 5 a #1 -> 5 0'],
  ['the second one alone', '10 20 op@one deposit 1 5 a #1\n30 40 op@two deposit 1 5 a #1 -> 5 0'],
  ['none at all', '10 20 op@one deposit 1 5 a #1\n30 40 op@two deposit 1 5 a #1'],
  ['two keys', '10 20 op@one deposit 1 5 a #1 -> 5 0\n30 40 op@two deposit 1 5 b #2 -> 10 0'],
  ['no key', '10 20 op@one deposit 1 5 a -> 5 0\n30 40 op@two deposit 1 5 b -> 10 0'],
  ['another body', '10 20 op@one deposit 1 5 a #1 -> 5 0\n30 40 op@two deposit 1 6 b #1 -> no 409'],
  ['a refusal', '10 20 op@one deposit 1 5 a #1 -> no 422'],
  ['two refusals', '10 20 op@one reject o2 #1 -> no 409\n30 40 op@two reject o2 #1 -> no 404'],
  [
    'a refusal first',
    '10 20 op@one adjust 1 5 a #1 -> no 422\n30 40 op@two adjust 1 5 a #1 -> 5 0',
  ],
  [
    'a refusal at the same time',
    '10 50 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 409',
  ],
  ['503 after it', '10 20 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 503'],
  ['500 after it', '10 20 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 500'],
  ['500 before it', '10 20 op@one accept o1 #1 -> no 500\n30 40 op@two accept o1 #1 -> ok'],
  ['429 after it', '10 20 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 429'],
  ['408 after it', '10 20 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 408'],
  [
    'a token that has ended',
    '10 20 op@one accept o1 #1 -> ok\n30 40 op@two accept o1 #1 -> no 401',
  ],
  [
    'a permission that was taken',
    '10 20 op@one reject o1 #1 -> ok\n30 40 op@two reject o1 #1 -> no 403',
  ],
  ['no answer after it', '10 20 op@one reverse o2 1 a #1 -> 1 9\n30 40 op@two reverse o2 1 a #1'],
  [
    'a reversal three times',
    [10, 30, 50].map((at) => `${at} ${at + 9} op@one reverse o2 1 a #1 -> 1 9`).join('\n'),
  ],
  [
    'several orders',
    '10 20 op@one reject-all o1 o2 #1 -> 200 409\n30 40 op@two reject-all o1 o2 #1 -> 200 409',
  ],
])('takes %s', (_name, lines) => {
  expect(checkersFound(`${ORDERS}\n${lines}`)).toEqual([]);
});

/** What is asked twice under one key, and two answers that cannot be of one request. */
it.each([
  ['deposit 1 5 a', '5 0', '10 0'],
  ['deposit 1 5 a', '5 0', '5 20'],
  ['deposit 1 5 a', '5 0', 'no 409'],
  ['deposit 1 5 a', '5 0', 'no 422'],
  ['deposit 1 5 a', '5 0', 'no 404'],
  ['adjust 1 -5 a', '95 0', '90 0'],
  ['adjust 1 -5 a', '95 0', 'no 400'],
  ['adjust 1 -5 a', '95 0', 'no 422'],
  ['reverse o2 1 a', '1 9', '2 10'],
  ['reverse o2 1 a', '1 9', '1 8'],
  ['reverse o2 1 a', '1 9', 'no 409'],
  ['reverse o2 9 a', '5 9', 'no 422'],
  ['accept o1', 'ok', 'no 409'],
  ['accept o1', 'ok', 'no 404'],
  ['accept o1 C1', 'ok', 'no 409'],
  ['accept o1 C1', 'ok', 'no 412'],
  ['accept o1 C1', 'ok', 'http 200 {"order_id":"o1","status":"reject"}'],
  ['reject o1', 'ok', 'no 409'],
  ['reject o1', 'ok', 'no 428'],
  ['reject-all o1 o2', '200 409', '409 409'],
  ['reject-all o1 o2', '200 409', 'no 409'],
])('finds, for %s, "%s" and then "%s"', (asked, first, second) => {
  const lines = `10 20 op@one ${asked} #1 -> ${first}\n30 40 op@two ${asked} #1 -> ${second}`;
  expect(checkersFound(`${ORDERS}\n${lines}`)).toContain('operator requests');
});

it('finds a refusal behind an answer that came when it was sent again', () => {
  const lines = `${ORDERS}
    10 20 op@one accept o1 #1
    30 40 op@two accept o1 #1 -> ok
    50 60 op@two accept o1 #1 -> no 409`;
  expect(checkersFound(lines)).toEqual(['operator requests']);
});
