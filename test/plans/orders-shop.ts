import { Client } from 'pg';
import { newSecretKey, SecretBox } from '../../src/common/secret-box.js';
import { SearchIndexTask } from '../../src/orders/search/search-index.task.js';
import { SearchValues } from '../../src/orders/search/search-values.js';
import { fillOrders, type PlannedOrder } from '../support/filler/filled-orders.js';
import type { OrderFate } from '../support/filler/order-template.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import {
  ACCOUNTS,
  COMMON_PLAYER,
  DEPOSIT_ROWS,
  PRODUCTS,
  QUIET_ACCOUNT,
  RARE_PRODUCT,
  SEARCH_PROGRESS_ROWS,
  STATEMENTS_AFTER_ORDERS,
  STATEMENTS_BEFORE_ORDERS,
  TABLES_WITHOUT_TRIGGERS,
} from './shop-rows.sql.js';

/** No check of the books begins while the run lasts, whose statements would be counted. */
const NEVER_SECONDS = 24 * 3600;
/** Of what grows slower than orders do, there are as many as such a shop has: refusals end at a million, for example. */
const MOST_OTHERS = 1_000_000;
/** Orders whose id and key hold their number, since questions name them. */
const NAMED_ORDERS: readonly number[] = [1024, 5000];
const YEAR_MS = 365 * 24 * 3_600_000;
/** Between two orders, unless they would take more than a year. */
const USUAL_SPACING_MS = 30_000;

/**
 * Starts a shop that has so many orders of the last year, and all else in proportion, with current statistics.
 * @param settings that replace those of a shop with one secret key.
 */
export async function startShopOf(
  orders: number,
  {
    settings = { SECRET_KEYS: newSecretKey() },
    say,
  }: { settings?: Record<string, string>; say?: (line: string) => void } = {},
): Promise<TestShop> {
  const shop = await startTestShop(settings, { SENTINEL_INTERVAL: NEVER_SECONDS });
  try {
    await shop.service(SearchIndexTask).beforeApplicationShutdown();
    const spacingMs = Math.min(USUAL_SPACING_MS, Math.floor(YEAR_MS / (orders + 1)));
    const firstMs = Date.now() - (orders + 1) * spacingMs;
    await fillAllElse(shop, Math.min(orders, MOST_OTHERS));
    await shop.db.query(DEPOSIT_ROWS, [orders, new Date(firstMs)]);
    await asOwner(shop, (client) =>
      fillOrders(shop, client, orders, (n) => orderOf(n, firstMs + n * spacingMs), say),
    );
    for (const sql of STATEMENTS_AFTER_ORDERS) await shop.db.query(sql, [orders]);
    const [keyId] = shop.service(SearchValues).keyIds;
    await shop.db.query(SEARCH_PROGRESS_ROWS, [orders, keyId]);
    await shop.db.query('VACUUM ANALYZE');
    return shop;
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function fillAllElse(shop: TestShop, orders: number): Promise<void> {
  const { db } = shop;
  for (const table of TABLES_WITHOUT_TRIGGERS) {
    await db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  for (const sql of STATEMENTS_BEFORE_ORDERS) await db.query(sql, [orders]);
  for (const table of TABLES_WITHOUT_TRIGGERS) {
    await db.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
  const box = shop.service(SecretBox);
  for (const { name } of await db.query<{ name: string }>('SELECT name FROM suppliers')) {
    const sealed = box.encrypt('token', `supplier:${name}`);
    await db.query('UPDATE suppliers SET sealed_token = $2 WHERE name = $1', [name, sealed]);
  }
  // What was written without triggers was noted by nobody.
  await db.query('UPDATE catalog_revision SET revision = revision + 1');
  for (const table of ['accounts', 'categories', 'products']) {
    await db.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM ${table}`, [
      table,
    ]);
  }
}

/** The higher its number, the newer it is. */
function orderOf(n: number, placedMs: number): PlannedOrder {
  const product = n <= 100 ? RARE_PRODUCT : 8 + (n % (PRODUCTS - 200));
  const hex = n.toString(16).padStart(16, '0');
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return {
    accountId: accountOf(n),
    product: { id: product, name: `Product ${product}` },
    player: n % 7 === 0 ? COMMON_PLAYER : String(n),
    fate: fateOf(n),
    placedMs,
    ...(NAMED_ORDERS.includes(n) && { named: { orderId: `ID_${hex}`, orderUuid: uuid } }),
  };
}

function accountOf(n: number): number {
  if (n <= 1000) return QUIET_ACCOUNT;
  return n % 5 === 0 ? 1 : (n % (ACCOUNTS - 2)) + 3;
}

function fateOf(n: number): OrderFate {
  if (n % 100 === 0) return 'waits';
  if (n % 33 === 0) return 'rejected';
  if (n % 50 === 0) return 'free';
  if (n % 256 === 0) return 'reversed';
  if (n % 4 === 1) return 'bought';
  return n % 10 === 3 ? 'delivered' : 'accepted';
}

async function asOwner(shop: TestShop, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: shop.db.directUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
