import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';

/** Any number, as long as every instance of Souk uses the same one. */
const MIGRATION_LOCK = 7_236_141;

/** A host that drops packets would otherwise keep the start silent for minutes; in milliseconds. */
const CONNECTION_WAIT = 10_000;

/**
 * Brings the schema up to date; instances that start together take turns. TypeORM itself takes no lock, and
 * parallel migrations fail.
 * @returns the names of the steps that were run now.
 */
export async function migrate(url: string): Promise<string[]> {
  // The lock has a connection of its own, as the migrations commit in between, and a transaction of its own, as a
  // pooler in transaction mode would keep a session's lock for ever.
  const lock = new Client({
    connectionString: url,
    application_name: 'souk migrate',
    connectionTimeoutMillis: CONNECTION_WAIT,
  });
  await lock.connect();
  try {
    await lock.query('BEGIN');
    await lock.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return await runPending(url);
  } finally {
    await lock.end();
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
