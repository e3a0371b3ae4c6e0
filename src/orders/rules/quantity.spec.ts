import fc from 'fast-check';
import {
  QuantityNotAllowedError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from './orders.errors.js';
import { assertQuantityAllowed, requestedQuantity, type QuantityRule } from './quantity.js';

describe('requestedQuantity', () => {
  it('is 1 if the parameter is absent', () => {
    expect(requestedQuantity(undefined)).toBe('1');
  });

  it('keeps the value of every plain decimal of up to 6 decimals', () => {
    const micro = fc.bigInt({ min: 0n, max: 10n ** 28n - 1n });
    fc.assert(
      fc.property(micro, fc.nat(3), (units, zeros) => {
        const digits = units.toString().padStart(7, '0');
        const text = `${digits.slice(0, -6)}.${digits.slice(-6)}${'0'.repeat(zeros)}`;
        const [whole = '', fraction = ''] = requestedQuantity(text).split('.');
        expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(units);
      }),
    );
  });

  it('refuses everything but digits with at most one point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        fc.pre(!/^\d{1,22}(\.\d{1,30})?$/.test(text));
        expect(() => requestedQuantity(text)).toThrow('Quantity not allowed');
      }),
    );
  });
});

describe('the bounds of a quantity', () => {
  const zeros = '0'.repeat(30);
  it.each([
    [`${'9'.repeat(22)}.${zeros}`, '9'.repeat(22)],
    ['0.000001', '0.000001'],
    [`1.${zeros}`, '1'],
    ['007', '7'],
  ])('take %s', (text, quantity) => {
    expect(requestedQuantity(text)).toBe(quantity);
  });

  it.each(['1'.repeat(23), `1.${zeros}0`, '0.0000001', '1.0000001', '.5', '5.', '1e3', '-1', '+1'])(
    'refuse %s',
    (text) => {
      expect(() => requestedQuantity(text)).toThrow(QuantityNotAllowedError);
    },
  );
});

describe('the message of a refused quantity', () => {
  const SYNTAX = 'it must be digits with at most one point and 6 decimals, such as 1 or 2.5';
  const RANGE = { min: '0.5', max: '10' };

  it.each(['x', '0.0000001'])('says for %s how a quantity is written', (text) => {
    expect(() => requestedQuantity(text)).toThrow(`Quantity not allowed: ${SYNTAX}`);
  });

  it.each<[string, QuantityRule, string]>([
    ['2', { productType: 'package', quantityValues: null }, 'not allowed: it must be 1'],
    ['0', { productType: 'amount', quantityValues: null }, 'too small: it must be more than 0'],
    [
      '3',
      { productType: 'specificPackage', quantityValues: ['1.0', '2'] },
      'not allowed: it must be one of 1.0, 2',
    ],
    [
      '1.5',
      { productType: 'package', quantityValues: RANGE },
      'not allowed: it must be a whole number from 0.5 to 10',
    ],
    [
      '11',
      { productType: 'package', quantityValues: RANGE },
      'too large: it must be a whole number from 0.5 to 10',
    ],
    [
      '0.4',
      { productType: 'amount', quantityValues: RANGE },
      'too small: it must be from 0.5 to 10',
    ],
  ])('says for %s under %j what is right', (quantity, rule, message) => {
    expect(() => {
      assertQuantityAllowed(quantity, rule, true);
    }).toThrow(`Quantity ${message}`);
  });
});

describe('assertQuantityAllowed', () => {
  const RANGE = { min: '0.5', max: '10' };
  it.each<[string, QuantityRule, (new (rule: string) => Error) | undefined]>([
    ['0', { productType: 'amount', quantityValues: null }, QuantityTooSmallError],
    ['0.000001', { productType: 'amount', quantityValues: null }, undefined],
    ['1000000', { productType: 'amount', quantityValues: null }, undefined],
    ['1', { productType: 'package', quantityValues: null }, undefined],
    ['2', { productType: 'package', quantityValues: null }, QuantityNotAllowedError],
    ['0', { productType: 'package', quantityValues: null }, QuantityNotAllowedError],
    ['1', { productType: 'specificPackage', quantityValues: null }, undefined],
    ['1.5', { productType: 'amount', quantityValues: RANGE }, undefined],
    ['1.5', { productType: 'package', quantityValues: RANGE }, QuantityNotAllowedError],
    ['2', { productType: 'package', quantityValues: RANGE }, undefined],
    ['0', { productType: 'package', quantityValues: RANGE }, QuantityTooSmallError],
    ['11', { productType: 'package', quantityValues: RANGE }, QuantityTooLargeError],
  ])('of %s under %j throws what it should', (quantity, rule, error) => {
    const check = (): void => {
      assertQuantityAllowed(quantity, rule, true);
    };
    if (error) expect(check).toThrow(error);
    else expect(check).not.toThrow();
  });

  it('accepts exactly the inclusive range of an amount', () => {
    const bound = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(bound, bound, bound, (a, b, quantity) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        // A range of 1 alone is refused as a product of which only 1 is possible: the table above has it.
        fc.pre(max > 1);
        const quantityValues = { min: String(min), max: String(max) };
        const check = () => {
          assertQuantityAllowed(String(quantity), { productType: 'amount', quantityValues }, true);
        };
        if (quantity < min) expect(check).toThrow('Quantity too small');
        else if (quantity > max) expect(check).toThrow('Quantity too large');
        else expect(check).not.toThrow();
      }),
    );
  });

  it('compares listed quantities as numbers', () => {
    const rule = { productType: 'specificPackage', quantityValues: ['1.920', '110'] } as const;
    expect(() => {
      assertQuantityAllowed('1.92', rule, true);
    }).not.toThrow();
    expect(() => {
      assertQuantityAllowed('1.9', rule, true);
    }).toThrow('Quantity not allowed');
  });
});
