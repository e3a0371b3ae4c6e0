import { randomUUID } from 'node:crypto';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  shop = await startTestShop();
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(() => shop.close());

describe('base prices', () => {
  const change = (body: object) => owner.ask('POST base-prices', { body, key: randomUUID() });

  it('are changed of more products than one statement takes', async () => {
    const large = await shop.category();
    await shop.db.query(
      `INSERT INTO products (category_id, name, price, product_type)
       SELECT $1, place || ' UC', 2, 'package' FROM generate_series(1, 5001) AS place`,
      [large],
    );
    const { json } = await change({ category_id: large, percentage: '+10' });
    expect(json).toMatchObject({ applied: true, count: 5_001 });
    const prices = await shop.db.query(
      'SELECT DISTINCT price::float8 AS price FROM products WHERE category_id = $1',
      [large],
    );
    expect(prices).toEqual([{ price: 2.2 }]);
    // One of the second statement would be too expensive, so none is changed.
    await shop.db.query(
      `UPDATE products SET price = 9e19 WHERE id = (
         SELECT max(id) FROM products WHERE category_id = $1)`,
      [large],
    );
    expect((await change({ category_id: large, percentage: '+20' })).status).toBe(422);
    const left = await shop.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM products WHERE category_id = $1 AND price = 2.2',
      [large],
    );
    expect(left).toEqual([{ count: 5_000 }]);
  });
});
