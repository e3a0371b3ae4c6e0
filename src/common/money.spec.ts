import { differingCharges } from '../../test/common/money-agreement.js';
import {
  chargeFor,
  fitsMoney,
  marginPercent,
  negated,
  priceWithPercentage,
  sumOf,
} from './money.js';

describe('chargeFor', () => {
  // The same for 200,000 is a long spec.
  it('equals exact integer arithmetic for 5,000 random prices and quantities', () => {
    expect(differingCharges(5_000)).toBe(0);
  });

  it.each([
    ['0.000061', '500', '0.0305'],
    ['0.00772255027173913', '1000', '7.72255027'],
    ['0.00000001', '0.5', '0.00000001'],
    ['0.00000001', '0.499999', '0'],
    ['0.000000015', '1', '0.00000002'],
    ['0.000000025', '1', '0.00000003'],
    ['0.000000014999999999', '1', '0.00000001'],
    ['1.26048', '1', '1.26048'],
    ['0', '1000000', '0'],
    ['0.1', '3', '0.3'],
  ])('takes %s × %s = %s', (price, quantity, charge) => {
    expect(chargeFor(price, quantity)).toBe(charge);
  });

  it('never takes what is no number', () => {
    for (const text of ['NaN', 'Infinity', '1e3', '', '0x10']) {
      expect(() => chargeFor(text, '1')).toThrow(RangeError);
      expect(() => chargeFor('1', text)).toThrow(RangeError);
    }
  });
});

describe('priceWithPercentage', () => {
  it.each([
    ['1', '10', '1.1'],
    ['1', '-10', '0.9'],
    ['1', '-100', '0'],
    ['0.000061', '2.5', '0.000062525'],
    ['0.000000000000000001', '50', '0.000000000000000002'],
    ['0.000000000000000001', '49.999999', '0.000000000000000001'],
    ['0.00772255027173913', '10', '0.008494805298913043'],
    ['500', '0', '500'],
  ])('changes %s by %s%% to %s', (price, percentage, changed) => {
    expect(priceWithPercentage(price, percentage)).toBe(changed);
  });
});

describe('amounts', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['-5', '5.00000000', '0'],
    ['99999999999999999999', '0.00000001', '99999999999999999999.00000001'],
  ])('%s + %s = %s', (left, right, sum) => {
    expect(sumOf(left, right)).toBe(sum);
  });

  it.each([
    ['1.5', '-1.5'],
    ['-1.5', '1.5'],
    ['0', '0'],
  ])('%s with its sign turned is %s', (amount, turned) => {
    expect(negated(amount)).toBe(turned);
  });

  it.each([
    ['0.00000001', true],
    ['0.000000010', true],
    ['0.000000001', false],
    ['99999999999999999999.99999999', true],
    ['100000000000000000000', false],
    ['-100000000000000000000', false],
  ])('%s fits a balance: %s', (amount, fits) => {
    expect(fitsMoney(amount)).toBe(fits);
  });
});

describe('marginPercent', () => {
  it.each([
    ['2', '1.6', '20'],
    ['3', '2', '33.3'],
    ['1', '1.5', '-50'],
    ['1', '0', '100'],
    ['0.000000000000000003', '0.000000000000000001', '66.7'],
    ['100', '100.04', '-0.04'],
    ['100', '0.04', '99.96'],
    ['1', '0.0000001', '99.9999'],
    ['2', '2', '0'],
  ])('of %s at a cost of %s is %s', (price, cost, percent) => {
    expect(marginPercent(price, cost)).toBe(percent);
  });

  it('of nothing is unknown', () => {
    expect(marginPercent('0', '1')).toBeUndefined();
  });
});
