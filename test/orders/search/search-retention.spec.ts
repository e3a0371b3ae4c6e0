import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import { SearchRetention } from '../../../src/orders/search/search-retention.task.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { IndexedOrders } from './indexed-orders.js';

let shop: TestShop;
let orders: IndexedOrders;

beforeAll(async () => {
  // A shop of its own: it keeps search values for ten days.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), SEARCH_KEPT_DAYS: '10' });
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
  orders = await IndexedOrders.in(shop);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

/** As if it had been placed earlier. */
async function aged(orderId: string, days: number): Promise<void> {
  for (const table of ['orders', 'order_search_values']) {
    await shop.db.query(
      `UPDATE ${table} SET created_at = created_at - $2 * interval '1 day' WHERE order_id = $1`,
      [orderId, days],
    );
  }
}

/** Values enough for several steps, of which every second one is old. */
const MANY = `
  INSERT INTO order_search_values (account_id, value, created_at, order_id)
  SELECT $1, substring(sha256(number::text::bytea) FOR 20), now() - number % 2 * interval '11 days', 'ID_' || number
  FROM generate_series(1, 20000) number`;

const ages = () =>
  shop.db.query(`
    SELECT created_at < now() - interval '10 days' AS "isOld", count(*)::integer AS count
    FROM order_search_values WHERE order_id NOT IN (SELECT order_id FROM orders) GROUP BY 1`);

describe('what orders are found by', () => {
  it('goes after the days that the shop says, and nothing else goes', async () => {
    const { account } = orders;
    const key = randomUUID();
    const path = orders.pathFor('old').replace(/order_uuid=[^&]+/, `order_uuid=${key}`);
    const first = await account.api(path);
    const { order_id: old } = (first.json as { data: { order_id: string } }).data;
    const young = await orders.placed('young');
    await orders.indexed();
    await aged(old, 11);
    await aged(young, 9);
    await shop.db.query(MANY, [account.id]);
    expect(await orders.idsOf('old')).toEqual([old]);
    await shop.db.query("DELETE FROM server_tasks WHERE name = 'old search values'");
    const retention = shop.service(SearchRetention);
    expect(await retention.run()).toBe(true);
    expect([await orders.idsOf('old'), await orders.idsOf('young')]).toEqual([[], [young]]);
    expect(await ages()).toEqual([{ isOld: false, count: 10_000 }]);
    expect(await retention.run()).toBe(false);
    const again = await account.api(path);
    expect(again.text).toBe(first.text);
    expect((await account.api(`/client/api/check?uuid=1&orders=[${key}]`)).text).toContain(old);
  });

  it('does not come again with the index of another key', async () => {
    await orders.indexed();
    await shop.service(SearchIndex).rebuild();
    await shop.db.query('DELETE FROM order_search_progress');
    await orders.indexed();
    expect([await orders.idsOf('old'), await orders.idsOf('young')]).toEqual([
      [],
      [expect.any(String)],
    ]);
  });
});
