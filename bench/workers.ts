import { parseArgs } from 'node:util';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../test/support/server-process.js';
import { openTestServer } from '../test/support/test-server.js';
import { benchShop, type BenchShop } from './bench-shop.js';
import { cpuTimes, secondsOf } from './cpu-time.js';
import { placeOrders } from './http-orders.js';
import { measured, median, type Duration } from './load.js';
import { machine } from './machine.js';
import { getRequest, RawConnection } from './raw-client.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KIB_A_MIB = 1_024;
/** After so many requests memory is read. */
const REQUESTS = 1_000;
const WARM_UP_SECONDS = 4;

/** How a shop is served. */
interface Setup {
  readonly instances: number;
  readonly workers: number;
}

interface Figures {
  readonly profiles: number;
  readonly orders: number;
  readonly medianMs: number;
  /** Of all its processes, without PostgreSQL. */
  readonly profileMicroseconds: number;
  readonly orderMicroseconds: number;
  readonly ordersAStatement: number;
  readonly connections: number;
  /** Proportional set size of all its processes, after 1,000 requests, and after all load. */
  readonly idleMib: number;
  readonly loadedMib: number;
}

/** A process and all that it has started. */
async function treeOf(pid: number): Promise<number[]> {
  const tree = [pid];
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) {
      tree.push(...(await treeOf(Number(child))));
    }
  }
  return tree;
}

