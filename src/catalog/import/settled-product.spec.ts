import type { AccountField } from '../account-field.js';
import type { ProductColumn, ToldProduct } from './reading/told-rows.js';
import { settledProduct, type StoredProduct } from './settled-product.js';

const field = (name: string, more: Partial<AccountField> = {}): AccountField => ({
  ...{ name, label: name, type: 'string', required: true },
  ...more,
});
const PATTERN = field('playerId', { label: 'Player', pattern: '^[0-9]{5,12}$' });
const STORED: StoredProduct = {
  id: 7,
  category_id: 20,
  name: '60 UC',
  price: '0.89',
  available: false,
  product_type: 'amount',
  qty_values: { min: '1', max: '50' },
  fields: [PATTERN],
  image: '/uc.svg',
  position: 9,
  deleted: false,
};
const TOLD: ToldProduct = {
  id: 7,
  category_id: 1,
  name: 'UC',
  price: '0.95',
  available: true,
  product_type: 'package',
  qty_values: null,
  fields: [],
  image: null,
  position: 1,
  row: 2,
};
const told = (keeps: readonly ProductColumn[], more: Partial<ToldProduct> = {}): ToldProduct => ({
  ...TOLD,
  ...more,
  keeps,
});

describe('settledProduct', () => {
  it('is what the file tells, and nothing else of it', () => {
    const expected = { ...TOLD, category_id: 20 };
    expect(settledProduct(TOLD, STORED, 20)).toEqual(expected);
    const fresh = settledProduct(told(['available', 'position']), undefined, 20);
    expect(fresh).toMatchObject(expected);
  });

  it.each<ProductColumn>([
    ...(['category_id', 'name', 'price', 'available', 'fields', 'image', 'position'] as const),
  ])('keeps %s, if the file leaves it out', (column) => {
    const settled = settledProduct(told([column]), STORED, column === 'category_id' ? 20 : 30);
    expect(settled[column]).toEqual(STORED[column]);
    const others = { ...settled, [column]: undefined };
    expect(others).toMatchObject({ ...(column !== 'name' && { name: 'UC' }) });
  });

  it.each<[ProductColumn]>([['category_id'], ['name'], ['price']])(
    'refuses a product that is not there, or deleted, without %s',
    (column) => {
      const fault = 'there is no such product; a new one needs a category, a name and a price';
      expect(() => settledProduct(told([column]), undefined, 20)).toThrow(fault);
      expect(() => settledProduct(told([column]), { ...STORED, deleted: true }, 20)).toThrow(fault);
    },
  );

  it('compares type and quantities when only one of them is told', () => {
    const list = { qty_values: ['1', '2'] };
    const settled = settledProduct(told(['qty_values']), STORED, 20);
    expect(settled).toMatchObject({ product_type: 'package', qty_values: STORED.qty_values });
    expect(() => settledProduct(told(['product_type'], list), STORED, 20)).toThrow(
      'qty_values of a product of type amount must be null or {min, max}',
    );
    const special = told(['qty_values'], { product_type: 'specificPackage' });
    expect(() => settledProduct(special, undefined, 20)).toThrow('must be a list of quantities');
  });

  it.each([
    ['the same names', ['playerId'], [PATTERN]],
    ['one more', ['playerId', 'Zone'], [PATTERN, field('Zone')]],
    ['another', ['Zone'], [field('Zone')]],
    ['none', [], []],
  ])('keeps what is known of a field that is named alone: %s', (_, names, fields) => {
    const row = told([], { fields: names.map((name) => field(name)), fieldNamesOnly: true });
    expect(settledProduct(row, STORED, 20).fields).toEqual(fields);
  });

  it('keeps fields whose names cannot stand in a list of names', () => {
    const stored = { ...STORED, fields: [field('a|b')] };
    const row = told([], { fields: [], fieldNamesOnly: true });
    expect(settledProduct(row, stored, 20).fields).toEqual(stored.fields);
  });
});
