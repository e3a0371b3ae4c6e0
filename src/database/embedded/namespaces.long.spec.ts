import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhere } from '../../../test/support/describe-where.js';
import { buildNeighbor, type NeighborLine } from '../../../test/support/embedded-neighbor.js';
import { PidNamespace, whyNoNamespaces } from '../../../test/support/pid-namespace.js';
import { onServer } from '../../../test/support/server-connection.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';

const REFUSED = /^PostgreSQL still runs on this data folder in another container/;
const missing = whyNoNamespaces();

/** The application in a PID namespace where it is not process 1, so that PostgreSQL outlives it. */
describeWhere(missing, 'a data folder of two PID namespaces', () => {
  let parent: string;
  let dataDir: string;
  let pidFile: string;
  let program: string;
  const namespaces: PidNamespace[] = [];

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'souk-namespaces-'));
    program = await buildNeighbor(join(parent, 'program'));
  });

  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(parent, 'shop-')), '.souk');
    pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  });

  afterEach(() => Promise.all(namespaces.splice(0).map((namespace) => namespace.end())));

  afterAll(() => rm(parent, { recursive: true }));

  function open(): PidNamespace {
    const namespace = PidNamespace.open();
    namespaces.push(namespace);
    return namespace;
  }

  async function startIn(namespace: PidNamespace): Promise<NeighborLine> {
    const line = await namespace.start([process.execPath, program, dataDir, 'idle']);
    return JSON.parse(line) as NeighborLine;
  }

  /** Starts and stops the application outside of every namespace. @returns how many rows it found. */
  async function countHere(): Promise<number> {
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      const [row] = await query(server.directUrl, 'SELECT count(*)::int AS count FROM kept');
      return row?.count as number;
    } finally {
      await server.stop();
    }
  }

  it('is refused while PostgreSQL lives on in the other one, until it is stopped there', async () => {
    const namespace = open();
    const { url } = await startIn(namespace);
    await query(url, 'CREATE TABLE kept (x integer)');
    await namespace.killStarted();
    const before = await readFile(pidFile, 'utf8');

    await expect(countHere()).rejects.toThrow(REFUSED);
    await expect(startIn(open())).resolves.toEqual({
      refused: expect.stringMatching(REFUSED) as string,
    });
    expect(await readFile(pidFile, 'utf8')).toBe(before);
    await query(url, 'INSERT INTO kept VALUES (1)');

    // There it is joined, and stopped in order.
    await expect(startIn(namespace)).resolves.toEqual({ url, firstRun: false });
    await namespace.stopStarted();
    expect(await countHere()).toBe(1);
  });

  it('is free as soon as PostgreSQL was killed, or the whole namespace', async () => {
    const first = open();
    const { url } = await startIn(first);
    await query(url, 'CREATE TABLE kept (x integer); INSERT INTO kept VALUES (1)');
    await first.killStarted();
    await first.killNamedIn(pidFile);
    expect(await countHere()).toBe(1);

    const second = open();
    await query((await startIn(second)).url, 'INSERT INTO kept VALUES (2)');
    await second.end();
    expect(await countHere()).toBe(2);
  });

  it('is given to one of two that start at once', async () => {
    const lines = await Promise.all([open(), open()].map(startIn));
    expect(lines.filter(({ refused }) => refused === undefined)).toHaveLength(1);
    expect(lines.find(({ refused }) => refused !== undefined)?.refused).toMatch(
      /^Another container or machine uses this data folder/,
    );
  });
});

function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return onServer(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}
