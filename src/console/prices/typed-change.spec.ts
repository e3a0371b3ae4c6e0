import { FormValues } from '../http/form-values.js';
import { typedChange } from './typed-change.js';

const typed = (fields: Record<string, string>) =>
  typedChange(new FormValues(Buffer.from(new URLSearchParams(fields).toString())));

describe('a typed change of prices', () => {
  it.each([
    [
      { target: 'all', percentage: '+10' },
      { all: true, percentage: '+10' },
    ],
    [{ target: 'category', id: '3' }, { category_id: 3 }],
    [{ target: 'product', id: ' 4 ' }, { product_id: 4 }],
    [{ target: 'product', id: 'x' }, { product_id: 'x' }],
    [{ target: 'product', id: '' }, {}],
    // Refused, since two targets are named: the person has meant one of them.
    [
      { target: 'all', id: '5' },
      { all: true, product_id: 5 },
    ],
  ])('of %j is %j', (fields, change) => {
    expect(typed(fields)).toEqual(change);
  });
});
