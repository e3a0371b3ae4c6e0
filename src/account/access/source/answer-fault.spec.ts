import { answerFault } from './answer-fault.js';

it.each([
  { accountId: 1, goodForSeconds: 0.001 },
  { accountId: 2_147_483_647, goodForSeconds: Infinity },
])('%j is an answer', (answer) => {
  expect(answerFault(answer)).toBeUndefined();
});

it.each<[unknown, string]>([
  ['7', 'it is no object'],
  [null, 'it is no object'],
  [{}, 'accountId is not the number of an account'],
  [{ accountId: '7', goodForSeconds: 1 }, 'accountId is not the number of an account'],
  [{ accountId: 0, goodForSeconds: 1 }, 'accountId is not the number of an account'],
  [{ accountId: 1.5, goodForSeconds: 1 }, 'accountId is not the number of an account'],
  [{ accountId: 2_147_483_648, goodForSeconds: 1 }, 'accountId is not the number of an account'],
  [{ accountId: 7 }, 'goodForSeconds is no number'],
  [{ accountId: 7, goodForSeconds: '60' }, 'goodForSeconds is no number'],
  [{ accountId: 7, goodForSeconds: 0 }, 'goodForSeconds is not above 0'],
  [{ accountId: 7, goodForSeconds: -1 }, 'goodForSeconds is not above 0'],
  [{ accountId: 7, goodForSeconds: NaN }, 'goodForSeconds is not above 0'],
])('%j is none', (answer, fault) => {
  expect(answerFault(answer)).toBe(fault);
});
