import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Position } from '../../src/common/paging.js';
import { Database } from '../../src/database/database.js';
import { OrderRefusals } from '../../src/orders/refusals/order-refusals.service.js';
import { MAX_EXAMINED, type RefusalFilter } from '../../src/orders/refusals/refusal-page.js';
import { RefusalRetention } from '../../src/orders/refusals/refusal-retention.job.js';
import { RefusalRepository } from '../../src/orders/refusals/refusal.repository.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const ROWS = 100_000;
/** An order_uuid that stands once among them. */
const KEY = '00000000-0000-4000-8000-000000054321';

let shop: TestShop;
let refusals: OrderRefusals;

/** Each of so many accounts is refused with each of 9 codes for each of 101 products. */
const INSERT = `
  INSERT INTO order_refusals (id, at, account_id, order_uuid, product_id, code, reason, request_id)
  SELECT gen_random_uuid(), now() - number * interval '1 second', number % $2 + 1,
         format('00000000-0000-4000-8000-%s', lpad(number::text, 12, '0')), number % 101 + 1,
         100 + number % 9, 'refused', number::text
  FROM generate_series(1, $1::integer) AS number`;

beforeAll(async () => {
  shop = await startTestShop();
  refusals = shop.service(OrderRefusals);
});
beforeEach(() => shop.db.query('TRUNCATE order_refusals'));
afterAll(() => shop.close());

async function pages(filter: RefusalFilter, limit: number): Promise<string[]> {
  const found: string[] = [];
  let after: Position | undefined;
  do {
    const { items, next } = await refusals.page(filter, after, limit);
    found.push(...items.map(({ requestId }) => requestId));
    after = next ?? undefined;
  } while (after);
  return found;
}

describe('the list of refused orders', () => {
  beforeEach(async () => {
    await shop.db.query(INSERT, [ROWS, 5]);
    await shop.db.query('ANALYZE order_refusals');
  });

  it('reads a bounded number of rows, from an index, whatever is asked for', async () => {
    const filters: RefusalFilter[] = [
      {},
      { orderUuid: KEY },
      { accountId: 4 },
      { productId: 7 },
      { code: 104 },
      { from: new Date(Date.now() - 36e5).toISOString() },
      { accountId: 4, productId: 7 },
      { accountId: 4, code: 104, productId: 7 },
      { productId: 7, code: 104 },
      // There is none of these.
      { accountId: 51 },
      { code: 600 },
      { accountId: 4, code: 600 },
    ];
    const query = jest.spyOn(shop.service(Database).manager, 'query');
    for (const filter of filters) await refusals.page(filter, undefined, 50);
    const calls = query.mock.calls.filter(([sql]) => sql.includes('order_refusals'));
    query.mockRestore();
    expect(calls).toHaveLength(filters.length);
    for (const [index, [sql, parameters]] of calls.entries()) {
      const rows = await shop.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        parameters as unknown[],
      );
      const scans = scansOf(rows[0]!['QUERY PLAN'][0].Plan);
      const asked = Object.keys(filters[index] ?? {}).length;
      for (const scan of scans) {
        const removed = (scan['Rows Removed by Filter'] ?? 0) * scan['Actual Loops'];
        const read = scan['Actual Rows'] * scan['Actual Loops'] + removed;
        expect([filters[index], scan['Node Type'], scan['Index Name'], read]).toEqual([
          filters[index],
          expect.stringMatching(/^(Index|Bitmap Heap) Scan$/),
          scan['Node Type'] === 'Index Scan'
            ? expect.stringMatching(/^order_refusals_by_/)
            : undefined,
          expect.any(Number),
        ]);
        expect(read).toBeLessThanOrEqual(asked > 1 ? MAX_EXAMINED : 51);
      }
      expect(scans).toHaveLength(1);
    }
  });

  it('gives each refusal once, newest first, page by page', async () => {
    const expected = async (where: string) => {
      const rows = await shop.db.query<{ request_id: string }>(
        `SELECT request_id FROM order_refusals WHERE ${where} ORDER BY at DESC, id DESC`,
      );
      return rows.map(({ request_id }) => request_id);
    };
    expect(await pages({ accountId: 4, code: 104 }, 20)).toEqual(
      await expected('account_id = 4 AND code = 104'),
    );
    expect(await pages({ productId: 9 }, 100)).toEqual(await expected('product_id = 9'));
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z'];
    await shop.db.query(
      `UPDATE order_refusals SET at = $1::timestamptz + (request_id::integer % 7) * interval '2 minutes'
       WHERE account_id = 3`,
      [from],
    );
    expect(await pages({ accountId: 3, from, to }, 333)).toEqual(
      await expected(`account_id = 3 AND at >= '${from}' AND at < '${to}'`),
    );
    expect(await refusals.newest({ accountId: 4, code: 104 }, 5)).toHaveLength(5);
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes that read the table. */
function scansOf(node: PlanNode): PlanNode[] {
  const own = node['Relation Name'] === 'order_refusals' ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

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
    const open = await shop.db.query(
      `SELECT FROM pgboss.job WHERE name = 'refusals' AND state IN ('created', 'retry', 'active')`,
    );
    expect(open.length).toBeLessThanOrEqual(1);
  });
});
