import { ProblemError } from '../../admin/problems/problem.js';
import { stepOfWay, wayOf } from './delivery-way.js';

const NO_PRODUCT = 'Write the product id.';

describe('who delivers a product', () => {
  it.each<[string, object, string, string]>([
    ['manual', {}, 'manual', ''],
    ['codes', { stock: 'PUBG 60 codes' }, 'stock:PUBG 60 codes', ''],
    ['codes', { stock: 'a:b "c"' }, 'stock:a:b "c"', ''],
    ['upstream', { supplier: 'acme', product: 77 }, 'supplier:acme', '77'],
    ['upstream', { product: 77, supplier: 'acme' }, 'supplier:acme', '77'],
    ['acme-voucher', { prefix: 'A' }, 'handler:acme-voucher', 'prefix=A'],
    ['codes', { stock: 'a', other: 1 }, 'handler:codes', 'stock=a other=1'],
    ['codes', { stock: null }, 'handler:codes', '{"stock":null}'],
    ['upstream', { supplier: 'acme' }, 'handler:upstream', 'supplier=acme'],
    [
      'upstream',
      { supplier: 'a', product: 1, z: 2 },
      'handler:upstream',
      'supplier=a product=1 z=2',
    ],
    ['manual', { a: 1 }, 'handler:manual', 'a=1'],
  ])('%s with %j is chosen as %s and %j, and read back', (handler, settings, by, detail) => {
    expect(wayOf({ handler, settings })).toEqual({ by, detail });
    expect(stepOfWay({ by, detail }, NO_PRODUCT)).toEqual({ handler, settings });
  });

  it('is a stock that is typed', () => {
    const step = stepOfWay({ by: 'stock', detail: 'z 9' }, NO_PRODUCT);
    expect(step).toEqual({ handler: 'codes', settings: { stock: 'z 9' } });
  });

  it.each(['', 'x', '0', '1.5', '-1'])('is no supplier without a product id: %j', (detail) => {
    expect(() => stepOfWay({ by: 'supplier:acme', detail }, NO_PRODUCT)).toThrow(ProblemError);
  });
});
