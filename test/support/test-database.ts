import { randomBytes } from 'node:crypto';
import { Pool, type QueryResultRow } from 'pg';
import { databaseUrl, onServer } from './server-connection.js';

/** A migrated database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  /** Runs one statement and returns its rows. */
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Closes the connections of `query` and drops the database. */
  drop(): Promise<void>;
}

/** A fresh copy of the migrated template; `empty` makes one without any schema. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = environment('SOUK_TEST_SERVER');
  const template = environment('SOUK_TEST_TEMPLATE');
  // The run's name in front: whatever a failing test leaves behind, the end of the run drops.
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  const source = empty ? 'template1' : template;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`));
  const url = databaseUrl(server, name);
  const pool = new Pool({ connectionString: url, max: 4 });
  // Dropping the database cuts connections that are still closing; that is no failure of a test.
  pool.on('error', () => undefined);
  return {
    url,
    query: async <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...parameters])).rows,
    drop: async () => {
      await pool.end();
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the global setup did not run`);
  return value;
}
