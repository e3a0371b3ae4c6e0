import { categoryRow, productRow } from '../../../test/support/catalog-rows.js';
import { CatalogShapes } from './catalog-shapes.js';
import type { AccountField } from '../account-field.js';
import type { ListedProduct } from '../view/catalog-view.js';

const shapes = new CatalogShapes('https://shop.example');
const PLACEHOLDER = 'https://shop.example/images/placeholder.svg';

function listed(more: Partial<ListedProduct> = {}): ListedProduct {
  return { ...productRow(7), category: categoryRow(3), rehearsal: false, ...more };
}

describe('a category', () => {
  it('has exactly these keys in this order', () => {
    const category = categoryRow(3, { parentId: 1, name: 'ألعاب 🎮', image: '/images/games.svg' });

    expect(JSON.stringify(shapes.category(category))).toBe(
      '{"id":3,"name":"ألعاب 🎮","parent_id":1,' +
        '"category_img":"https://shop.example/images/games.svg",' +
        '"image":"https://shop.example/images/games.svg"}',
    );
  });

  it('that is a root has no parent', () => {
    expect(shapes.category(categoryRow(3)).parent_id).toBeNull();
  });
});

describe('an image', () => {
  it.each([
    [null, PLACEHOLDER],
    ['/images/games.svg', 'https://shop.example/images/games.svg'],
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ])('%s of a category is shown as %s', (image, url) => {
    expect(shapes.category(categoryRow(1, { image }))).toMatchObject({
      category_img: url,
      image: url,
    });
  });

  it.each([
    [null, null, PLACEHOLDER, PLACEHOLDER],
    [null, '/c.svg', 'https://shop.example/c.svg', 'https://shop.example/c.svg'],
    ['/p.svg', null, 'https://shop.example/p.svg', PLACEHOLDER],
    [
      'https://cdn.example/p.png',
      '/c.svg',
      'https://cdn.example/p.png',
      'https://shop.example/c.svg',
    ],
  ])('%s of a product in a category with %s is %s and %s', (image, ofCategory, own, above) => {
    const category = categoryRow(3, { image: ofCategory });

    expect(shapes.product(listed({ image, category }))).toMatchObject({
      image: own,
      category_img: above,
    });
  });
});

describe('a product', () => {
  const fields: AccountField[] = [
    { name: 'معرف اللاعب', label: 'معرف اللاعب', type: 'string', required: true, pattern: '\\d+' },
    { name: 'Server', label: 'Server', type: 'string', required: false, options: ['EU'] },
  ];

  it('has exactly these keys in this order', () => {
    const product = listed({
      name: '60 شدة – PUBG 🎮',
      price: '0.000061',
      category: categoryRow(3, { parentId: 1, name: 'PUBG' }),
      productType: 'amount',
      quantityValues: { min: '500', max: '500000' },
      fields,
    });

    expect(JSON.stringify(shapes.product(product))).toBe(
      '{"id":7,"name":"60 شدة – PUBG 🎮","price":0.000061,"currency":"USD",' +
        '"parent_id":3,"category_id":3,"category_name":"PUBG","available":true,' +
        `"product_type":"amount","input_schema":${JSON.stringify(fields)},` +
        '"params":["معرف اللاعب"],"qty_values":{"min":"500","max":"500000"},' +
        `"image":"${PLACEHOLDER}","category_img":"${PLACEHOLDER}"}`,
    );
  });

  it('without fields has neither params nor a schema', () => {
    expect(shapes.product(listed())).toMatchObject({ input_schema: [], params: [] });
  });

  it.each([
    '0',
    '500',
    '0.000061',
    '0.00772255027173913',
    '0.000000000000000001',
    '99999999999999999999.999999999999999999',
  ])('has the price %s to the last digit', (price) => {
    expect(JSON.stringify(shapes.product(listed({ price })))).toContain(`"price":${price},`);
  });
});
