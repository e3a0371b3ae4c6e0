import { OrderedIds1795200000080 } from '../../src/database/migrations/0080-ordered-ids.js';
import { createTestDatabase } from '../support/test-database.js';

it('a migration that was not granted the lock of order_keys goes on with the index that it has built', async () => {
  // A shop of its own: a migration is undone, and runs again.
  const database = await createTestDatabase();
  const migration = new OrderedIds1795200000080();
  const owner = {
    query: async (sql: string) => ({ rows: await database.query<object>(sql) }),
  };
  await migration.down(owner);
  const withoutLock = {
    query: (sql: string) =>
      sql.includes('ALTER TABLE order_keys')
        ? Promise.reject(new Error('55P03'))
        : owner.query(sql),
  };
  await expect(migration.up(withoutLock)).rejects.toThrow('55P03');
  const fileOf = (index: string) =>
    database.query(`SELECT pg_relation_filenode('${index}') AS file`);
  const built = await fileOf('order_keys_by_uuid');
  await expect(migration.up(withoutLock)).rejects.toThrow('55P03');
  await migration.up(owner);
  expect(await fileOf('order_keys_pkey')).toEqual(built);
  await database.drop();
});
