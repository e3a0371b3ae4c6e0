import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { souk, soukJson } from '../support/command-line.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { HURRIED, ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

/** A shop after its first start, with no setting but its data folder. */
let parent: string;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  parent = await makeDataFolder('souk-first-night-');
  dataDir = join(parent, '.souk');
  server = await ServerProcess.start({ SOUK_DATA_DIR: dataDir }, HURRIED);
});
afterAll(async () => {
  await server.stop();
  await rm(parent, { recursive: true });
});

/** Works on a connection to the database of the shop. */
async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new Client({ connectionString: `${database.directUrl}?sslmode=disable` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.stop();
  }
}

const backups = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'backups')).catch(() => [])).sort();

const MOVE_CLOCK = `
  UPDATE nightly_backup SET ended_at = ended_at - interval '1 day', began_at = '-infinity'`;

/** Restores it on another machine, which has the key. */
async function expectRestorable(name: string): Promise<void> {
  const key = (await readFile(join(dataDir, 'secret-keys'), 'utf8')).trim();
  const settings = { SOUK_DATA_DIR: join(parent, `restored-${name}`), SECRET_KEYS: key };
  const { code, err } = await souk(settings, 'restore', join(dataDir, 'backups', name));
  expect([code, err]).toEqual([0, '']);
  const rows = (of: Record<string, string>) => soukJson(of, 'catalog', 'export');
  expect(await rows(settings)).toEqual(await rows({ SOUK_DATA_DIR: dataDir }));
}

describe('a shop with no setting at all', () => {
  it('has a backup after its first night, which can be restored', async () => {
    expect(await backups()).toEqual([]);
    await connected(async (client) => {
      await client.query(MOVE_CLOCK);
      await until(async () => {
        const { rows } = await client.query<{ done: boolean }>(
          'SELECT restored_at IS NOT NULL AS done FROM nightly_backup',
        );
        return rows[0]?.done;
      });
    });
    const [name = '', ...others] = await backups();
    expect([name, others]).toEqual([expect.stringMatching(/\.backup$/), []]);
    await expectRestorable(name);
  });

  it('has one after a night in which it was killed in the middle of it', async () => {
    const [former] = await backups();
    await connected(async (client) => {
      // The backup waits for this table, with others written already.
      await client.query('BEGIN; LOCK TABLE restores IN ACCESS EXCLUSIVE MODE');
      await connected((other) => other.query(MOVE_CLOCK));
      await until(async () => {
        const { rows } = await client.query<{ waiting: boolean }>(
          `SELECT count(*) > 0 AS waiting FROM pg_locks
           WHERE relation = 'restores'::regclass AND NOT granted`,
        );
        return rows[0]?.waiting;
      });
      await server.stop('SIGKILL');
    });
    expect(await backups()).toEqual([former, expect.stringMatching(/\.backup\.unfinished$/)]);

    server = await ServerProcess.start({ SOUK_DATA_DIR: dataDir }, HURRIED);
    await connected((client) => client.query(MOVE_CLOCK));
    const [, made = ''] = await until(async () => {
      const names = await backups();
      return names.length === 2 && names.every((name) => name.endsWith('.backup')) && names;
    });
    await expectRestorable(made);
  });
});
