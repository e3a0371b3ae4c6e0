import fc from 'fast-check';
import { surplusRows } from './refusal-shares.js';

const surplus = (counts: readonly number[], limit: number): number[] => {
  const given = surplusRows(new Map(counts.entries()), limit);
  return counts.map((_, account) => given.get(account) ?? 0);
};

describe('surplusRows', () => {
  it.each([
    [[], 10, []],
    [[10], 10, [0]],
    [[11], 10, [1]],
    [[4, 6], 10, [0, 0]],
    [[4, 7], 10, [0, 1]],
    [[1, 2, 900], 10, [0, 0, 893]],
    [[900, 900, 3], 10, [897, 897, 0]],
    [[5, 5], 9, [1, 1]],
    [[7, 7], 0, [7, 7]],
  ] as const)('of %j, of which %i may stay, are %j', (counts, limit, expected) => {
    expect(surplus(counts, limit)).toEqual(expected);
  });

  it('leaves no more than the limit, and takes nothing from whoever has less than an equal part', () => {
    const counts = fc.array(fc.nat(1_000), { maxLength: 30 });
    fc.assert(
      fc.property(counts, fc.nat(10_000), (rows, limit) => {
        const left = rows.map((count, index) => count - (surplus(rows, limit)[index] ?? 0));
        const sum = left.reduce((total, count) => total + count, 0);
        const all = rows.reduce((total, count) => total + count, 0);

        expect(sum).toBeLessThanOrEqual(limit);
        // Equal shares are rounded down.
        expect(sum).toBeGreaterThan(Math.min(limit, all) - Math.max(1, rows.length));
        for (const [index, count] of rows.entries()) {
          if (count <= limit / rows.length) expect(left[index]).toBe(count);
        }
      }),
    );
  });
});
