import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded/index.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { freePort } from '../support/free-port.js';
import { HttpClient } from '../support/http-client.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { onServer } from '../support/server-connection.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';
import { itWith } from './installed.js';
import { FRONT_NAMES, programOf, type FrontName } from './proxies.js';
import { ProxyLoad } from './proxy-load.js';
import { ProxyProcess } from './proxy-process.js';

/** Of all clients: longer than any of the examples needs to see that nobody is ready. */
const MANY_ANSWERS = 400;

let dataDir: string;
let database: EmbeddedPostgres;
let rows: ShopRows;

beforeAll(async () => {
  dataDir = await makeDataFolder('souk-proxies-');
  database = await startEmbeddedPostgres({ dataDir });
  await prepareSchema({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.directUrl });
  const query = <Row extends object>(sql: string, parameters: readonly unknown[] = []) =>
    onServer(database.directUrl, async (db) => (await db.query<Row>(sql, [...parameters])).rows);
  rows = new ShopRows({ query });
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function startOn(port: number): Promise<ServerProcess> {
  return ServerProcess.start({
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.directUrl,
    PORT: String(port),
    TRUST_PROXY: 'loopback',
  });
}

/** Resolves when the last answers, as many as there are clients and more, were all successes. */
async function untilWell({ heard }: ProxyLoad): Promise<void> {
  const from = heard.length;
  await until(
    () =>
      heard.length > from + 50 && heard.slice(-50).every(({ answer }) => answer?.status === 200),
  );
}

async function more({ heard }: ProxyLoad, answers: number): Promise<void> {
  const from = heard.length;
  await until(() => heard.length > from + answers);
}

async function outage(load: ProxyLoad): Promise<void> {
  const from = load.heard.length;
  await database.stop();
  try {
    await more(load, MANY_ANSWERS);
    const during = load.heard.slice(from);
    const pings = during.filter(({ path }) => path.endsWith('/ping'));
    const answered = pings.filter(({ answer }) => answer?.status === 200);
    // On a busy machine a check of health may be late.
    expect(answered.length).toBeGreaterThan(pings.length * 0.9);
    expect(during.filter(({ answer }) => answer?.status === 503).length).toBeGreaterThan(0);
  } finally {
    database = await startEmbeddedPostgres({ dataDir });
  }
  await untilWell(load);
}

async function killAll(load: ProxyLoad, instances: ServerProcess[], ports: number[]) {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await more(load, MANY_ANSWERS);
  const last = load.heard.slice(-50).map(({ answer }) => answer?.status ?? 503);
  expect(new Set(last)).toEqual(new Set([503]));
  const started = await Promise.all(ports.map(startOn));
  await untilWell(load);
  return started;
}

describe.each(FRONT_NAMES)('behind %s, under load', (name: FrontName) => {
  itWith(programOf(name), 'every complete answer is of the wire', async (program) => {
    const { id, token } = await rows.account({ balance: '100000' });
    const product = await rows.product({ type: 'package' });
    const ports = [await freePort(), await freePort()] as [number, number];
    let instances = await Promise.all(ports.map(startOn));
    const proxy = await ProxyProcess.start(name, program, ports);
    const load = new ProxyLoad(proxy.baseUrl, token, product);
    try {
      await untilWell(load);
      await outage(load);
      await instances[0]!.stop('SIGKILL');
      await more(load, MANY_ANSWERS / 2);
      await untilWell(load);
      // The database is away, and one of the instances, too.
      await outage(load);
      instances[0] = await startOn(ports[0]);
      await untilWell(load);
      instances = await killAll(load, instances, ports);
      await load.stop();

      expect(load.foreign).toEqual([]);
      const { cut = 0, ...answered } = load.tally;
      console.log(`${name}: ${JSON.stringify(answered)}, ${cut} cut, ${load.placed.size} orders`);
      for (const ids of load.placed.values()) expect(ids.size).toBe(1);
      const orders = await onServer(database.directUrl, async (db) =>
        db.query<{ uuid: string }>(
          'SELECT order_uuid AS uuid FROM orders WHERE account_id = $1 ORDER BY order_uuid',
          [id],
        ),
      );
      expect(orders.rows.map(({ uuid }) => uuid)).toEqual([...load.placed.keys()].sort());
      const client = new HttpClient(proxy.baseUrl);
      const { json } = await client.send('/client/api/profile', { token });
      client.close();
      expect(json).toMatchObject({ balance: String(100_000 - load.placed.size) });
    } finally {
      await proxy.stop();
      await Promise.all(instances.map((instance) => instance.stop()));
    }
  });
});
