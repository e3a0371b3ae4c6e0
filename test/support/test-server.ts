import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder, startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { makeDataFolder, removeAbandoned } from './memory-folder.js';
import { databaseUrl, onServer } from './server-connection.js';
import { asSuperuser } from './superuser-server.js';

/** The PostgreSQL server of one test run. */
export interface TestServer {
  close(): Promise<void>;
}

interface Server {
  /** As the owner, who may make databases. */
  readonly url: string;
  /** As the restricted role that the application works as. */
  readonly applicationUrl: string;
  stop(): Promise<void>;
}

const APPLICATION_ROLE = 'souk_test_app';
const PREFIX = 'souk_test_';
/** No test run takes as long. An older database was left behind by a run that was killed. */
const STALE_SECONDS = 6 * 3600;
const FOLDER_PREFIX = 'souk-test-';
/**
 * No waiting for a disk (when a process is killed nothing is lost all the same, as the operating system has it), and deadlocks, which some specs cause, are resolved after 50 ms instead of a second. Autovacuum
 * would look into some hundred databases that live for a second, and passwords are hashed once instead of 4096 times. Each
 * worker may have several shops at a time, with some twenty connections each.
 */
const FAST_SETTINGS = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'deadlock_timeout = 50ms',
  'autovacuum = off',
  'scram_iterations = 1',
  'max_connections = 300',
];

const COUNTING = ["shared_preload_libraries = 'pg_stat_statements'"];

/**
 * Takes the server of TEST_DATABASE_URL or DATABASE_URL (its role needs CREATEDB), else starts an
 * embedded one, and makes the migrated template that every test database is a copy of. Workers find
 * both by environment variables.
 * @param options `withoutDisk`: an embedded server never waits for a disk. Specs need no durable data; scenarios that
 *   measure or kill a server do. `countsStatements`: an embedded one has pg_stat_statements in each database.
 */
export async function openTestServer({
  withoutDisk = false,
  countsStatements = false,
} = {}): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const server =
    given === undefined
      ? await startEmbeddedServer(withoutDisk, countsStatements)
      : await givenServer(given);
  const now = Math.floor(Date.now() / 1000);
  const run = `${PREFIX}${now}_${randomBytes(4).toString('hex')}`;
  const close = async (): Promise<void> => {
    await dropDatabases(server.url, (name) => name.startsWith(run)).finally(() => server.stop());
  };
  try {
    await dropDatabases(server.url, (name) => startOf(name) < now - STALE_SECONDS);
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${run}`));
    await prepareSchema({
      DATABASE_URL: databaseUrl(server.applicationUrl, run),
      DATABASE_DIRECT_URL: databaseUrl(server.url, run),
    });
  } catch (error) {
    await close();
    throw error;
  }
  process.env.SOUK_TEST_SERVER = server.url;
  process.env.SOUK_TEST_APPLICATION = server.applicationUrl;
  process.env.SOUK_TEST_TEMPLATE = run;
  return { close };
}

async function stop(): Promise<void> {
  // A server that was given to us goes on running.
}

/** Makes a restricted role there too; where that is not allowed, the tests run as the owner alone. */
async function givenServer(url: string): Promise<Server> {
  const password = randomBytes(16).toString('hex');
  const application = new URL(url);
  [application.username, application.password] = [APPLICATION_ROLE, password];
  const applicationUrl = await onServer(url, async (client) => {
    await client.query(`CREATE ROLE ${APPLICATION_ROLE}`).catch(() => undefined);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${password}'`);
    await client.query(`GRANT ${APPLICATION_ROLE} TO CURRENT_USER`).catch(() => undefined);
    return application.href;
  }).catch(() => url);
  return { url, applicationUrl, stop };
}

async function startEmbeddedServer(
  withoutDisk: boolean,
  countsStatements: boolean,
): Promise<Server> {
  if (withoutDisk) await removeAbandoned(FOLDER_PREFIX);
  const folder = withoutDisk
    ? await makeDataFolder(FOLDER_PREFIX)
    : await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  const removed = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    let postgres = await startEmbeddedPostgres({ dataDir: folder });
    const settings = [...(withoutDisk ? FAST_SETTINGS : []), ...(countsStatements ? COUNTING : [])];
    if (settings.length > 0) {
      // Some settings are read at a start only.
      await postgres.stop();
      await writeSettings(folder, settings);
      if (countsStatements) await asSuperuser(folder, 'CREATE EXTENSION pg_stat_statements');
      postgres = await startEmbeddedPostgres({ dataDir: folder });
    }
    if (withoutDisk) await hashPasswordsAgain(postgres.directUrl, postgres.url);
    return {
      url: postgres.directUrl,
      applicationUrl: postgres.url,
      stop: () => postgres.stop().finally(removed),
    };
  } catch (error) {
    await removed();
    throw error;
  }
}

async function writeSettings(dataDir: string, lines: readonly string[]): Promise<void> {
  const { cluster } = await openDataFolder(dataDir);
  await appendFile(join(cluster, 'postgresql.auto.conf'), [...lines, ''].join('\n'));
}

/** A password keeps the number of iterations that it was hashed with. @param urls of the roles, with their passwords */
async function hashPasswordsAgain(...urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await onServer(url, async (client) => {
      await client.query('SET scram_iterations = 1');
      await client.query(`ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
    });
  }
}

/** When the run that made a database began, in epoch seconds; never for a database of others. */
function startOf(name: string): number {
  return Number(new RegExp(`^${PREFIX}(\\d+)_`).exec(name)?.[1] ?? Infinity);
}

async function dropDatabases(url: string, chosen: (name: string) => boolean): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    for (const { datname } of rows.filter((row) => chosen(row.datname))) {
      await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    }
  });
}
