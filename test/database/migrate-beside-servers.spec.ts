import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import type { MigrationRunner } from '../../src/database/run-migration.js';
import { onServer } from '../support/server-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Needs a lock that nobody else may have. */
class LockOrders1900000000001 {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN one text');
  }
}

const WITH_LOCK = { migrations: [...MIGRATIONS, LockOrders1900000000001] };

let db: TestDatabase;
/** A session that holds a lock of the table, such as an open psql. */
let holder: Client;

beforeEach(async () => {
  db = await createTestDatabase();
  holder = new Client({ connectionString: db.directUrl, application_name: 'open psql' });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE orders IN ACCESS SHARE MODE');
});

afterEach(async () => {
  await holder.end();
  await db.drop();
});

/** Sessions of `migrate` that wait for the lock of a table. */
const WAITING = `
  SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'souk migrate' AND wait_event_type = 'Lock'`;

async function waitsForLock(): Promise<void> {
  await until(async () => (await db.query(WAITING)).length > 0);
}

describe('migrate, beside servers that are running', () => {
  it('does not keep others from a table while it waits for its lock', async () => {
    const migrated = migrate(db.directUrl, WITH_LOCK);
    try {
      await waitsForLock();
      // Fails when it has to wait for the end of the holder's transaction.
      await onServer(db.directUrl, (reader) =>
        reader.query("SET statement_timeout = '20s'; SELECT count(*) FROM orders"),
      );
    } finally {
      await holder.query('COMMIT');
    }

    expect(await migrated).toEqual(['LockOrders1900000000001']);
    expect(await db.query('SELECT one FROM orders')).toEqual([]);
  });

  it('names the session that blocks it when the time is over, and leaves nothing behind', async () => {
    const failed = migrate(db.directUrl, { ...WITH_LOCK, timeoutMs: 0 });

    await expect(failed).rejects.toThrow(
      /^The migration LockOrders1900000000001 is kept from its locks by session (\d+) \(\w+, open psql\); let them end, or run "SELECT pg_terminate_backend\(\1\)" in psql, and then run "souk migrate" again\.$/,
    );
    await holder.query('COMMIT');
    expect(await migrate(db.directUrl, WITH_LOCK)).toEqual(['LockOrders1900000000001']);
  });

  it('builds an index while another instance waits for its turn to migrate', async () => {
    await holder.query('COMMIT');
    let other: Promise<string[]> | undefined;
    class BuildIndex1900000000002 {
      readonly transaction = false;

      async up(runner: MigrationRunner): Promise<void> {
        other ??= migrate(db.directUrl, { migrations });
        await until(async () => (await db.query(MIGRATING)).length === 4);
        await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_via_idx');
        await runner.query('CREATE INDEX CONCURRENTLY orders_via_idx ON orders (via)');
      }
    }
    const migrations = [...MIGRATIONS, BuildIndex1900000000002];

    expect(await migrate(db.directUrl, { migrations, timeoutMs: 5_000 })).toEqual([
      'BuildIndex1900000000002',
    ]);
    expect(await other).toEqual([]);
    expect(await db.query(VALID_INDEX)).toHaveLength(1);
  });

  it('has limits of its own, whatever those of the role are', async () => {
    await holder.query('COMMIT');
    await db.query('CREATE TABLE seen (statement_ms text, lock_ms text)');
    const note = async (runner: MigrationRunner): Promise<void> => {
      await runner.query(
        "INSERT INTO seen SELECT current_setting('statement_timeout'), current_setting('lock_timeout')",
      );
    };
    class Inside1900000000004 {
      readonly up = note;
    }
    class Outside1900000000005 {
      readonly transaction = false;
      readonly up = note;
    }
    const [{ name } = { name: '' }] = await db.query<{ name: string }>(
      'SELECT current_database() AS name',
    );
    for (const limit of ['statement_timeout', 'lock_timeout']) {
      await holder.query(`ALTER ROLE CURRENT_USER IN DATABASE "${name}" SET ${limit} = '10min'`);
    }
    const migrations = [...MIGRATIONS, Inside1900000000004, Outside1900000000005];
    await migrate(db.directUrl, { migrations, timeoutMs: 60_000 });

    expect(await db.query('SELECT * FROM seen')).toEqual([
      { statement_ms: '0', lock_ms: '200ms' },
      { statement_ms: '0', lock_ms: '1min' },
    ]);
  });

  it('repeats a step outside of a transaction that has failed halfway', async () => {
    await holder.query('COMMIT');
    const failures = [new Error('the power failed')];
    class BuildIndex1900000000003 {
      readonly transaction = false;

      async up(runner: MigrationRunner): Promise<void> {
        await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_via_idx');
        await runner.query('CREATE INDEX CONCURRENTLY orders_via_idx ON orders (via)');
        for (const failure of failures.splice(0)) throw failure;
      }
    }
    const migrations = [...MIGRATIONS, BuildIndex1900000000003];

    await expect(migrate(db.directUrl, { migrations, timeoutMs: 5_000 })).rejects.toThrow(
      'the power failed',
    );
    expect(await migrate(db.directUrl, { migrations })).toEqual(['BuildIndex1900000000003']);
    expect(await db.query(VALID_INDEX)).toHaveLength(1);
  });
});

const MIGRATING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'souk migrate'`;

const VALID_INDEX = `
  SELECT FROM pg_index WHERE indexrelid = to_regclass('orders_via_idx') AND indisvalid`;
