import { unusualReason } from './unusual-change.js';

describe('a change of a product', () => {
  it.each([
    ['the same price', ['1', '1.000', null], 30, null],
    ['the same price below cost', ['1', '1', '2'], 30, null],
    ['a tenth of the price', ['0.89', '0.089', null], 30, 'price'],
    ['ten times the price', ['0.89', '8.9', null], 30, 'price'],
    ['exactly as much more as is usual', ['1', '1.3', null], 30, null],
    ['exactly as much less', ['1', '0.7', null], 30, null],
    ['a bit more than that', ['1', '1.300000000000000001', null], 30, 'price'],
    ['a bit less than that', ['1', '0.699999999999999999', null], 30, 'price'],
    ['a price where it was free', ['0', '0.000000000000000001', null], 30, 'price'],
    ['free from now on', ['1', '0', null], 30, 'price'],
    ['free, where every fall is usual', ['1', '0', null], 100, null],
    ['more than twice the price, where twice is usual', ['1', '2.1', null], 100, 'price'],
    ['a price at its cost', ['1', '0.9', '0.9'], 30, null],
    ['a price below its cost', ['1', '0.9', '0.91'], 30, 'below_cost'],
    ['a price that rises, and is below its cost still', ['1', '1.1', '2'], 30, 'below_cost'],
    ['a great change to below its cost', ['1', '0.1', '0.5'], 30, 'below_cost'],
    ['a product that vanishes', ['1', null, '0.5'], 30, 'vanishes'],
    ['a free product that vanishes', ['0', null, null], 1_000, 'vanishes'],
  ] as const)('to %s', (_, [before, after, cost], percent, reason) => {
    expect(unusualReason({ before, after, cost }, percent)).toBe(reason);
  });
});
