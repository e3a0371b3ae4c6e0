import { DraftBuilder, type CatalogDraft } from './draft-builder.js';

const CATEGORY = { id: '1', parent_id: null, name: 'Games' };
const PRODUCT = { id: '1001', category_id: '1', name: '60 UC', price: '0.89' };

function draftOf(products: readonly object[], categories: readonly object[] = [CATEGORY]) {
  const builder = new DraftBuilder();
  categories.forEach((category, index) => {
    builder.addCategory(index + 1, category);
  });
  products.forEach((product, index) => {
    builder.addProduct(index + 1, product);
  });
  return builder.finish();
}

function faultOf(change: object): string {
  try {
    draftOf([{ ...PRODUCT, ...change }]);
    return 'none';
  } catch (error) {
    return (error as Error).message.replace('cannot be imported, nothing was changed: ', '');
  }
}

describe('DraftBuilder', () => {
  it('fills in what a row leaves out, and says that it did', () => {
    expect(draftOf([PRODUCT])).toEqual<CatalogDraft>({
      categories: [
        {
          ...{ id: 1, parent_id: null, name: 'Games', image: null, position: 1 },
          ...{ row: 1, keeps: ['image', 'position'] },
        },
      ],
      products: [
        {
          id: 1001,
          category_id: 1,
          name: '60 UC',
          price: '0.89',
          available: true,
          product_type: 'package',
          qty_values: null,
          fields: [],
          image: null,
          position: 1,
          row: 1,
          keeps: ['available', 'product_type', 'qty_values', 'fields', 'image', 'position'],
        },
      ],
      categoriesByName: false,
    });
  });

  it('takes null for "none" where there may be none', () => {
    const given = { image: null, qty_values: null, position: null, available: null };
    const [product] = draftOf([{ ...PRODUCT, ...given }]).products;
    expect(product?.keeps).toEqual(['available', 'product_type', 'fields', 'position']);
  });

  it('says nothing of it for an answer of a supplier', () => {
    const builder = new DraftBuilder({ isComplete: true });
    builder.addCategory(1, CATEGORY);
    builder.addProduct(1, PRODUCT);
    const { categories, products } = builder.finish();
    expect([categories[0], products[0]].map((item) => item && 'keeps' in item)).toEqual([
      false,
      false,
    ]);
    const broken = { ...PRODUCT, id: '2', product_type: 'specificPackage' };
    builder.addProduct(2, broken);
    expect(() => builder.finish()).toThrow('qty_values of a specificPackage must be a list');
  });

  it('trims and normalizes names', () => {
    const [product] = draftOf([{ ...PRODUCT, name: '  Cafe\u0301 ' }]).products;
    expect(product?.name).toBe('Caf\u00e9');
  });

  it('fills in fields, with keys in one order', () => {
    const fields = ['معرف اللاعب', { options: ['eu', 'us'], required: false, name: 'Server' }];
    const [product] = draftOf([{ ...PRODUCT, fields }]).products;
    expect(JSON.stringify(product?.fields)).toBe(
      JSON.stringify([
        { name: 'معرف اللاعب', label: 'معرف اللاعب', type: 'string', required: true },
        {
          name: 'Server',
          label: 'Server',
          type: 'string',
          required: false,
          options: ['eu', 'us'],
        },
      ]),
    );
  });

  it.each([
    [{ price: 'abc' }, 'row 1 (product 1001): price "abc" is no decimal.'],
    [{ price: undefined }, 'row 1 (product 1001): price is missing.'],
    [{ id: undefined }, 'row 1 (product): id is missing.'],
    [{ id: '0' }, 'row 1 (product 0): id "0" is no whole number from 1 to 2147483647.'],
  ])('says of %j: %s', (change, fault) => {
    expect(faultOf(change)).toBe(fault);
  });

  it.each([
    { id: '2147483648' },
    { id: '-1' },
    { id: '1.0' },
    { id: '9'.repeat(30) },
    { id: {} },
    { name: ' ' },
    { name: 'x'.repeat(501) },
    { name: 'a\0b' },
    { name: '\ud800' },
    { name: ['60 UC'] },
    { price: '-0.01' },
    { price: '1e3' },
    { price: `0.${'0'.repeat(18)}1` },
    { price: '1'.repeat(21) },
    { price: 'NaN' },
    { price: '1'.repeat(1_000_000) },
    { price: `0.${'0'.repeat(1_000_000)}` },
    { product_type: 'amount', qty_values: { min: '1', max: '1'.repeat(1_000_000) } },
    {
      fields: Array.from({ length: 200 }, (_, id) => ({
        name: `field ${id}`,
        options: Array.from({ length: 200 }, (_, option) => `option ${option}`),
      })),
    },
    { price: '' },
    { currency: 'EUR' },
    { available: 'maybe' },
    { product_type: 'packet' },
    { product_type: 'specificPackage', qty_values: null },
    { price: '0,90' },
    { product_type: 'amount', qty_values: { min: '0,5', max: '5' } },
    { product_type: 'specificPackage', qty_values: ['1', 'x'] },
    { product_type: 'amount', qty_values: { min: '5', max: '1' } },
    { product_type: 'amount', qty_values: { min: '5' } },
    { product_type: 'amount', qty_values: 'many' },
    { fields: 'playerId' },
    { fields: [7] },
    { fields: ['qty'] },
    { fields: ['api-token'] },
    { fields: ['Player', 'player'] },
    { fields: [{ label: 'no name' }] },
    { fields: [{ name: 'a', type: 'date' }] },
    { fields: [{ name: 'a', pattern: '(' }] },
    { fields: [{ name: 'a', options: 'b' }] },
    { image: 'coins.svg' },
    { image: 'javascript:alert(1)' },
    { position: '1.5' },
    { category_id: '2' },
  ])('refuses %j', (change) => {
    expect(faultOf(change)).toMatch(/^row 1 \(product.*\): .+\.$/);
  });

  it.each([
    { price: '0' },
    { price: `${'9'.repeat(20)}.${'9'.repeat(18)}` },
    { available: 'No' },
    { available: false },
    { product_type: 'specificPackage', qty_values: ['1.92', '110'] },
    { product_type: 'amount', qty_values: { min: '0.5', max: '500000' } },
    { image: '/images/coins.svg' },
    { image: 'https://cdn.example/coins.svg' },
    { id: '2147483647' },
    { currency: 'USD' },
  ])('takes %j', (change) => {
    expect(faultOf(change)).toBe('none');
  });

  it('names the first ten rows and counts the rest', () => {
    const products = Array.from({ length: 1_234 }, (_, index) => ({
      ...PRODUCT,
      id: String(index + 1),
      price: 'abc',
    }));
    const draft = () => draftOf(products);
    expect(draft).toThrow(/^cannot be imported, nothing was changed: row 1 \(product 1\): /);
    expect(draft).toThrow(/; row 10 \(product 10\): price "abc" is no decimal; and 1,224 more\.$/);
  });

  it('refuses an id that stands twice', () => {
    expect(() => draftOf([PRODUCT, PRODUCT])).toThrow('row 2 (product 1001): this id stands twice');
    expect(() => draftOf([], [CATEGORY, CATEGORY])).toThrow('row 2 (category 1): this id');
  });

  it('refuses a parent that is not in the file', () => {
    const categories = [{ ...CATEGORY, parent_id: '9' }];
    expect(() => draftOf([], categories)).toThrow('row 1 (category 1): parent_id 9 is no category');
  });

  it('refuses a circle of parents once, and not what hangs on it', () => {
    const parents = { 1: '2', 2: '3', 3: '1', 4: '3', 5: '4' };
    const categories = Object.entries(parents).map(([id, parent]) => ({
      id,
      parent_id: parent,
      name: 'x',
    }));
    expect(() => draftOf([], categories)).toThrow(
      /: row 1 \(category 1\): the category is its own ancestor\.$/,
    );
  });

  it('does not blame products for their broken category', () => {
    const categories = [{ ...CATEGORY, name: '' }];
    expect(() => draftOf([PRODUCT], categories)).toThrow(
      /: row 1 \(category 1\): name is empty\.$/,
    );
  });

  const chain = (levels: number) =>
    Array.from({ length: levels }, (_, index) => ({
      id: String(index + 1),
      parent_id: index + 1 < levels ? String(index + 2) : null,
      name: 'x',
    }));

  it('takes children before their parents, on a hundred levels', () => {
    expect(draftOf([], chain(100)).categories).toHaveLength(100);
  });

  it.each([101, 20_000])('names the rows that stand too deep among %i levels', (levels) => {
    expect(() => draftOf([], chain(levels))).toThrow(
      ': row 1 (category 1): the category stands more than 100 levels deep',
    );
    expect(() => draftOf([], chain(levels))).not.toThrow(`(category ${levels})`);
  });

  it('takes no more categories than a catalog may have, broken ones counted', () => {
    const builder = new DraftBuilder();
    const add = () => {
      for (let row = 1; row <= 20_001; row++) builder.addCategory(row, {});
    };
    expect(add).toThrow('has more than 20,000 categories; make it smaller.');
  });

  it('takes no more products than a catalog may have', () => {
    const builder = new DraftBuilder();
    const add = () => {
      for (let row = 1; row <= 250_001; row++) builder.refuse(row, 'is broken');
    };
    expect(add).toThrow('has more than 250,000 products; make it smaller.');
  });

  it('normalizes no name that is far too long', () => {
    const marks = 'e' + '\u0301\u0316'.repeat(500_000);
    expect(faultOf({ name: marks })).toContain('name is longer than 500 characters');
    expect(faultOf({ fields: [marks] })).toContain('is longer than 500 characters');
  });

  it('refuses a file without anything', () => {
    expect(() => draftOf([], [])).toThrow('has neither categories nor products.');
  });
});
