import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { TOO_MANY_ENDS } from '../../src/start/workers/workers.js';
import { freePort } from '../support/free-port.js';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { EndedBeforeListening, ServerProcess, SOURCES } from '../support/server-process.js';
import { isListening, isRunning, workersOfServer } from '../support/server-workers.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Writes a line to a file whenever it starts, runs its task, or stops. */
const extension = (name: string, file: string, more = ''): string => `
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const note = (what) => appendFileSync(${JSON.stringify(file)}, \`${name} \${what} \${process.pid}\\n\`);
  export const extension = {
    name: '${name}',
    souk: '*',
    start: () => note('start'),
    stop: () => note('stop'),
    ports: () => ({ tasks: [{ name: 'look', everySeconds: 1, run: () => note('task') }] }),
    ${more}
  };`;

let folder: string;
let db: TestDatabase;
let rows: ShopRows;
let settings: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-workers-'));
  // A shop of its own: servers of the others record no extensions in it.
  db = await createTestDatabase();
  rows = new ShopRows(db);
  settings = {
    ...{ DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl },
    ...{ SOUK_DATA_DIR: join(folder, 'data'), WORKERS: '2' },
  };
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

/** The process id of a worker that is not the former one. */
async function pidOf(server: ServerProcess, number: number, former?: number): Promise<number> {
  return until(async () => {
    const pid = (await workersOfServer(server.pid)).get(number);
    return pid === former ? undefined : pid;
  });
}

