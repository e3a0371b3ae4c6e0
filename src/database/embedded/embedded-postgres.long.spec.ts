import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { buildNeighbor } from '../../../test/support/embedded-neighbor.js';
import { until } from '../../../test/support/until.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';

/** What another process, which uses the launcher as the real one does, reports of itself. */
interface Neighbor {
  readonly child: ChildProcess;
  readonly url: string;
  readonly firstRun: boolean;
  /** Rows it has seen committed so far. */
  readonly acknowledged: number[];
}

// In this order: the first case makes the cluster that the others use.
describe('the embedded PostgreSQL', { shuffle: false }, () => {
  let parent: string;
  let dataDir: string;
  let program: string;
  const started: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'souk-embedded-'));
    dataDir = join(parent, '.souk');
    program = await buildNeighbor(join(parent, 'program'));
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    // Started once more, because a killed child leaves its server to whoever comes next.
    if (started.length === 0) await start();
    for (const server of started.splice(0)) await server.stop();
  });

  afterAll(async () => {
    await rm(parent, { recursive: true });
  });

  async function start(folder = dataDir): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir: folder });
    started.push(server);
    return server;
  }

  async function startNeighbor(folder: string, mode: 'write' | 'idle'): Promise<Neighbor> {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [program, folder, mode], { stdio: [...stdio] });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const [first] = (await once(lines, 'line')) as [string];
    const acknowledged: number[] = [];
    lines.on('line', (line) => acknowledged.push(Number(line)));
    return { child, acknowledged, ...(JSON.parse(first) as Pick<Neighbor, 'url' | 'firstRun'>) };
  }

  it('makes its cluster once, with a plain role and a password', async () => {
    const first = await start();
    expect(first.firstRun).toBe(true);
    expect(first.directUrl).toMatch(/^postgres:\/\/souk:[\w-]{43}@127\.0\.0\.1:\d+\/souk$/);
    const [row] = await query(
      first.directUrl,
      `SELECT rolsuper, current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(row).toEqual({ rolsuper: false, encoding: 'UTF8', fsync: 'on' });
    await expect(
      query(first.directUrl.replace(/:[\w-]{43}@/, ':wrong@'), 'SELECT 1'),
    ).rejects.toThrow('password authentication failed');
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('new'));
  });

  it('keeps its port and data from run to run, and serves until the last user stops', async () => {
    const first = await start();
    await query(first.directUrl, 'CREATE TABLE kept (x integer)');
    await first.stop();
    await expect(query(first.directUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    const second = await start();
    const third = await start();
    expect([second.directUrl, third.directUrl, second.firstRun]).toEqual([
      first.directUrl,
      first.directUrl,
      false,
    ]);
    await second.stop();
    await second.stop();
    expect(await query(third.directUrl, 'SELECT x FROM kept')).toEqual([]);
  });

  it('outlives a killed process, is found again, and lost nothing', async () => {
    const neighbor = await startNeighbor(dataDir, 'write');
    while (neighbor.acknowledged.length < 100) await once(neighbor.child.stdout!, 'data');
    neighbor.child.kill('SIGKILL');
    await once(neighbor.child, 'close');
    const server = await start();
    expect(server.directUrl).toBe(neighbor.url);
    const rows = await query(server.directUrl, 'SELECT id FROM acknowledged');
    const kept = new Set(rows.map((row) => row.id));
    expect(neighbor.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('starts again after the server itself was killed', async () => {
    const first = await start();
    await query(first.directUrl, 'CREATE TABLE survived (x integer)');
    process.kill(await serverProcess(dataDir), 'SIGKILL');
    const again = await start();
    expect(await query(again.directUrl, 'SELECT x FROM survived')).toEqual([]);
  });

  it('is started again at its port when it dies while it is watched', async () => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const watched = await startEmbeddedPostgres({ dataDir, log, watch: true });
    started.push(watched);
    await query(watched.directUrl, 'CREATE TABLE outlived (x integer)');
    const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    );
    process.kill(Number(pid), 'SIGKILL');

    const outlived = () =>
      query(watched.directUrl, 'SELECT x FROM outlived').catch(() => undefined);
    expect(await until(outlived)).toEqual([]);
    await watched.stop();
    await expect(query(watched.directUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('is one server for processes that start at the same moment', async () => {
    const folder = join(parent, 'together');
    const neighbors = await Promise.all([1, 2].map(() => startNeighbor(folder, 'idle')));
    expect(neighbors.map(({ firstRun }) => firstRun).sort()).toEqual([false, true]);
    expect(neighbors[0]?.url).toBe(neighbors[1]?.url);
    for (const { child } of neighbors) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    await expect(query(neighbors[0]!.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('refuses to share its folder with another container, which it cannot see', async () => {
    await start();
    const place = join(dataDir, 'postgres.users.place');
    const here = await readFile(place, 'utf8');
    await writeFile(place, 'another container');

    await expect(start()).rejects.toThrow(/^Another container or machine uses this data folder/);
    await writeFile(place, here);
    await expect(start()).resolves.toMatchObject({ firstRun: false });
  });

  it('serves a copy of the folder by a server of its own', async () => {
    const original = await start();
    await query(original.directUrl, 'CREATE TABLE mark (x integer)');
    const copy = join(parent, 'copy');
    await promisify(execFile)('cp', ['-a', dataDir, copy]);
    const copied = await start(copy);
    await query(copied.directUrl, 'DROP TABLE mark');
    expect(await query(original.directUrl, 'SELECT x FROM mark')).toEqual([]);
  });

  it('neither fears nor hurts a foreign process that was given the id of a dead server', async () => {
    const doomed = await start();
    process.kill(await serverProcess(dataDir), 'SIGKILL');
    const foreigner = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
    children.push(foreigner);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
    await writeFile(pidFile, [foreigner.pid, ...rest].join('\n'));
    await doomed.stop();
    const server = await start();
    expect(await query(server.directUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(foreigner.signalCode).toBeNull();
  });

  it('sets a new password when the kept one was lost, unless the server is in use', async () => {
    const first = await start();
    await writeFile(join(dataDir, 'postgres.json'), '{');
    await expect(start()).rejects.toThrow(/^Another Souk process uses PostgreSQL/);
    await first.stop();
    const second = await start();
    expect(second.directUrl).not.toBe(first.directUrl);
    expect(await query(second.directUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('names both versions when the cluster was made by another PostgreSQL', async () => {
    const folder = join(parent, 'old');
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n');
    const failing = startEmbeddedPostgres({ dataDir: folder });
    await expect(failing).rejects.toThrow(/made by PostgreSQL 9 and only PostgreSQL \d+/);
  });

  it('tells why PostgreSQL did not start and where its log is', async () => {
    const first = await start();
    await first.stop();
    const settings = join(dataDir, 'postgres', 'postgresql.auto.conf');
    const kept = await readFile(settings, 'utf8');
    await writeFile(settings, 'shared_buffers = much\n');
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start: FATAL: .*postgres\.log\)\.$/);
    await writeFile(settings, kept);
    expect((await start()).firstRun).toBe(false);
  });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A server that is killed while this connection is still closing must not end the test run.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function serverProcess(folder: string): Promise<number> {
  const file = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  return Number.parseInt(file, 10);
}
