import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let finance: TestOperator;
let products: number[];

beforeAll(async () => {
  shop = await startTestShop();
  finance = await TestOperator.of(shop, 'finance');
  products = [];
  for (const name of ['60 UC', '=325 UC', '660 UC']) {
    products.push(await shop.product({ name, price: '2' }));
  }
});
afterAll(() => shop.close());

interface Page {
  readonly items: { product_id: number; cost: string | null; source: string | null }[];
  readonly next: string | null;
}

const set = (id: number | undefined, cost: unknown) =>
  finance.ask(`PUT products/${id}/cost`, { body: { cost } });
const bring = (csv: string, more: object = {}) =>
  finance.ask('POST costs/import', { body: { csv, ...more } });
const costs = async (query = '') => {
  const { items } = await finance.get<Page>(`GET costs?${query}`);
  return items.map(({ product_id: id, cost, source }) => [products.indexOf(id), cost, source]);
};

it('costs are set by hand, and made unknown', async () => {
  expect((await set(products[0], '0.710000000000000001')).json).toEqual({
    product_id: products[0],
    name: '60 UC',
    price: '2',
    cost: '0.710000000000000001',
    source: 'manual',
    set_at: expect.any(String) as string,
  });
  expect((await set(products[0], null)).json).toMatchObject({ cost: null, source: null });
  expect((await set(999_999, '1')).status).toBe(404);
  for (const wrong of ['-1', '1e3', 'x', '', 1, undefined, '0.0000000000000000001']) {
    expect([wrong, (await set(products[0], wrong)).status]).toEqual([wrong, 422]);
  }
});

it('unknown costs are found page by page, however many known ones stand between', async () => {
  const [first] = products;
  await shop.db.query(
    `INSERT INTO products (category_id, name, price, product_type, position, deleted_at)
     SELECT category_id, 'Known', 1, 'package', n, CASE WHEN n % 3 = 0 THEN now() END
     FROM products, generate_series(1, 5100) n WHERE id = $1`,
    [first],
  );
  await shop.db.query(`
    INSERT INTO product_costs (product_id, unit_cost, source)
    SELECT id, 1, 'manual' FROM products WHERE name = 'Known' AND deleted_at IS NULL`);
  const last = await shop.product({ name: 'Unknown', price: '2' });
  const read = (query: string) => finance.get<Page>(`GET costs?unknown=true&${query}`);
  const one = await read('limit=100');
  expect(one.items.map((item) => item.product_id)).toEqual(products);
  const two = await read(`limit=100&cursor=${one.next}`);
  expect(two).toMatchObject({ items: [{ product_id: last }], next: null });
  const file = await finance.ask('GET costs?unknown=true&format=csv');
  expect(file.text.trim().split('\n')).toHaveLength(1 + products.length + 1);
  await shop.db.query(
    "DELETE FROM product_costs USING products WHERE id = product_id AND name = 'Known'",
  );
  await shop.db.query("DELETE FROM products WHERE name IN ('Known', 'Unknown')");
});

it('costs are imported all or nothing, after a dry run', async () => {
  const [first, second, third] = products;
  await set(third, '9');
  const csv = `id,cost\n${first},0.5\n${second},1.50\n${third},`;
  const entries = () => shop.db.query("SELECT FROM audit_entries WHERE action = 'cost import'");

  expect((await bring(csv, { dry_run: true })).json).toEqual({
    applied: false,
    set: 2,
    removed: 1,
    unchanged: 0,
  });
  expect(await costs()).toEqual([
    [0, null, null],
    [1, null, null],
    [2, '9', 'manual'],
  ]);
  expect(await entries()).toHaveLength(0);
  expect((await bring(csv)).json).toEqual({ applied: true, set: 2, removed: 1, unchanged: 0 });
  expect(await costs()).toEqual([
    [0, '0.5', 'import'],
    [1, '1.5', 'import'],
    [2, null, null],
  ]);
  expect(await entries()).toHaveLength(1);
  expect((await bring(csv.replaceAll(',', ';'), { separator: ';' })).json).toMatchObject({
    set: 0,
    unchanged: 3,
  });
});

it.each([
  ['id,cost\n', 'no costs'],
  ['id\n1', 'no column "cost"'],
  ['id,cost\n999999,1', 'no product 999999'],
  ['id,cost\n1,x', 'row 2'],
  ['"id,cost', 'no readable CSV'],
])('%j is not imported', async (csv, why) => {
  const before = await costs();
  const { status, json } = await bring(csv);
  expect([status, json]).toEqual([
    422,
    expect.objectContaining({ detail: expect.stringContaining(why) as string }),
  ]);
  expect(await costs()).toEqual(before);
});

it('the list has pages, and those of unknown cost', async () => {
  await set(products[1], '1');
  const first = await finance.get<Page>('GET costs?limit=2');
  expect(first.items.map(({ product_id: id }) => id)).toEqual(products.slice(0, 2));
  const second = await finance.get<Page>(`GET costs?limit=2&cursor=${first.next}`);
  expect([second.items.map(({ product_id: id }) => id), second.next]).toEqual([
    products.slice(2),
    null,
  ]);
  await set(products[2], null);
  expect(await costs('unknown=true')).toContainEqual([2, null, null]);
  expect(await costs('unknown=true')).not.toContainEqual([1, '1', 'manual']);
});

it('the list as CSV can be imported again', async () => {
  const { text } = await finance.ask('GET costs?format=csv');
  expect(text).toContain(`"'=325 UC"`);
  expect((await bring(text)).json).toMatchObject({ applied: true, set: 0, removed: 0 });
});
