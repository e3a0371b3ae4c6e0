import { DraftBuilder } from './draft-builder.js';
import { isShopAnswer, readShopAnswer } from './shop-answer.reader.js';

function draftOf(answer: unknown) {
  if (!isShopAnswer(answer)) throw new Error('not taken for an answer of a shop');
  const builder = new DraftBuilder();
  readShopAnswer(answer, builder);
  return builder.finish();
}

const product = (id: string, more: object = {}) => ({
  id,
  name: `Product ${id}`,
  price: '6.1e-05',
  currency: 'USD',
  category_id: '2',
  available: true,
  product_type: 'package',
  qty_values: null,
  params: [],
  input_schema: [],
  ...more,
});

const TREE = [
  {
    id: '1',
    name: 'Games',
    parent_id: '0',
    category_img: 'https://shop.example/games.png',
    categories: [{ id: '2', name: 'UC', categories: [], products: [product('10')] }],
    products: [product('11', { category_id: undefined })],
  },
];

describe('readShopAnswer', () => {
  it('reads a tree, with the ids that only the nesting tells', () => {
    const { categories, products } = draftOf({ status: 'OK', categories: TREE });
    expect(categories).toMatchObject([
      {
        id: 1,
        parent_id: null,
        name: 'Games',
        image: 'https://shop.example/games.png',
        position: 1,
      },
      { id: 2, parent_id: 1, name: 'UC', image: null, position: 2 },
    ]);
    expect(products.map(({ id, category_id }) => [id, category_id])).toEqual([
      [11, 1],
      [10, 2],
    ]);
  });

  it('takes all items of the tree and of the flat lists, each once', () => {
    const { categories, products } = draftOf({
      status: 'OK',
      categories: TREE,
      flat_categories: [
        { id: '2', name: 'UC', parent_id: '1' },
        { id: '3', name: 'Cards', parent_id: null },
      ],
      products: [product('10'), product('12', { category_id: '3' })],
    });
    expect(categories.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(products.map(({ id }) => id)).toEqual([11, 10, 12]);
  });

  it('makes root categories of those that a bare list of products names', () => {
    const named = { category_name: 'UC', category_img: '/uc.svg' };
    const { categories, products } = draftOf([product('10', named), product('11', named)]);
    expect(categories).toEqual([
      {
        ...{ id: 2, parent_id: null, name: 'UC', image: '/uc.svg', position: 1 },
        ...{ row: 1, keeps: ['parent_id', 'position'] },
      },
    ]);
    expect(products).toHaveLength(2);
  });

  it('leaves open what the answer leaves out', () => {
    const { categories, products } = draftOf({ status: 'OK', categories: TREE });
    expect(categories.map(({ keeps }) => keeps)).toEqual([['position'], ['image', 'position']]);
    expect(products.map(({ keeps }) => keeps)).toEqual([
      ['image', 'position'],
      ['image', 'position'],
    ]);
  });

  it('reads a wrapped list of products', () => {
    const products = [product('10', { category_name: 'UC' })];
    expect(draftOf({ status: 'OK', products, data: products }).products).toHaveLength(1);
  });

  it('writes exponents out', () => {
    const [read] = draftOf({
      status: 'OK',
      categories: TREE,
      products: [product('12', { product_type: 'amount', qty_values: { min: '1e0', max: '5E5' } })],
    }).products.slice(-1);
    expect(read).toMatchObject({ price: '0.000061', qty_values: { min: '1', max: '500000' } });
  });

  it('prefers input_schema to params, and knows every type but number as text', () => {
    const input_schema = [
      { name: 'ID', label: 'Player', type: 'text', required: false },
      { name: 'Zone', type: 'number' },
    ];
    const products = [
      product('10', { params: ['ID', 'Zone'], input_schema }),
      product('11', { params: ['رقم الجوال'] }),
    ];
    const read = draftOf({ categories: [{ id: '2', name: 'UC', products }] });
    expect(read.products.map(({ fields }) => fields)).toEqual([
      [
        { name: 'ID', label: 'Player', type: 'string', required: false },
        { name: 'Zone', label: 'Zone', type: 'number', required: true },
      ],
      [{ name: 'رقم الجوال', label: 'رقم الجوال', type: 'string', required: true }],
    ]);
  });

  it('leaves patterns that it cannot check to the shop that wrote them', () => {
    const patterns = ['[0-9]+', '(?=.*[0-9]).+', '(', 'x'.repeat(201)];
    const fields = patterns.map((pattern, index) => ({ name: `f${index}`, label: 'x', pattern }));
    const read = draftOf({ categories: TREE, products: [product('12', { input_schema: fields })] });
    expect(read.products.find(({ id }) => id === 12)?.fields.map(({ pattern }) => pattern)).toEqual(
      ['[0-9]+', undefined, undefined, undefined],
    );
  });

  it('knows an error answer', () => {
    const answer = { status: 'ERROR', code: '121', message: 'API token not valid' };
    expect(() => draftOf(answer)).toThrow(
      'is no catalog but an error answer of the other shop (121: "API token not valid").',
    );
  });

  it('refuses another currency and names the product', () => {
    const answer = { categories: TREE, products: [product('12', { currency: 'TRY' })] };
    expect(() => draftOf(answer)).toThrow('(product 12): currency "TRY" is not USD');
  });

  it('reads nesting that is deeper than the call stack', () => {
    let node: object = { id: '20000', name: 'x' };
    for (let id = 19_999; id > 0; id -= 1) node = { id: String(id), name: 'x', categories: [node] };
    expect(() => draftOf({ categories: [node] })).toThrow(
      ': row 101 (category 101): the category stands more than 100 levels deep',
    );
  });
});
