import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import { CatalogMirror } from '../../support/catalog-mirror.js';
import { settled } from '../../support/settled.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
/** Its price changes. */
let changing: number;

beforeAll(async () => {
  shop = await workerShop();
  changing = await shop.product();
});

/** Does not have the server read the revisions first: that would wait for the log, too. */
const send = (token: string, route: string) => shop.requestPage(`/client/api/${route}`, { token });

it('comparisons that wait for the database keep neither orders nor other answers waiting', async () => {
  const sold = await shop.product();
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => (await shop.account({ balance: '10' })).token),
  );
  const mirrors = tokens.map((token) => new CatalogMirror((route) => send(token, route)));
  for (const mirror of mirrors) {
    // Cursors of the same revision would share one read of the log.
    await changePrice();
    await mirror.follow();
  }
  await changePrice();
  const [token = ''] = tokens;
  await send(token, 'catalog');

  const client = new Client({ connectionString: shop.db.directUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE catalog_changes');
  // A busy machine may take so long for the orders that the comparisons are answered 111, and asked for again.
  const asked = [...mirrors, ...mirrors].map(({ cursor }, index) =>
    settled(() => send(tokens[index % tokens.length]!, `changes?since=${cursor}`)),
  );
  await until(async () => (await waitingForLog()) === 2);
  for (let count = 0; count < 3; count++) {
    const order = `newOrder/${sold}/params?order_uuid=${randomUUID()}`;
    expect((await settled(() => send(token, order))).json).toMatchObject({ status: 'OK' });
    expect((await send(token, 'products')).status).toBe(200);
  }
  expect(await waitingForLog()).toBeLessThanOrEqual(2);
  await client.query('COMMIT');
  await client.end();
  for (const { json } of await Promise.all(asked)) {
    expect(json).toMatchObject({ full: false, products: [{ id: changing }], removed_products: [] });
  }
});

async function changePrice(): Promise<void> {
  await shop.db.query('UPDATE products SET price = price + 1 WHERE id = $1', [changing]);
  await shop.service(RevisionWatch).refresh();
}

/** The statements on the log that wait for a lock. */
async function waitingForLog(): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%catalog_changes%'`,
  );
  return row!.count;
}
