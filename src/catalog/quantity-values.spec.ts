import {
  isQuantityList,
  quantityValuesFault,
  type ProductType,
  type QuantityValues,
} from './quantity-values.js';

const range = (min: string, max: string): QuantityValues => ({ min, max });

describe('quantityValuesFault', () => {
  it.each<[ProductType, QuantityValues]>([
    ['amount', null],
    ['amount', range('500', '500000')],
    ['amount', range('0.000001', '0.000001')],
    ['amount', range('1', '9'.repeat(22))],
    // Compared as numbers, not as texts.
    ['amount', range('9', '10')],
    ['amount', range('1.500000000', '2')],
    ['package', null],
    ['package', range('1', '50')],
    ['package', range('1.0', '50.00')],
    ['specificPackage', ['1.92', '2.88', '110']],
    ['specificPackage', ['9'.repeat(22) + '.999999']],
  ])('finds nothing wrong with %s and %j', (type, values) => {
    expect(quantityValuesFault(type, values)).toBeUndefined();
  });

  it.each<[ProductType, QuantityValues, RegExp]>([
    ['amount', ['1', '2'], /of type amount must be null or \{min, max\}/],
    ['package', ['1'], /of type package must be null or \{min, max\}/],
    ['specificPackage', null, /must be a list of quantities/],
    ['specificPackage', [], /must be a list of quantities/],
    ['specificPackage', range('1', '2'), /must be a list of quantities/],
    ['specificPackage', ['1', '0'], /has "0", which is no quantity/],
    ['amount', range('2', '1'), /min above its max/],
    ['amount', range('10', '9'), /min above its max/],
    ['package', range('1.5', '3'), /must be whole numbers/],
    ['package', range('1', '3.5'), /must be whole numbers/],
  ])('of %s and %j tells the fault', (type, values, fault) => {
    expect(quantityValuesFault(type, values)).toMatch(fault);
  });

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    ' 1',
    '1,5',
    '.5',
    '1.',
    '١',
    '0.0000001',
    '1' + '0'.repeat(22),
  ])('takes %j for no quantity, wherever it stands', (text) => {
    const fault = `qty_values has ${JSON.stringify(text)}, which is no quantity`;

    expect(quantityValuesFault('specificPackage', ['1', text])).toBe(fault);
    expect(quantityValuesFault('amount', range(text, '5'))).toBe(fault);
    expect(quantityValuesFault('amount', range('5', text))).toBe(fault);
    expect(quantityValuesFault('package', range(text, '5'))).toBe(fault);
  });
});

describe('isQuantityList', () => {
  it('tells a list from a range and from null', () => {
    expect(isQuantityList(['1'])).toBe(true);
    expect(isQuantityList([])).toBe(true);
    expect(isQuantityList(range('1', '2'))).toBe(false);
    expect(isQuantityList(null)).toBe(false);
  });
});
