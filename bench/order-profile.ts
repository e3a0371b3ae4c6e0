import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onServer } from '../test/support/server-connection.js';
import { cpuTimes, postmaster, secondsOf } from './cpu-time.js';
import { fillStock, STOCKED_PRODUCT } from './delivery-rows.js';
import { placeOrders } from './http-orders.js';
import type { Duration } from './load.js';
import { machine } from './machine.js';
import { profileShares } from './profile-shares.js';
import { Workbench, type Shop } from './workbench.js';

const PRODUCTS = 1000;
/** Of any quantity from 1, and available. */
const PRODUCT = 1;
const ACCOUNTS = 1000;
const CLIENTS = 64;
const WARM_UP: Duration = { warmUpSeconds: 0, seconds: 10 };
const DURATION: Duration = { warmUpSeconds: 0, seconds: 10 };
/** Microseconds an order below which a line is not worth printing. */
const LEAST_US = 1;

/** What PostgreSQL has spent on the statements of one text. */
interface StatementTime {
  readonly calls: number;
  readonly us: number;
}

/** Where the time of an order goes, of one that is left to the operator or of one from code stock: the processors' by process, the server's by who spends it, PostgreSQL's by statement. */
export async function profileOrders(row: 'order' | 'stock'): Promise<void> {
  const plan = { rounds: 1, duration: DURATION, products: [PRODUCTS], groups: [], row: '' };
  const work = (bench: Workbench) => profileWith(bench, row === 'stock');
  await Workbench.use({ ...plan, before: undefined }, work, { countsStatements: true });
}

async function profileWith(bench: Workbench, isFromStock: boolean): Promise<void> {
  const shop = await bench.newShop(PRODUCTS, ACCOUNTS);
  const key = { SECRET_KEYS: randomBytes(32).toString('base64') };
  if (isFromStock) await fillStock(bench, shop, key);
  const { server, folder } = await bench.profiled('orders', (p) => bench.souk(shop, p, key));
  const database = (await postmaster(process.env.SOUK_TEST_SERVER ?? '')) ?? NaN;
  const product = isFromStock ? STOCKED_PRODUCT : PRODUCT;
  const target = { baseUrl: server.baseUrl, product, tokens: shop.tokens };
  await placeOrders(target, CLIENTS, WARM_UP);
  const countedBefore = await statements(shop);
  const before = (await cpuTimes()) ?? new Map<number, never>();
  const { perSecond } = await placeOrders(target, CLIENTS, DURATION);
  const after = (await cpuTimes()) ?? new Map<number, never>();
  const orders = perSecond * DURATION.seconds;
  const usOf = (pid: number): number =>
    ((secondsOf(after, pid) - secondsOf(before, pid)) * 1e6) / orders;
  const counted = await statements(shop);
  const serverUs = usOf(server.pid);
  await server.stop();
  const [file = ''] = await readdir(folder);
  const shares = await profileShares(join(folder, file), DURATION.seconds);
  console.log(`${await machine()}; ${CLIENTS} clients, ${perSecond.toFixed(0)} orders/s\n`);
  const processes = [['the server', serverUs] as const, ['PostgreSQL', usOf(database)] as const];
  printTable('microseconds of the processors an order', processes);
  const groups = [...shares].map(([group, share]) => [group, share * serverUs] as const);
  printTable('those of the server', groups);
  const named = [...counted].map(([text, { calls, us }]) => {
    const earlier = countedBefore.get(text);
    const each = (calls - (earlier?.calls ?? 0)) / orders;
    return [`${each.toFixed(3)} × \`${text}\``, (us - (earlier?.us ?? 0)) / orders] as const;
  });
  printTable('microseconds in statements of PostgreSQL an order, and how many of them', named);
}

/** By the beginning of their text. */
async function statements({ db }: Shop): Promise<ReadonlyMap<string, StatementTime>> {
  // Each role sees the texts of its own statements.
  const rows = await onServer(db.url, async (client) => {
    const { rows } = await client.query<StatementTime & { text: string }>(`
      SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS text, sum(calls)::float AS calls,
             sum(total_exec_time + total_plan_time) * 1e3 AS us
      FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      GROUP BY 1`);
    return rows;
  });
  return new Map(rows.map((row) => [row.text, row]));
}

function printTable(title: string, rows: readonly (readonly [name: string, us: number])[]): void {
  console.log(`| ${title} | |\n| --- | --- |`);
  for (const [name, us] of rows.toSorted((one, other) => other[1] - one[1])) {
    if (us >= LEAST_US) console.log(`| ${name} | ${us.toFixed(0)} |`);
  }
  console.log('');
}
