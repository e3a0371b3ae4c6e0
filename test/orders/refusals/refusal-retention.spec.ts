import { randomUUID } from 'node:crypto';
import { RefusalRetention } from '../../../src/orders/refusals/refusal-retention.job.js';
import { RefusalRepository } from '../../../src/orders/refusals/refusal.repository.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { describeRefusalList, INSERT } from './refusal-list.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: what is deleted depends on the whole journal.
  shop = await startTestShop();
});
beforeEach(() => shop.db.query('TRUNCATE order_refusals'));
// A job of one test deletes nothing of the next one.
afterEach(() => until(async () => (await openJobs()).length === 0));
afterAll(() => shop.close());

const openJobs = () =>
  shop.db.query(
    `SELECT FROM pgboss.job WHERE name = 'refusals' AND state IN ('created', 'retry', 'active')`,
  );

// Of 100,000 rows by the long spec.
describeRefusalList(() => shop, 20_000);

it('a batch whose outcome is unknown can be written again', async () => {
  const refusal = {
    ...{
      id: randomUUID(),
      atMs: performance.now(),
      accountId: 1,
      orderUuid: null,
      productId: null,
    },
    ...{ code: 109, reason: 'refused', address: null, requestId: 'r' },
  };
  const repository = shop.service(RefusalRepository);
  await repository.insert([refusal]);
  await repository.insert([refusal, { ...refusal, id: randomUUID() }]);
  expect(await shop.db.query('SELECT FROM order_refusals')).toHaveLength(2);
});

describe('old refusals', () => {
  const counts = () =>
    shop.db.query<{ account: number; rows: number; oldest: number }>(
      `SELECT account_id AS account, count(*)::integer AS rows, max(CASE WHEN request_id ~ '^[0-9]{1,9}$' THEN request_id::integer END) AS oldest
       FROM order_refusals GROUP BY account_id ORDER BY account_id`,
    );
  const run = (keptRows?: number) =>
    shop.service(RefusalRetention).run(new AbortController().signal, keptRows);

  it('are deleted after 30 days', async () => {
    await shop.db.query(INSERT, [12_000, 50]);
    await shop.db.query(
      `UPDATE order_refusals SET at = at - interval '30 days' WHERE account_id > 10`,
    );
    await run();
    expect((await counts()).map(({ account, rows }) => [account, rows])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 240]),
    );
  });

  it('are deleted where there are too many, the oldest of the accounts with the most', async () => {
    await shop.db.query(INSERT, [12_000, 50]);
    await shop.db.query('UPDATE order_refusals SET account_id = 1 WHERE account_id > 10');
    await run(5_000);
    const left = await counts();
    expect(left.map(({ rows }) => rows)).toEqual([
      5_000 - 9 * 240,
      ...Array.from({ length: 9 }, () => 240),
    ]);
    // Those with low numbers are the newest ones.
    expect(left[0]?.oldest).toBeLessThan(12_000 / 2);
  });

  it('are deleted by a job that the server writes with its first refusal', async () => {
    await shop.db.query(INSERT, [10, 50]);
    await shop.db.query(`UPDATE order_refusals SET at = now() - interval '31 days'`);
    const account = await shop.account();
    await account.api(`/client/api/newOrder/1/params?order_uuid=${randomUUID()}`);
    const left = await until(async () => {
      const rows = await counts();
      return rows.length === 1 && rows;
    });
    expect(left).toMatchObject([{ account: account.id, rows: 1 }]);
  });

  it('have at most one job', async () => {
    const retention = shop.service(RefusalRetention) as unknown as {
      enqueue: () => Promise<void>;
    };
    await Promise.all(Array.from({ length: 20 }, () => retention.enqueue()));
    expect((await openJobs()).length).toBeLessThanOrEqual(1);
  });
});
