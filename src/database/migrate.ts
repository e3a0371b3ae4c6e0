import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseAddress } from './address/database-address.js';
import { DatabaseClient } from './address/database-client.js';
import { dataSourceOptions } from './data-source-options.js';

/** An arbitrary number, the same in every instance of Souk. */
const MIGRATION_LOCK = 7_236_141;

/** Without it, a host that drops packets would block the start for minutes. */
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Runs the pending migrations. A lock serializes instances that start together, since TypeORM takes none, and
 * concurrent migrations fail.
 * @returns the names of the migrations that were run now.
 */
export async function migrate(url: string): Promise<string[]> {
  // The lock needs its own connection, because the migrations commit in between. It is a transaction's lock, because a
  // pooler in transaction mode would never release that of a session.
  return withClient(url, async (lock) => {
    await lock.query('BEGIN');
    await lock.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return runPending(url);
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

async function runPending(url: string): Promise<string[]> {
  const options = dataSourceOptions({ url, poolSize: 2, statementTimeout: false });
  const dataSource = await new DataSource(options).initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}
