import { MIGRATION_NAMES } from '../../src/database/migrations/index.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const NEWEST = MIGRATION_NAMES.at(-1);
const PENDING = `SELECT NOT EXISTS (SELECT FROM schema_migrations WHERE name = '${NEWEST}') AS is_pending`;

let shop: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  // A shop of its own: another database is named beside it.
  shop = await createTestDatabase();
  // A shop of its own: a database without one.
  empty = await createTestDatabase({ empty: true });
});
afterAll(() => Promise.all([shop.drop(), empty.drop()]));

it('tells that DATABASE_URL alone was changed to a new database, which stays empty', async () => {
  await shop.query('DELETE FROM schema_migrations WHERE name = $1', [NEWEST]);
  const config = { DATABASE_URL: empty.url, DATABASE_DIRECT_URL: shop.directUrl };
  await expect(prepareSchema(config)).rejects.toThrow(
    'DATABASE_URL names another database than DATABASE_DIRECT_URL',
  );
  // Nor is the shop migrated, which may be of an older release.
  expect(await shop.query(PENDING)).toEqual([{ is_pending: true }]);
  const tables = await empty.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
  expect(tables).toEqual([]);
});
