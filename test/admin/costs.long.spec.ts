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
});
