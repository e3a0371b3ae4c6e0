import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { BoundedLists1795200000037 } from '../../src/database/migrations/0037-bounded-lists.js';
import { MIGRATIONS } from '../support/migrations.js';
import type { MigrationClass, MigrationRunner } from '../../src/database/run-migration.js';
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
  // A shop of its own: its schema changes, and its tables are locked.
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

  it.each([
    'CREATE OR REPLACE TRIGGER one AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION seen()',
    'DROP TRIGGER IF EXISTS two ON accounts',
    'CREATE TABLE IF NOT EXISTS three (account_id integer REFERENCES accounts (id))',
  ])('does not keep orders waiting outside of a transaction: %s', async (sql) => {
    await holder.query('COMMIT');
    await db.query('CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$');
    await db.query('CREATE TRIGGER two AFTER DELETE ON accounts EXECUTE FUNCTION seen()');
    class Outside1900000000006 {
      readonly transaction = false;

      async up(runner: MigrationRunner): Promise<void> {
        await runner.query(sql);
      }
    }
    await passesBesideOrders([...MIGRATIONS, Outside1900000000006], ['Outside1900000000006']);
  });

  it('lets orders of other accounts go on while it waits to make a trigger on the accounts', async () => {
    await holder.query('COMMIT');
    await beforeBoundedLists();
    await passesBesideOrders(MIGRATIONS, [BoundedLists1795200000037.name]);

    expect(await db.query(WORDS)).toEqual([
      { account_id: 1, words: 'acme toys' },
      { account_id: 2, words: 'games nova' },
    ]);
  });

  it('keeps the lists that are built when it is repeated, and builds again those that are not', async () => {
    await holder.query('COMMIT');
    const before = await db.query(LIST_INDEXES);
    await db.query(UNMARKED);
    await db.query('DROP INDEX products_by_category');
    expect(await migrate(db.directUrl)).toEqual([BoundedLists1795200000037.name]);

    const after = await db.query(LIST_INDEXES);
    expect(after.map(({ name }) => name as string)).toEqual(
      before.map(({ name }) => name as string),
    );
    expect(after.filter(({ oid }) => !before.some((one) => one.oid === oid))).toMatchObject([
      { name: 'products_by_category' },
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

const UNMARKED = `DELETE FROM schema_migrations WHERE name = '${BoundedLists1795200000037.name}'`;

/** Runs a migration while one account is held by an open transaction, and another one orders. */
async function passesBesideOrders(
  migrations: readonly MigrationClass[],
  expected: readonly string[],
): Promise<void> {
  await db.query("INSERT INTO accounts (name) VALUES ('Acme Games'), ('Nova Games')");
  await holder.query("BEGIN; UPDATE accounts SET name = 'Acme Toys' WHERE id = 1");
  const migrated = migrate(db.directUrl, { migrations });
  try {
    await waitsForLock();
    // Fails when it has to wait for the end of the holder's transaction.
    await onServer(db.directUrl, (order) =>
      order.query(
        "SET statement_timeout = '20s'; UPDATE accounts SET balance = balance WHERE id = 2",
      ),
    );
  } finally {
    await holder.query('COMMIT');
  }
  expect(await migrated).toEqual(expected);
}

/** As a database of the release before. */
async function beforeBoundedLists(): Promise<void> {
  await new BoundedLists1795200000037().down(db);
  await db.query(UNMARKED);
}

const WORDS = `
  SELECT account_id, string_agg(word, ' ' ORDER BY word) AS words FROM account_words
  GROUP BY account_id ORDER BY account_id`;

const LIST_INDEXES = `
  SELECT relname AS name, oid FROM pg_class
  WHERE relname IN ('access_tokens_by_account', 'products_by_category') ORDER BY relname`;

const MIGRATING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'souk migrate'`;

const VALID_INDEX = `
  SELECT FROM pg_index WHERE indexrelid = to_regclass('orders_via_idx') AND indisvalid`;