async function orderPath(): Promise<{ token: string; path: (uuid: string) => string }> {
  const { token } = await rows.account({ balance: '100000' });
  const product = await rows.product({ type: 'package', price: '1' });
  const path = (uuid: string) => `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
  return { token, path };
}

describe('a server with two workers', () => {
  it('replaces a worker that is killed while orders go on, and has one order a key', async () => {
    const { token, path } = await orderPath();
    const server = await ServerProcess.start(settings);
    const uuids: string[] = [];
    let isOver = false;
    const client = new HttpClient(server.baseUrl);
    const clients = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const uuid = randomUUID();
        uuids.push(uuid);
        // A client repeats an order until it is answered.
        await until(() =>
          client.send(path(uuid), { token }).then(
            ({ status }) => status === 200,
            () => false,
          ),
        );
      }
    });
    for (const number of [1, 2]) {
      const pid = await pidOf(server, number);
      const count = uuids.length;
      await until(() => uuids.length > count + 32);
      process.kill(pid, 'SIGKILL');
      await pidOf(server, number, pid);
      await until(() => uuids.length > count + 96);
    }
    isOver = true;
    await Promise.all(clients);
    client.close();
    expect(await server.stop()).toBe(0);
    const orders = await db.query<{ uuid: string }>('SELECT order_uuid AS uuid FROM orders');
    expect(orders.map(({ uuid }) => uuid).sort()).toEqual(uuids.sort());
    expect(await invariantFaults(db)).toEqual([]);
  });

  it('does periodic work once, in the first one, and in the one that takes its place', async () => {
    const file = join(folder, 'notes');
    await writeFile(join(folder, 'once.mjs'), extension('once', file));
    await writeFile(join(folder, 'each.mjs'), extension('each', file, `work: 'each worker',`));
    const SOUK_EXTENSIONS = [join(folder, 'once.mjs'), join(folder, 'each.mjs')].join();
    const server = await ServerProcess.start({ ...settings, SOUK_EXTENSIONS });
    const notes = async (): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n');
    const has = (note: string) => until(async () => (await notes()).includes(note));
    const [first, second] = [await pidOf(server, 1), await pidOf(server, 2)];
    await has(`once task ${first}`);
    await has(`each task ${first}`);
    expect((await notes()).filter((note) => note.includes('start'))).toEqual([
      ...[`once start ${first}`, `each start ${first}`, `each start ${second}`],
    ]);
    process.kill(first, 'SIGKILL');
    const next = await pidOf(server, 1, first);
    await has(`once start ${next}`);
    await has(`once task ${next}`);
    expect(await server.stop()).toBe(0);
    const all = await notes();
    expect(all.filter((note) => note.includes('task')).join()).not.toContain(`${second}`);
    expect(all.filter((note) => note.includes('stop')).sort()).toEqual(
      [`once stop ${next}`, `each stop ${next}`, `each stop ${second}`].sort(),
    );
  });

  it('tells the sums of both as its metrics, also when one has ended', async () => {
    const { token, path } = await orderPath();
    const METRICS_PORT = String(await freePort());
    const server = await ServerProcess.start({ ...settings, METRICS_PORT });
    const metric = async (name: string): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
      const line = (await answer.text()).split('\n').find((one) => one.startsWith(name)) ?? '';
      return Number(line.slice(name.length));
    };
    const ordered = () => metric('souk_orders_total{outcome="ordered",code=""} ');
    for (let count = 0; count < 20; count++) {
      const client = new HttpClient(server.baseUrl);
      expect((await client.send(path(randomUUID()), { token })).status).toBe(200);
      client.close();
    }
    await until(async () => (await ordered()) === 20);
    expect(await metric('souk_workers ')).toBe(2);
    expect(await metric('souk_orders_waiting ')).toBe(20);
    expect(await metric('souk_database_pool_size ')).toBe(10);
    const pid = await pidOf(server, 2);
    process.kill(pid, 'SIGKILL');
    await pidOf(server, 2, pid);
    expect(await ordered()).toBe(20);
    expect(await metric('souk_worker_ends_total ')).toBe(1);
    expect(await server.stop()).toBe(0);
  });

  it('ends with a sentence when five workers have ended within a minute', async () => {
    const server = await ServerProcess.start(settings);
    let pid: number | undefined;
    for (let count = 0; count < 5; count++) {
      pid = await pidOf(server, 2, pid);
      // One that has not listened yet would be replaced later.
      await until(() => isListening(pid ?? NaN));
      process.kill(pid, 'SIGKILL');
      await until(async () => !(await isRunning(pid ?? NaN)));
    }
    expect([await server.ended, await server.said]).toEqual([1, `${TOO_MANY_ENDS}\n`]);
  });

  it('prints what is wrong with its start once', async () => {
    const wrong = { ...settings, DATABASE_URL: 'postgres://souk@127.0.0.1:1/souk' };
    const error = (await ServerProcess.start(wrong).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toBeInstanceOf(EndedBeforeListening);
    expect(error.message).toMatch(/listened: The database cannot be reached [^\n]*\n$/);
  });

  it('prints what has ended its first worker in the start', async () => {
    const file = join(folder, 'ends.mjs');
    const kill = `() => process.kill(process.pid, 'SIGKILL')`;
    await writeFile(file, `export const extension = { name: 'ends', souk: '*', start: ${kill} };`);
    const killed = ServerProcess.start({ ...settings, SOUK_EXTENSIONS: file });
    await expect(killed).rejects.toThrow(/ended by SIGKILL before it served[^\n]*\n$/);
  });

  it('shares its port with no other server that starts at the same time', async () => {
    const PORT = String(await freePort());
    const starts = [0, 1].map(() => ServerProcess.start({ ...settings, PORT }));
    const outcomes = await Promise.allSettled(starts);
    const served = outcomes.filter((one) => one.status === 'fulfilled');
    const refused = outcomes.filter((one) => one.status === 'rejected');
    for (const { value } of served) expect(await value.stop()).toBe(0);
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      expect.stringMatching(`Port ${PORT} is taken by another program[^\\n]*\n$`),
    ]);
  });

  it('leaves no worker behind when the primary process is killed', async () => {
    const server = await ServerProcess.start(settings);
    const pids = [...(await workersOfServer(server.pid)).values()];
    expect(pids).toHaveLength(2);
    await server.stop('SIGKILL');
    for (const pid of pids) await until(async () => !(await isRunning(pid)));
  });

  it('stops its embedded database last', async () => {
    const { SOUK_DATA_DIR = '' } = settings;
    const embedded = { SOUK_DATA_DIR, WORKERS: '2' };
    const server = await ServerProcess.start(embedded, SOURCES);
    const ready = await fetch(`${server.baseUrl}/health/ready`);
    expect([ready.status, (await workersOfServer(server.pid)).size]).toEqual([200, 2]);
    expect([await server.stop(), await server.said]).toEqual([0, '']);
    const cluster = await readdir(join(SOUK_DATA_DIR, 'postgres'));
    expect(cluster).toContain('PG_VERSION');
    expect(cluster).not.toContain('postmaster.pid');
  });
});
