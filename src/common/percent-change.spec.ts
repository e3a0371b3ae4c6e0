import fc from 'fast-check';
import { toDecimal } from './decimal.js';
import { percentChange } from './percent-change.js';

describe('a change in percent', () => {
  it.each([
    ['0.89', '0.95', '+6.74 %'],
    ['2', '1', '-50 %'],
    ['1', '1.000', '0 %'],
    ['0.0141', '0.01', '-29.08 %'],
    ['1', '0', '-100 %'],
    ['3', '-3', '-200 %'],
    ['1000000', '1000000.04', '+0.000004 %'],
    ['0', '1', undefined],
    ['-1', '1', undefined],
  ])('from %s to %s is %s', (before, after, shown) => {
    expect(percentChange(before, after)).toBe(shown);
  });

  const amounts = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
    .map(([digits, scale]) =>
      toDecimal(String(digits)).times(toDecimal('0.1').pow(scale)).toFixed(),
    );

  it('leads back from the one to the other, but for what is rounded', () => {
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        const shown = percentChange(before, after) ?? '';
        expect(shown).toMatch(/^(?:\+|-)?\d+(?:\.\d+)? %$/);
        const percent = toDecimal(shown.replace(/^\+/, '').replace(/ %$/, ''));
        const back = toDecimal(before).times(percent.plus(100)).dividedBy(100);
        const most = toDecimal(before).times('0.00005');
        expect(back.minus(toDecimal(after)).abs().lte(most)).toBe(true);
        // What rises has a plus, what falls a minus, and what stays neither.
        expect(percent.comparedTo(0)).toBe(toDecimal(after).comparedTo(toDecimal(before)));
      }),
    );
  });
});
