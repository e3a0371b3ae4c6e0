import type { QuantityValues } from '../../catalog/quantity-values.js';
import { deliversCodes, mayShowCodes, type CodedProduct } from './code-evidence.js';

const product = (given: Partial<CodedProduct> = {}): CodedProduct => ({
  ...{ deliversCodes: null, productType: 'package', quantityValues: null, fulfillment: [] },
  ...given,
});

describe('a product that nobody has spoken of is delivered as codes', () => {
  it.each([
    [true, 'ABCD-1234'],
    [true, 'serial 1234 PIN 5678'],
    [true, '٠١٢٣٤٥٦٧'],
    [false, 'Done'],
    [false, 'Completed-successfully'],
    [false, '100 diamonds sent'],
    [false, '1000UC'],
    [false, 'تم التسليم'],
  ])('%s: %j', (is, text) => {
    expect(deliversCodes(product(), [text], '1')).toBe(is);
    expect(mayShowCodes([text], '1')).toBe(is);
  });

  it('where each of several pieces is one, whatever it looks like', () => {
    const ten = Array.from({ length: 10 }, () => 'x');
    expect(deliversCodes(product(), ten, '10')).toBe(true);
    expect(mayShowCodes(ten, '10')).toBe(true);
    expect(deliversCodes(product(), ten.slice(1), '9')).toBe(false);
  });

  it.each<[boolean, CodedProduct['productType'], QuantityValues]>([
    [true, 'package', { min: '1', max: '1000' }],
    [false, 'package', { min: '1', max: '1001' }],
    [true, 'specificPackage', ['5', '1000']],
    [false, 'specificPackage', ['5', '2000']],
    [false, 'amount', null],
  ])('%s where one may order %s %j', (is, productType, quantityValues) => {
    expect(deliversCodes(product({ productType, quantityValues }), ['ABCD-1234'], '1')).toBe(is);
  });

  it('where it comes out of stock as well', () => {
    const fulfillment = [{ handler: 'codes', settings: { stock: 'a' } }];
    expect(deliversCodes(product({ fulfillment }), ['x'], '1')).toBe(true);
  });
});

it.each([true, false])('what was said of a product counts: %s', (said) => {
  expect(deliversCodes(product({ deliversCodes: said }), ['Done'], '1')).toBe(said);
  expect(deliversCodes(product({ deliversCodes: said }), ['ABCD-1234'], '1')).toBe(said);
});
