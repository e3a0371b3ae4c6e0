import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import type { Picked } from '../../pages/picker.js';
import { FormValues } from '../http/form-values.js';
import { typedChange } from './typed-change.js';

const EMPTY: Picked = { kind: 'empty' };
const ONE: Picked = { kind: 'one', id: 3, name: 'Games' };
const SEVERAL: Picked = { kind: 'several', options: [], hasMore: true };

const typed = (fields: Record<string, string>, picked: Picked) =>
  typedChange(new FormValues(Buffer.from(new URLSearchParams(fields).toString())), picked, 'en');

describe('a typed change of prices', () => {
  it.each([
    [{ target: 'all', percentage: '+10' }, EMPTY, { all: true, percentage: '+10' }],
    [{ target: 'category', id: 'ga' }, ONE, { category_id: 3 }],
    [{ target: 'product', id: '3', decimals: '2' }, ONE, { product_id: 3, decimals: 2 }],
    [{ target: 'all', except_7: 'on', except_9: 'on' }, EMPTY, { all: true, except: [7, 9] }],
  ])('of %j is %j', (fields, picked, change) => {
    expect(typed(fields, picked)).toEqual(change);
  });

  it.each([
    // Two targets are named: the person has meant one of them.
    [{ target: 'all', id: 'ga' }, EMPTY],
    [{ target: 'category', id: '' }, EMPTY],
    [{ target: 'category', id: 'x' }, { kind: 'none' } as const],
    [{ target: 'product', id: 'x' }, SEVERAL],
  ])('of %j with %j is refused', (fields, picked) => {
    expect(() => typed(fields, picked)).toThrow(InvalidFieldsError);
  });
});
