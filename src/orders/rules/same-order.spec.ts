import { BadParameterError } from '../../common/app-error.js';
import { hasValues } from './order-fields.js';
import { assertSameOrder, type OrderedBefore, type RequestReading } from './same-order.js';

const ORDER: OrderedBefore = {
  productId: 1,
  quantity: '5.000000',
  fieldSchema: ['id', 'zone'].map((name) => ({
    name,
    label: name,
    type: 'string',
    required: true,
  })),
  isEarlier: hasValues({ id: '7', zone: '2001' }),
};
const FAULT = new BadParameterError('x');

const reading = (
  quantity: string | Error,
  fields: Record<string, string> | Error,
): RequestReading => ({
  quantity: () => {
    if (typeof quantity === 'string') return quantity;
    throw quantity;
  },
  fields: () => {
    if (Error.isError(fields)) throw fields;
    const values = new Map(Object.entries(fields));
    return { values, ambiguous: new Set(), sent: [], extras: [] };
  },
});
const isSame = (readings: readonly RequestReading[], order = ORDER) => {
  try {
    assertSameOrder(order, { productId: 1, complete: true, readings });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ wire: { code: 116 } });
    return false;
  }
};

describe('a request under a known key, read in two ways', () => {
  const whole = { id: '7', zone: '2001' };
  it.each<[string, boolean, readonly RequestReading[]]>([
    ['both say so', true, [reading('5', whole), reading('5', whole)]],
    ['one says so', true, [reading('5', whole), reading('1', {})]],
    ['the quantity by one, the fields by the other', true, [reading('5', {}), reading('1', whole)]],
    ['one field by each', true, [reading('5', { id: '7' }), reading('5', { zone: '2001' })]],
    ['one of them is malformed', true, [reading(FAULT, FAULT), reading('5', whole)]],
    ['each is malformed in a part', true, [reading(FAULT, whole), reading('5', FAULT)]],
    ['no quantity', false, [reading('1', whole), reading(FAULT, whole)]],
    ['no second field', false, [reading('5', { id: '7' }), reading('5', { id: '7', zone: '7' })]],
    ['none is readable', false, [reading(FAULT, FAULT), reading(FAULT, FAULT)]],
  ])('is the same order where %s: %s', (_, same, readings) => {
    expect(isSame(readings)).toBe(same);
  });

  it('is not the same where the fields are malformed, even if none is required', () => {
    const order = { ...ORDER, fieldSchema: [], fields: {} };
    expect(isSame([reading('5', FAULT), reading('5', FAULT)], order)).toBe(false);
    expect(isSame([reading('5', {})], order)).toBe(true);
  });

  it('lets an error through that is no answer', () => {
    const readings = [reading(new TypeError('x'), whole)];
    expect(() => {
      assertSameOrder(ORDER, { productId: 1, complete: true, readings });
    }).toThrow(TypeError);
  });
});
