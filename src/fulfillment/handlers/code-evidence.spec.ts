import type { QuantityValues } from '../../catalog/quantity-values.js';
import { comparedTexts, deliversCodes, mayShowCodes, type CodedProduct } from './code-evidence.js';

const product = (given: Partial<CodedProduct> = {}): CodedProduct => ({
  ...{ deliversCodes: null, productType: 'package', quantityValues: null, fulfillment: [] },
  ...given,
});

const CODE = 'ABCD-1234-EFGH';
const of = (texts: readonly string[], quantity = '1', fields = {}) => ({ texts, quantity, fields });

describe('a product that nobody has spoken of is delivered as codes', () => {
  it.each([
    [true, CODE],
    [true, 'serial 1234567890 PIN 5678'],
    [false, 'ABCD-1234'],
    [false, 'Done'],
    [false, 'Completed-successfully'],
    [false, '100 diamonds sent'],
    [false, '1000UC'],
    [false, 'تم التسليم'],
  ])('%s: %j', (is, text) => {
    expect(deliversCodes(product(), of([text]))).toBe(is);
    expect(mayShowCodes(of([text]))).toBe(is);
  });

  it('where each of several pieces is one, whatever it looks like', () => {
    const ten = Array.from({ length: 10 }, (_, n) => `x${n}`);
    expect(deliversCodes(product(), of(ten, '10'))).toBe(true);
    expect(mayShowCodes(of(ten, '10'))).toBe(true);
    expect(deliversCodes(product(), of(ten.slice(1), '9'))).toBe(false);
  });

  it('not where a text is repeated for each piece', () => {
    const ten = Array.from({ length: 10 }, () => 'Done, thank you');
    expect(deliversCodes(product(), of(ten, '10'))).toBe(false);
    expect(mayShowCodes(of(ten, '10'))).toBe(false);
  });

  it.each<[boolean, CodedProduct['productType'], QuantityValues]>([
    [true, 'package', { min: '1', max: '1000' }],
    [false, 'package', { min: '1', max: '1001' }],
    [true, 'specificPackage', ['5', '1000']],
    [false, 'specificPackage', ['5', '2000']],
    [false, 'amount', null],
  ])('%s where one may order %s %j', (is, productType, quantityValues) => {
    expect(deliversCodes(product({ productType, quantityValues }), of([CODE]))).toBe(is);
  });

  it('where it comes out of stock as well', () => {
    const fulfillment = [{ handler: 'codes', settings: { stock: 'a' } }];
    expect(deliversCodes(product({ fulfillment }), of(['x']))).toBe(true);
  });
});

it.each([true, false])('what was said of a product counts: %s', (said) => {
  expect(deliversCodes(product({ deliversCodes: said }), of(['Done']))).toBe(said);
  expect(deliversCodes(product({ deliversCodes: said }), of([CODE]))).toBe(said);
});

it('texts are compared that may be codes, each once', () => {
  const texts = [CODE, ` ${CODE}`, 'Valid until 12/2027', 'Player 5123456789: sent'];
  expect(comparedTexts(of(texts, '1', { Player: '5123456789' }))).toEqual([CODE]);
});
