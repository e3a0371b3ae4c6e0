import type { Position } from '../../../src/common/paging.js';
import {
  ShopOrders,
  shopOrdersStatement,
  type ShopOrderFilter,
} from '../../../src/orders/history/shop-orders.repository.js';
import { insertOrders } from '../../support/book-rows.js';
import { readBy } from '../../support/scans.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const ACCOUNTS = 120;
const ORDERS = 40;
const LIMIT = 30;
/** Orders that a page of a status or product looks at. */
const MAX_EXAMINED = 500;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: the pages are those of all orders of a shop.
  shop = await startTestShop();
  for (let account = 0; account < ACCOUNTS; account++) {
    const { id } = await shop.account();
    // Of some accounts all orders are old, of some most are new, and many have the same time.
    const day = String(1 + ((account * 7) % 28)).padStart(2, '0');
    await insertOrders(shop.db, id, {
      count: account % 3 === 0 ? ORDERS : 1 + (account % 5),
      productId: 1 + (account % 2),
      from: `2026-01-${day}T00:00:00Z`,
      seconds: account % 4,
    });
  }
  await shop.db.query('ANALYZE');
});
afterAll(() => shop.close());

async function all(filter: ShopOrderFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const { items, next } = await shop.service(ShopOrders).page(filter, after, limit);
    ids.push(...items.map(({ orderId }) => orderId));
    after = next ?? undefined;
  } while (after);
  return ids;
}

async function expected(where: string): Promise<string[]> {
  const rows = await shop.db.query<{ id: string }>(
    `SELECT order_id AS id FROM orders WHERE ${where} ORDER BY created_at DESC, order_id DESC`,
  );
  return rows.map(({ id }) => id);
}

it.each<[string, ShopOrderFilter, string]>([
  ['all', {}, 'true'],
  ['those of a product', { productId: 2 }, 'product_id = 2'],
  ['those of an account', { accountId: 3 }, 'account_id = 3'],
  ['those that wait', { status: 'wait' }, "status = 'wait'"],
  [
    'those of an account that wait',
    { accountId: 3, status: 'wait' },
    "account_id = 3 AND status = 'wait'",
  ],
  [
    'those of a time',
    { from: '2026-01-05T00:00:10Z', to: '2026-01-09T00:00:00Z' },
    "created_at >= '2026-01-05T00:00:10Z' AND created_at < '2026-01-09T00:00:00Z'",
  ],
  ['none', { status: 'reject' }, 'false'],
])('the pages of %s have each order once, newest first', async (_, filter, where) => {
  const ids = await expected(where);
  expect(await all(filter, LIMIT)).toEqual(ids);
  expect(await all(filter, 100)).toEqual(ids);
  expect(await all({ ...filter, sort: 'oldest' }, LIMIT)).toEqual(ids.toReversed());
});

it.each<[string, ShopOrderFilter, number]>([
  ['all', {}, LIMIT + 1],
  ['those of a product', { productId: 2 }, MAX_EXAMINED],
  ['none', { status: 'reject' }, MAX_EXAMINED],
  ['the oldest of all', { sort: 'oldest' }, LIMIT + 1],
])('a page of %s reads no order that it does not look at', async (_, filter, most) => {
  const statement = shopOrdersStatement(filter, undefined, LIMIT);
  const { scans } = await readBy(shop.db, statement);

  expect(scans).toEqual([{ table: 'orders', kind: 'Index Scan', rows: most }]);
});

// One more shows that no further one has the time of the last; where all have one time, all are sorted after they were read.
it.each<[string, ShopOrderFilter, number]>([
  ['the newest', { accountId: 4 }, LIMIT + 2],
  ['the oldest', { accountId: 4, sort: 'oldest' }, LIMIT + 2],
  ['the newest, all of one time,', { accountId: 1 }, ORDERS],
  ['the oldest, all of one time,', { accountId: 1, sort: 'oldest' }, ORDERS],
])('a page of %s of an account reads no order of a further time', async (_, filter, most) => {
  const statement = shopOrdersStatement(filter, undefined, LIMIT);
  const { scans } = await readBy(shop.db, statement);

  expect(scans).toEqual([{ table: 'orders', kind: 'Index Scan', rows: most }]);
});

it('an account that has not ordered for long is not looked for among the orders of others', async () => {
  const { id } = await shop.account();
  await insertOrders(shop.db, id, { count: 5, from: '2020-01-01T00:00:00Z' });
  const statement = shopOrdersStatement({ accountId: id }, undefined, LIMIT);
  expect((await readBy(shop.db, statement)).scans).toMatchObject([{ table: 'orders', rows: 5 }]);
});

describe('beside 20,000 orders, whose entries fill more than a hundred pages of the index', () => {
  beforeAll(async () => {
    const { id } = await shop.account();
    const from = '2019-01-01T00:00:00Z';
    await insertOrders(shop.db, id, { count: 20_000, from, seconds: 1_000 });
    await shop.db.query('ANALYZE orders');
  });

  it.each<[string, ShopOrderFilter]>([
    ['newest', {}],
    ['oldest', { sort: 'oldest' }],
    ['newest of a time', { to: '2019-08-01T00:00:00Z' }],
  ])('a page in their middle does not read the index from its end, by %s', async (_, filter) => {
    const middle = { time: '2019-05-01T00:00:00.000000Z', id: '' };
    const pagesOf = async (after?: Position): Promise<number> =>
      (await readBy(shop.db, shopOrdersStatement(filter, after, LIMIT))).pages;
    expect(await pagesOf(middle)).toBeLessThanOrEqual((await pagesOf()) + LIMIT);
  });
});
