import { newSecretKey } from '../../src/common/secret-box.js';
import { COMMON_PLAYER } from '../plans/shop-rows.sql.js';
import { startShopOf } from '../plans/orders-shop.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { souk } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';

/** Some of each fate. */
const ORDERS = 3_000;
const settings = { SECRET_KEYS: newSecretKey() };

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it is filled with orders, accounts and products.
  shop = await startShopOf(ORDERS, { settings });
});
afterAll(() => shop.close());

/** What doctor calls a failure. */
async function failures(): Promise<Finding[]> {
  const { url, directUrl } = shop.db;
  const all = { ...settings, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
  const { out } = await souk(all, 'doctor', '--json');
  return (JSON.parse(out) as Finding[]).filter(({ verdict }) => verdict === 'fail');
}

it('orders that were filled in are such that the shop could have written them', async () => {
  expect(await failures()).toEqual([]);
  expect(await invariantFaults(shop.db)).toEqual([]);
});

it('they are found by what they hold, and new ones follow them', async () => {
  const owner = await TestOperator.of(shop, 'owner');
  const { json } = await owner.ask(`GET order-search?text=${COMMON_PLAYER}`);
  expect(json).toMatchObject({ values_searched: 'all' });
  const token = await shop.token(3);
  const product = await shop.product({ fields: ['playerId'] });
  const path = `/client/api/newOrder/${product}/params?order_uuid=b9ffb0d8-49a4-4215-9fff-b0d849a45215&playerId=7`;
  expect((await shop.request(path, { token })).json).toMatchObject({ status: 'OK' });
  expect(await failures()).toEqual([]);
});
