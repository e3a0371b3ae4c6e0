import { newSecretKey } from '../../src/common/secret-box.js';
import { SearchIndexTask } from '../../src/orders/search/search-index.task.js';
import { SearchValues } from '../../src/orders/search/search-values.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import {
  COMMON_PLAYER,
  FILLING_STATEMENTS,
  SEARCH_PROGRESS_ROWS,
  SEARCH_VALUE_ROWS,
  TABLES_WITHOUT_TRIGGERS,
} from './shop-rows.sql.js';

/** No check of the books begins while the run lasts: the entries that are made here are not chained. */
const NEVER_SECONDS = 24 * 3600;

/** Starts a shop that has so many orders, and all else in proportion, with current statistics. */
export async function startShopOf(orders: number): Promise<TestShop> {
  const shop = await startTestShop(
    { SECRET_KEYS: newSecretKey() },
    { SENTINEL_INTERVAL: NEVER_SECONDS },
  );
  try {
    await shop.service(SearchIndexTask).beforeApplicationShutdown();
    for (const table of TABLES_WITHOUT_TRIGGERS) {
      await shop.db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    for (const sql of FILLING_STATEMENTS) await shop.db.query(sql, [orders]);
    await fillSearch(shop, orders);
    for (const table of TABLES_WITHOUT_TRIGGERS) {
      await shop.db.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    // What was written without triggers was noted by nobody.
    await shop.db.query('UPDATE catalog_revision SET revision = revision + 1');
    for (const table of ['accounts', 'categories', 'products']) {
      await shop.db.query(
        `SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM ${table}`,
        [table],
      );
    }
    await shop.db.query('VACUUM ANALYZE');
    return shop;
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function fillSearch(shop: TestShop, orders: number): Promise<void> {
  const values = shop.service(SearchValues);
  const common = values.sought(COMMON_PLAYER).find(({ kind }) => kind === 'field')?.value;
  const [keyId] = values.keyIds;
  await shop.db.query(SEARCH_VALUE_ROWS, [orders, common, keyId]);
  await shop.db.query(SEARCH_PROGRESS_ROWS, [orders, keyId]);
}
