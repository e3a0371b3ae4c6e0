import fc from 'fast-check';
import { codesFault, exceedsCodesOfOneOrder, showsCodePerPiece } from './code-bounds.js';

const codes = (count: number): string[] => Array.from({ length: count }, (_, n) => `C-${n}`);

describe('the codes of an order', () => {
  it.each([
    ['1', 20, 20],
    ['3', 20, 60],
    ['0.5', 20, 20],
    ['2.001', 20, 60],
    ['1', 1, 1],
    ['4', 250, 1_000],
    ['51', 20, 1_000],
    ['1000000', 20, 1_000],
  ])('of %s pieces with %i each are %i at most', (quantity, codesPerPiece, most) => {
    const bounds = { quantity, codesPerPiece };
    expect(codesFault(codes(most), bounds)).toBeUndefined();
    expect(codesFault(codes(most + 1), bounds)).toBe(
      `${most + 1} codes were delivered, and at most ${most} are taken for this order`,
    );
  });

  it('are never more than a thousand', () => {
    const quantities = fc.integer({ min: 1, max: 1_000_000 }).map(String);
    fc.assert(
      fc.property(quantities, fc.integer({ min: 1, max: 1_000 }), (quantity, codesPerPiece) => {
        expect(codesFault(codes(1_001), { quantity, codesPerPiece })).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });

  it('have a thousand characters each at most', () => {
    const bounds = { quantity: '1', codesPerPiece: 20 };
    expect(codesFault(['x'.repeat(1_000)], bounds)).toBeUndefined();
    expect(codesFault(['A', 'x'.repeat(1_001)], bounds)).toBe(
      'a code has more than 1000 characters',
    );
  });
});

describe('a product', () => {
  it.each([
    [0, '10', false],
    [1, '1', false],
    [1, '60', false],
    [9, '9', false],
    [10, '10', true],
    [11, '10', false],
    [20, '10', true],
    [21, '10.5', false],
    [59, '60', false],
    [5_000, '5000', true],
  ])('of which %i codes came for %s pieces is delivered as codes: %s', (count, quantity, is) => {
    expect(showsCodePerPiece(codes(count), quantity)).toBe(is);
  });

  it.each([
    ['1000', false],
    ['1000.001', true],
    ['1001', true],
  ])('of %s pieces exceeds the codes of one order: %s', (quantity, is) => {
    expect(exceedsCodesOfOneOrder(quantity)).toBe(is);
  });
});
