import { BadParameterError } from '../../common/app-error.js';
import { parseFlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { productsQuery } from './catalog-query.js';

const query = (text: string) => productsQuery(parseFlatParameters(text));

describe('productsQuery', () => {
  it.each([
    ['', undefined],
    ['products_id=', undefined],
    ['products_id=+', undefined],
    ['products_id=5', [5]],
    ['products_id=1,2', [1, 2]],
    ['products_id=[1,2]', [1, 2]],
    ['products_id=%5B1%2C2%5D', [1, 2]],
    ['products_id=[+2+,+1+]', [2, 1]],
    ['products_id=2,1,2,02', [2, 1]],
    ['products_id=020006', []],
    ['products_id=0', [0]],
    ['products_id=x,3,,-1,1.5,99999999999', [3]],
    ['products_id=x', []],
    ['products_id=[]', []],
    ['products_id=,', []],
    ['products_id[]=5', undefined],
  ])('with %j asks for %j', (text, ids) => {
    expect(query(text)).toEqual({ ids, base: false });
  });

  it.each([
    ['', false],
    ['base=0', false],
    ['base=1', true],
    ['Base=1', false],
  ])('with %j is short: %s', (text, base) => {
    expect(query(text).base).toBe(base);
  });

  it.each(['', '2', '-1', '01', '1.0', 'true', '+1', '١', 'x'])('refuses base %s', (value) => {
    expect(() => query(`base=${encodeURIComponent(value)}`)).toThrow(
      new BadParameterError('Parameter base must be 0 or 1'),
    );
  });

  it.each(['base=1&base=1', 'products_id=1&products_id=2'])('refuses the repeated %s', (text) => {
    expect(() => query(text)).toThrow(BadParameterError);
  });
});
