import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { CatalogMirror } from '../support/catalog-mirror.js';
import { Instance } from '../support/instance.js';
import { settled } from '../support/settled.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let db: TestDatabase;
let rows: ShopRows;
let instance: Instance;

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  for (const id of [11, 12]) await rows.product({ id });
  instance = await Instance.on(db);
});

afterAll(async () => {
  await instance.close();
  await db.drop();
});

it('comparisons that wait for the database keep neither orders nor other answers waiting', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => (await rows.account({ balance: '10' })).token),
  );
  const mirrors = tokens.map((token) => new CatalogMirror((route) => instance.send(token, route)));
  for (const mirror of mirrors) {
    // Cursors of the same revision would share one read of the log.
    await changePrice();
    await mirror.follow();
  }
  await changePrice();
  const [token = ''] = tokens;
  await instance.send(token, 'catalog');

  const client = new Client({ connectionString: db.directUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE catalog_changes');
  // A busy machine may take so long for the orders that the comparisons are answered 111, and asked for again.
  const asked = [...mirrors, ...mirrors].map(({ cursor }, index) =>
    settled(() => instance.send(tokens[index % tokens.length]!, `changes?since=${cursor}`)),
  );
  await until(async () => (await waitingForLog()) === 2);
  for (let count = 0; count < 3; count++) {
    const order = `newOrder/12/params?order_uuid=${randomUUID()}`;
    expect((await settled(() => instance.send(token, order))).json).toMatchObject({ status: 'OK' });
    expect((await instance.send(token, 'products')).status).toBe(200);
  }
  expect(await waitingForLog()).toBeLessThanOrEqual(2);
  await client.query('COMMIT');
  await client.end();
  for (const { json } of await Promise.all(asked)) {
    expect(json).toMatchObject({ full: false, products: [{ id: 11 }], removed_products: [] });
  }
});

async function changePrice(): Promise<void> {
  await db.query('UPDATE products SET price = price + 1 WHERE id = 11');
  await instance.service(RevisionWatch).refresh();
}

/** The statements of servers that wait for a lock. */
async function waitingForLog(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row!.count;
}
