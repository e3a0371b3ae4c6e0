import { parseArgs } from 'node:util';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../test/support/server-process.js';
import { openTestServer } from '../test/support/test-server.js';
import { benchShop, type BenchShop } from './bench-shop.js';
import { placeOrders } from './http-orders.js';
import { measured, median } from './load.js';
import { machine } from './machine.js';
import { getRequest, RawConnection } from './raw-client.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = { folder: ROOT, args: ['--no-warnings', 'dist/main.js'] };
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
  readonly ordersAStatement: number;
  readonly connections: number;
  /** Proportional set size of all its processes, after 1,000 requests, and after all load. */
  readonly idleMib: number;
  readonly loadedMib: number;
}

const SETUPS: readonly Setup[] = [
  { instances: 1, workers: 1 },
  { instances: 1, workers: 2 },
  { instances: 1, workers: 4 },
  { instances: 2, workers: 1 },
  { instances: 4, workers: 1 },
];

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
  plan: { warmUpSeconds: number; seconds: number } | { requests: number },
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
  duration: { warmUpSeconds: number; seconds: number },
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

async function figuresOf(
  { instances, workers }: Setup,
  shop: BenchShop,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Figures> {
  const { url, directUrl } = shop.db;
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, WORKERS: String(workers) };
  const servers: ServerProcess[] = [];
  try {
    for (let count = 0; count < instances; count++)
      servers.push(await ServerProcess.start(settings, PROGRAM));
    await readProfiles(servers, shop, instances * workers * 8, { requests: REQUESTS });
    const idleMib = await memoryOf(servers);
    const duration = { warmUpSeconds: WARM_UP_SECONDS, seconds };
    const profiles = await readProfiles(servers, shop, clients, duration);
    const before = await committed(shop);
    const { perSecond, medianMs } = await orders(servers, shop, clients, duration);
    const after = await committed(shop);
    const [row] = await shop.db.query<{ connections: number }>(
      `SELECT count(*)::integer AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return {
      ...{ profiles, orders: perSecond, medianMs, idleMib, loadedMib: await memoryOf(servers) },
      ordersAStatement: (after.orders - before.orders) / (after.commits - before.commits),
      connections: row?.connections ?? NaN,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Servers with more workers and more instances, in turn, with the same clients. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '8' },
    },
  });
  const plan = { clients: Number(values.clients), seconds: Number(values.seconds) };
  const server = await openTestServer();
  try {
    const shop = await benchShop(ROOT, 200);
    const all = new Map(SETUPS.map((setup) => [setup, [] as Figures[]]));
    for (let round = 1; round <= Number(values.rounds); round++) {
      console.error(`round ${round}`);
      for (const [setup, figures] of all) figures.push(await figuresOf(setup, shop, plan));
    }
    console.log(`${await machine()}; ${plan.clients} clients\n`);
    console.log(
      '| instances | workers each | `profile`, 1/s | orders, 1/s | an order, ms | orders a statement | connections | memory after 1,000 requests, MiB | after load, MiB |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const [{ instances, workers }, figures] of all) {
      const of = (name: keyof Figures, digits = 0): string =>
        median(figures.map((one) => one[name])).toFixed(digits);
      const rates = [of('profiles'), of('orders'), of('medianMs', 1), of('ordersAStatement', 1)];
      const taken = [of('connections'), of('idleMib'), of('loadedMib')];
      console.log(`| ${[instances, workers, ...rates, ...taken].join(' | ')} |`);
    }
  } finally {
    await server.close();
  }
}

await main();
