import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltVersion } from '../../bench/git-version.js';
import { loadMigrations, MIGRATION_NAMES } from '../../src/database/migrations/index.js';
import { SECRET_KEY } from '../chaos/shop/codes.js';
import { startShopOf } from '../plans/orders-shop.js';
import { onServer } from '../support/server-connection.js';
import type { TestDatabase } from '../support/test-database.js';

/**
 * The database of a shop that has so many orders, in the schema of the release before. The present release fills it, since the one
 * before may not know how; then the migrations between them are taken back.
 */
export async function shopBefore(
  orders: number,
  before: BuiltVersion,
  say: (line: string) => void,
): Promise<TestDatabase> {
  const shop = await startShopOf(orders, { settings: { SECRET_KEYS: SECRET_KEY }, say });
  await shop.stop();
  // A halted account among them belongs to the lists of halted ones.
  await shop.db.query(RELEASE_HALTED);
  say(`filled; taken back: ${(await takeBack(shop.db, before)).join(', ')}`);
  await shop.db.query('VACUUM ANALYZE');
  return shop.db;
}

async function takeBack(db: TestDatabase, { folder }: BuiltVersion): Promise<string[]> {
  const index = pathToFileURL(join(folder, 'dist/database/migrations/index.js')).href;
  const { MIGRATION_NAMES: known } = (await import(index)) as { MIGRATION_NAMES: string[] };
  const migrations = await loadMigrations();
  const later = MIGRATION_NAMES.filter((name) => !known.includes(name)).toReversed();
  await onServer(db.directUrl, async (client) => {
    for (const name of later) {
      const Migration = migrations[MIGRATION_NAMES.indexOf(name)];
      if (Migration) await new Migration().down(client);
      await client.query('DELETE FROM schema_migrations WHERE name = $1', [name]);
    }
  });
  return later;
}

const RELEASE_HALTED = `
  UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL WHERE orders_halted_at IS NOT NULL`;