/** What memory pages of these processes are shared counts in parts, as Linux tells it. */
async function memoryOf(servers: readonly ServerProcess[]): Promise<number> {
  const pids = (await Promise.all(servers.map(({ pid }) => treeOf(pid)))).flat();
  const sizes = pids.map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / KIB_A_MIB;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** So many clients, each with a connection of its own, spread over the instances, read the profile. */
async function readProfiles(
  servers: readonly ServerProcess[],
  { tokens }: BenchShop,
  clients: number,
  plan: Duration | { requests: number },
): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      RawConnection.open(Number(new URL(servers[client % servers.length]?.baseUrl ?? '').port)),
    ),
  );
  const ask = async (client: number): Promise<void> => {
    const headers = { 'api-token': tokens[client % tokens.length] ?? '' };
    await connections[client]?.ask(getRequest('/client/api/profile', headers));
  };
  try {
    if (!('requests' in plan)) return (await measured(clients, plan, ask)).perSecond;
    const each = Math.ceil(plan.requests / clients);
    const clientOf = async (_: unknown, client: number): Promise<void> => {
      for (let count = 0; count < each; count++) await ask(client);
    };
    await Promise.all(Array.from({ length: clients }, clientOf));
    return NaN;
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Clients place orders, spread over the instances. */
async function orders(
  servers: readonly ServerProcess[],
  { product, tokens }: BenchShop,
  clients: number,
  duration: Duration,
): Promise<{ perSecond: number; medianMs: number }> {
  const each = clients / servers.length;
  const rates = await Promise.all(
    servers.map(({ baseUrl }) => placeOrders({ baseUrl, product, tokens }, each, duration)),
  );
  return {
    perSecond: rates.reduce((sum, rate) => sum + rate.perSecond, 0),
    medianMs: median(rates.map((rate) => rate.medianMs)),
  };
}

/** Orders and the commits that they took, from the statistics of PostgreSQL. */
async function committed({ db }: BenchShop): Promise<{ orders: number; commits: number }> {
  const [row] = await db.query<{ orders: number; commits: number }>(`
    SELECT (SELECT count(*)::integer FROM orders) AS orders, count(DISTINCT xmin::text)::integer AS commits
    FROM orders`);
  return row ?? { orders: NaN, commits: NaN };
}

interface Plan {
  readonly clients: number;
  readonly seconds: number;
  /** Options of Node. */
  readonly words: readonly string[];
}

async function figuresOf(
  { instances, workers }: Setup,
  shop: BenchShop,
  { clients, seconds, words }: Plan,
): Promise<Figures> {
  const { url, directUrl } = shop.db;
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, WORKERS: String(workers) };
  const program = { folder: ROOT, args: ['--no-warnings', ...words, 'dist/main.js'] };
  const servers: ServerProcess[] = [];
  try {
    for (let count = 0; count < instances; count++)
      servers.push(await ServerProcess.start(settings, program));
    await readProfiles(servers, shop, instances * workers * 8, { requests: REQUESTS });
    const idleMib = await memoryOf(servers);
    const duration = { warmUpSeconds: WARM_UP_SECONDS, seconds };
    const read = () => readProfiles(servers, shop, clients, duration);
    const [profiles, profileSeconds] = await withCpuTime(servers, read);
    const before = await committed(shop);
    const place = () => orders(servers, shop, clients, duration);
    const [{ perSecond, medianMs }, orderSeconds] = await withCpuTime(servers, place);
    const after = await committed(shop);
    const [row] = await shop.db.query<{ connections: number }>(
      `SELECT count(*)::integer AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return {
      ...{ profiles, orders: perSecond, medianMs, idleMib, loadedMib: await memoryOf(servers) },
      // The warm-up is in it, and much of that is compiling.
      profileMicroseconds: (profileSeconds / (WARM_UP_SECONDS + seconds) / profiles) * 1e6,
      orderMicroseconds: (orderSeconds / (after.orders - before.orders)) * 1e6,
      ordersAStatement: (after.orders - before.orders) / (after.commits - before.commits),
      connections: row?.connections ?? NaN,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** @returns also the seconds that all processes of the servers have spent on processors meanwhile */
async function withCpuTime<T>(
  servers: readonly ServerProcess[],
  work: () => Promise<T>,
): Promise<[T, number]> {
  const seconds = async (): Promise<number> => {
    const times = (await cpuTimes()) ?? new Map<number, never>();
    return servers.reduce((sum, { pid }) => sum + secondsOf(times, pid), 0);
  };
  const before = await seconds();
  const done = await work();
  return [done, (await seconds()) - before];
}

/** Servers with more workers and more instances, in turn, with the same clients. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '8' },
      setups: { type: 'string', default: '1x1,1x2,1x4,2x1,4x1' },
      node: { type: 'string', default: '' },
    },
  });
  const plan: Plan = {
    clients: Number(values.clients),
    seconds: Number(values.seconds),
    words: values.node.split(' ').filter(Boolean),
  };
  const setups = values.setups.split(',').map((setup): Setup => {
    const [instances = 1, workers = 1] = setup.split('x').map(Number);
    return { instances, workers };
  });
  const server = await openTestServer();
  try {
    const shop = await benchShop(ROOT, 200);
    const all = new Map(setups.map((setup) => [setup, [] as Figures[]]));
    for (let round = 1; round <= Number(values.rounds); round++) {
      console.error(`round ${round}`);
      for (const [setup, figures] of all) figures.push(await figuresOf(setup, shop, plan));
    }
    console.log(`${await machine()}; ${plan.clients} clients\n`);
    console.log(
      '| instances | workers each | `profile`, 1/s | orders, 1/s | an order, ms | CPU of a `profile`, µs | of an order, µs | orders a statement | connections | memory after 1,000 requests, MiB | after load, MiB |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|---|');
    for (const [{ instances, workers }, figures] of all) {
      const of = (name: keyof Figures, digits = 0): string =>
        median(figures.map((one) => one[name])).toFixed(digits);
      const rates = [of('profiles'), of('orders'), of('medianMs', 1)];
      const costs = [of('profileMicroseconds'), of('orderMicroseconds'), of('ordersAStatement', 1)];
      const taken = [of('connections'), of('idleMib'), of('loadedMib')];
      console.log(`| ${[instances, workers, ...rates, ...costs, ...taken].join(' | ')} |`);
    }
  } finally {
    await server.close();
  }
}

await main();
