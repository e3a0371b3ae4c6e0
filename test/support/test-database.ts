import { randomBytes } from 'node:crypto';
import { DatabaseError, Pool, type QueryResultRow } from 'pg';
import { databaseUrl, onServer } from './server-connection.js';
import { until } from './until.js';

/** A migrated database of a test's own. */
export interface TestDatabase {
  /** As the restricted role that the application works as; as the owner where there is no schema yet. */
  readonly url: string;
  /** As the owner. */
  readonly directUrl: string;
  /** Runs one statement and returns its rows. */
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Closes the connections of `query` and drops the database. */
  drop(): Promise<void>;
}

interface Origin {
  /** Without any schema. */
  readonly empty?: boolean;
  /** A copy of this database, whose open connections are closed first; it must not be used in the meantime. */
  readonly copyOf?: TestDatabase;
}

/** Creates a database: a copy of the migrated template, unless `origin` names another source. */
export async function createTestDatabase(origin: Origin = {}): Promise<TestDatabase> {
  const { empty = false, copyOf } = origin;
  const server = environment('SOUK_TEST_SERVER');
  const template = environment('SOUK_TEST_TEMPLATE');
  // The name begins with that of the run, which drops all of its databases at its end, those of failed tests included.
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  const source = copyOf ? databaseIn(copyOf.url) : empty ? 'template1' : template;
  await onServer(server, async (client) => {
    if (copyOf) await client.query(CUT_CONNECTIONS, [source]);
    // Half the work of the default, which writes each page to the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  });
  const directUrl = databaseUrl(server, name);
  const url = empty ? directUrl : databaseUrl(environment('SOUK_TEST_APPLICATION'), name);
  // What a spec writes by SQL counts as there before; "RESET souk.audit_entry" lets a change be noted.
  const options = '-c souk.audit_entry=off';
  const pool = new Pool({ connectionString: directUrl, max: 4, options });
  // Dropping the database cuts connections that are still closing; that is no failure of a test.
  pool.on('error', () => undefined);
  // A copied database would have the identity of the template. Nothing was lost before it was made.
  if (!empty) {
    await pool.query(
      `UPDATE shop_identity SET shop_id = DEFAULT, lineage = current_database_lineage(), lineage_since = '-infinity'`,
    );
  }
  return {
    url,
    directUrl,
    query: async <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...parameters])).rows,
    drop: async () => {
      await pool.end();
      await until(() => isDropped(server, name));
    },
  };
}

/** False while autovacuum works in the database: nobody but a superuser may end it, and it ends by itself. */
async function isDropped(server: string, name: string): Promise<boolean> {
  try {
    await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') return false;
    throw error;
  }
}

/** Those of the owner; a server that has just stopped still ends its own, and PostgreSQL waits for that. */
const CUT_CONNECTIONS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = $1 AND usename = current_user`;

function databaseIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** How the owner reaches a test database that the application reaches by `url`. */
export function directUrlOf(url: string): string {
  return databaseUrl(environment('SOUK_TEST_SERVER'), databaseIn(url));
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the global setup did not run`);
  return value;
}
