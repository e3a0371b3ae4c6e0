import { sumsOf } from './shown-sums.js';

const entry = (sequence: string, amount: string, after: string) => {
  return { sequence, amount, balance_after: after };
};

it('adds up what came and what went, with the balances around it', () => {
  const entries = [
    entry('9', '-0.1', '10.1'),
    entry('8', '-0.2', '10.2'),
    entry('7', '10', '10.4'),
  ];
  expect(sumsOf(entries)).toEqual({ added: '10', taken: '-0.3', balances: ['0.4', '10.1'] });
});

it('says no balances if other entries lie between, and nothing of none', () => {
  const entries = [entry('9', '-1', '9'), entry('7', '2', '11')];
  expect(sumsOf(entries)).toEqual({ added: '2', taken: '-1', balances: undefined });
  expect(sumsOf([])).toBeUndefined();
});
