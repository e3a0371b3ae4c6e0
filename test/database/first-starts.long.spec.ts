import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { databaseUrl } from '../support/server-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let db: TestDatabase;

beforeEach(async () => {
  // A shop of its own: it begins in an empty database.
  db = await createTestDatabase({ empty: true });
});
afterEach(() => db.drop());

/** As servers do, whose role is not that of the owner. */
function start(say?: (sentence: string) => void): Promise<string[]> {
  const name = new URL(db.directUrl).pathname.slice(1);
  const url = databaseUrl(process.env.SOUK_TEST_APPLICATION ?? '', name);
  return prepareSchema({ DATABASE_URL: url, DATABASE_DIRECT_URL: db.directUrl }, [], say);
}

const NAMES = MIGRATIONS.map(({ name }) => name);

/** Sessions that cannot record a migration. */
const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'souk migrate' AND wait_event_type = 'Lock'`;

const done = async (): Promise<string[]> => {
  const rows = await db.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
  return rows.map(({ name }) => name);
};

it('several first starts on an empty database wait for each other, and none fails', async () => {
  for (let round = 0; round < 3; round++) {
    const runs = await Promise.all(Array.from({ length: 6 }, () => start()));
    expect(runs.filter((names) => names.length > 0)).toEqual(round === 0 ? [NAMES] : []);
    // Once more the schema of the job library alone.
    await db.query('DROP SCHEMA pgboss CASCADE');
  }
});

it('a start whose connections are cut says so and goes on', async () => {
  await migrate(db.directUrl, { migrations: MIGRATIONS.slice(0, 5) });
  const holder = new Client({ connectionString: db.directUrl });
  await holder.connect();
  // No migration can be recorded meanwhile.
  await holder.query('BEGIN; LOCK TABLE schema_migrations IN SHARE MODE');
  const said: string[] = [];
  const started = start((sentence) => said.push(sentence));
  await until(async () => (await db.query(WAITING)).length > 0);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'souk migrate'`,
  );
  await until(() => said.length > 0);
  await holder.end();
  await started;
  expect(await done()).toEqual(NAMES);
  expect(said).toEqual([
    'The connection to the database was cut while its schema was prepared; this is tried again.',
  ]);
});
