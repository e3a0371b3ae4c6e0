import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseAddress } from './address/database-address.js';
import { DatabaseClient } from './address/database-client.js';
import { MIGRATIONS } from './migrations/index.js';
import { MIGRATION_TIMEOUT_MS, runMigration, type MigrationClass } from './run-migration.js';

/** An arbitrary number, the same in every instance of Souk. */
const MIGRATION_LOCK = 7_236_141;
/** Between two tries to get it. */
const LOCK_INTERVAL_MS = 100;

/** Without it, a host that drops packets would block the start for minutes. */
const CONNECTION_TIMEOUT_MS = 10_000;

export interface MigrateOptions {
  readonly migrations?: readonly MigrationClass[];
  /** How long a migration may wait for its locks, in all of its tries. */
  readonly timeoutMs?: number;
}

/**
 * Runs the pending migrations, while instances of this release and of the one before may be running. A lock serializes
 * instances that start together.
 * @returns the names of the migrations that were run now.
 * @throws OperatorError that names the sessions which block a migration
 */
export async function migrate(
  url: string,
  { migrations = MIGRATIONS, timeoutMs = MIGRATION_TIMEOUT_MS }: MigrateOptions = {},
): Promise<string[]> {
  // The lock needs its own connection, because the migrations commit in between. It is a transaction's lock, because a
  // pooler in transaction mode would never release that of a session.
  return withClient(url, async (lock) => {
    while (!(await hasLocked(lock))) await wait(LOCK_INTERVAL_MS);
    return withClient(url, async (client) => {
      const pending = await pendingMigrations(client, migrations);
      if (pending.length === 0) return [];
      await withClient(url, async (observer) => {
        for (const migration of pending) await runMigration(migration, client, observer, timeoutMs);
      });
      return pending.map(({ name }) => name);
    });
  });
}

/** Runs the work on a connection of its own, which is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({
    address: new DatabaseAddress(url),
    application_name: 'souk migrate',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Tries to get the lock, which is held until the transaction of this connection ends. CREATE INDEX CONCURRENTLY waits
 * for the end of all transactions that have a snapshot, and a transaction has one while it executes a statement. So no
 * statement waits for the lock, each try is a transaction of its own, and the one that has the lock does nothing else.
 */
async function hasLocked(lock: Client): Promise<boolean> {
  await lock.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: a statement with some leaves its snapshot open until the next one.
  const { rows } = await lock.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`,
  );
  if (rows[0]?.locked === true) return true;
  await lock.query('ROLLBACK');
  return false;
}

async function pendingMigrations(
  client: Client,
  migrations: readonly MigrationClass[],
): Promise<MigrationClass[]> {
  const { rows } = await client.query<{ found: boolean }>(FIND_TABLE);
  if (!rows[0]?.found) await client.query(CREATE_TABLE);
  const done = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  const names = new Set(done.rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

const FIND_TABLE = `SELECT to_regclass('schema_migrations') IS NOT NULL AS found`;

/** The table in which TypeORM, too, records migrations. */
const CREATE_TABLE = `
  CREATE TABLE schema_migrations (
    id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL
  )`;
