import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: the metrics are those of a whole shop, and it is in maintenance for a moment.
  shop = await startTestShop({ DATABASE_POOL_SIZE: '6' });
});
afterAll(() => shop.close());

function metrics(): Promise<string> {
  return shop.service(Registry).metrics();
}

/** The values of a metric by their labels, such as `{ 'outcome="ordered",code=""': 1 }`. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await metrics()).matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
}

/** What was counted since then; other tests order as well. */
function since(
  before: Record<string, number>,
  now: Record<string, number>,
): Record<string, number> {
  const added = Object.entries(now).map(([labels, value]): [string, number] => [
    labels,
    value - (before[labels] ?? 0),
  ]);
  return Object.fromEntries(added.filter(([, value]) => value > 0));
}

const timed = async () => (await valuesOf('souk_order_duration_seconds_count'))[''] ?? 0;

describe('the metrics of orders', () => {
  it('count and time each request of newOrder by its outcome, and no other request', async () => {
    const account = await shop.account({ balance: '1.5' });
    const product = await shop.product({ price: '1' });
    const path = (uuid = randomUUID()): string =>
      `/client/api/newOrder/${product}?order_uuid=${uuid}`;
    const uuid = randomUUID();
    const before = await valuesOf('souk_orders_total');
    const timedBefore = await timed();
    expect((await account.api(path(uuid))).status).toBe(200);
    // The same order again.
    expect((await account.api(path(uuid))).status).toBe(200);
    expect((await account.api(path())).json).toMatchObject({ code: 100 });
    expect((await account.api(path(), { token: 'x'.repeat(64) })).json).toMatchObject({
      code: 121,
    });
    expect((await account.api(path(), { method: 'HEAD' })).status).toBe(405);
    await shop.db.query('UPDATE maintenance SET enabled = true, orders_only = true');
    expect((await account.api(path())).json).toMatchObject({ code: 130 });
    await shop.db.query('UPDATE maintenance SET enabled = false');
    await account.api('/client/api/profile');
    await account.api('/client/api/ping');

    // A request is counted when its connection has noticed the end of the answer.
    const counted = await until(async () => {
      const values = since(before, await valuesOf('souk_orders_total'));
      return Object.values(values).reduce((sum, value) => sum + value, 0) === 6 && values;
    });
    expect(counted).toEqual({
      'outcome="ordered",code=""': 2,
      'outcome="refused",code="100"': 1,
      'outcome="refused",code="121"': 1,
      'outcome="refused",code="405"': 1,
      'outcome="unavailable",code="130"': 1,
    });
    expect((await timed()) - timedBefore).toBe(6);
    expect(await valuesOf('souk_orders_oldest_waiting_seconds')).toEqual({
      '': expect.any(Number) as number,
    });
  });

  it('tell what waits for a handler, and what it has answered', async () => {
    const account = await shop.account({ balance: '5' });
    // This handler throws for an order that is no test order, so the order waits.
    const fulfillment = [{ handler: 'test', settings: { outcome: 'stuck' } }];
    const product = await shop.product({ price: '1', fulfillment });
    await account.api(`/client/api/newOrder/${product}?order_uuid=${randomUUID()}`);
    await shop.jobsDone('fulfillment', account.id);
    expect(await valuesOf('souk_delivery_outcomes_total')).toEqual({
      'handler="test",outcome="pending"': 1,
    });
    expect(await valuesOf('souk_deliveries_waiting')).toEqual({ 'handler="test"': 1 });
    expect(await valuesOf('souk_delivery_overdue_seconds')).toEqual({ 'handler="test"': 0 });

    // The shop looks for overdue deliveries by itself, too, and may make it due now in between.
    await until(async () => {
      await shop.db.query(`UPDATE fulfillments SET due_at = now() - interval '1 hour'`);
      const { 'handler="test"': overdue = 0 } = await valuesOf('souk_delivery_overdue_seconds');
      return overdue >= 3600;
    });
  });
});

describe('the metrics of jobs', () => {
  it('tell what is due of each queue, and of the receiver that has the most', async () => {
    // The events of listeners wait, since no extension is loaded.
    const write = (accountId: number, jobs: number, after: string) =>
      shop.db.query(
        `INSERT INTO pgboss.job (name, data, start_after)
         SELECT 'listener', $1, now() + $3::interval FROM generate_series(1, $2::integer)`,
        [JSON.stringify({ accountId }), jobs, after],
      );
    await write(1, 5, '-1 hour');
    await write(2, 3, '-2 hours');
    await write(3, 9, '1 hour');
    const listener = 'queue="listener"';
    expect((await valuesOf('souk_jobs_due'))[listener]).toBe(8);
    expect((await valuesOf('souk_jobs_due_most'))[listener]).toBe(5);
    expect((await valuesOf('souk_job_overdue_seconds'))[listener]).toBeGreaterThanOrEqual(7_200);
    // A job of its upkeep may be due just now, which the server then runs.
    await until(async () => (await valuesOf('souk_jobs_due'))['queue="refusals"'] === 0);
    await shop.db.query(`DELETE FROM pgboss.job WHERE name = 'listener'`);
  });
});

describe('the metrics of the database', () => {
  it('tell the pool, the revisions, and for how long somebody has waited for a lock', async () => {
    const account = await shop.account();
    // This loads the catalog.
    expect((await account.api('/client/api/products')).status).toBe(200);
    expect(await valuesOf('souk_database_pool_size')).toEqual({ '': 6 });
    expect(await valuesOf('souk_database_pool_waiting')).toEqual({ '': 0 });
    expect((await valuesOf('souk_revision_age_seconds'))['']).toBeLessThan(Infinity);
    expect((await valuesOf('souk_catalog_load_seconds'))['']).toBeGreaterThan(0);
    expect(await valuesOf('souk_database_lock_waits')).toEqual({ '': 0 });

    const lock = `SELECT FROM accounts WHERE id = ${account.id} FOR UPDATE`;
    const clients = [new Client(shop.db.directUrl), new Client(shop.db.directUrl)] as const;
    for (const client of clients) {
      await client.connect();
      await client.query('BEGIN');
    }
    await clients[0].query(lock);
    const waiting = clients[1].query(lock);
    const waits = await until(async () => {
      const { '': longestSeconds = 0 } = await valuesOf('souk_database_lock_wait_seconds');
      return longestSeconds > 0 && valuesOf('souk_database_lock_waits');
    });
    expect(waits).toEqual({ '': 1 });
    await clients[0].query('ROLLBACK');
    await waiting;
    for (const client of clients) await client.end();
  });
});
