import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  findServer,
  openDataFolder,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/database/embedded/index.js';
import { migrate } from '../../src/database/migrate.js';
import { historyChange, lineageOf } from '../../src/database/revision/history-change.js';
import { READ_HISTORY } from '../../src/database/revision/revisions.js';
import { until } from '../support/until.js';

let parent: string;
let dataDir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'souk-history-'));
  dataDir = join(parent, 'data');
  server = await startEmbeddedPostgres({ dataDir });
  await migrate(server.directUrl);
});

afterAll(async () => {
  await server.stop();
  await rm(parent, { recursive: true, force: true });
});

async function query<Row>(sql: string): Promise<Row> {
  const client = new Client({ connectionString: server.directUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

const LINEAGE =
  'SELECT current_database_history() AS history, current_database_lineage() AS lineage';

/** The lineage by the database, which is the one that we make of the history. */
async function lineage(): Promise<string> {
  const found = await query<{ history: string; lineage: string }>(LINEAGE);
  expect(lineageOf(found.history)).toBe(found.lineage);
  return found.lineage;
}

const history = async () => (await query<{ history: string }>(READ_HISTORY)).history;

async function restarted(change: (cluster: string) => Promise<unknown>): Promise<void> {
  await server.stop();
  await change((await openDataFolder(dataDir)).cluster);
  server = await startEmbeddedPostgres({ dataDir });
}

/** As `pg_ctl promote`. */
async function promote(): Promise<void> {
  const folder = await openDataFolder(dataDir);
  await writeFile(join(folder.cluster, 'promote'), '', { mode: 0o644 });
  process.kill((await findServer(folder))?.pid ?? 0, 'SIGUSR1');
}

it('the history of a database changes with a restore, a restart and, at once, a promotion', async () => {
  const first = await history();
  expect(await history()).toBe(first);
  expect(first).toMatch(/^[0-9a-f-]{36}\/\d+\/\d+ \d{19} 1 \d+\.\d+$/);

  await query('UPDATE database_history SET id = DEFAULT');
  const restored = await history();
  const before = await lineage();
  expect(historyChange(first, restored).message).toContain('was restored');

  await restarted(() => Promise.resolve());
  const again = await history();
  expect(historyChange(restored, again)).toMatchObject({ mayHaveLost: false });
  expect(await lineage()).toBe(before);

  await restarted(async (cluster) => {
    await writeFile(join(cluster, 'standby.signal'), '', { mode: 0o644 });
    await appendFile(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n");
  });
  const standby = await history();
  expect(await query('SELECT pg_is_in_recovery() AS waits')).toEqual({ waits: true });
  expect(historyChange(again, standby)).toMatchObject({ mayHaveLost: false });

  await promote();
  const promoted = await until(async () => {
    const now = await history();
    return now !== standby && now;
  });
  expect(historyChange(standby, promoted).message).toContain('in timeline 2 after timeline 1');
  expect(await lineage()).not.toBe(before);
});

it.each(['-', '7412000000000000001'])(
  'the lineage of a server (%s) that withholds its timeline changes with its start',
  async (system) => {
    const withheld = `id/5/16384 ${system} - 1763800000.123`;
    await query(`CREATE OR REPLACE FUNCTION current_database_history() RETURNS text LANGUAGE sql
      AS $$ SELECT '${withheld}' $$`);
    expect(await lineage()).toBe(withheld);
  },
);
