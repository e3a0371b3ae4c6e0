import { randomUUID } from 'node:crypto';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Faults } from '../../support/faults.js';
import type { HttpClient } from '../../support/http-client.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { PgBouncer } from '../pooler/pgbouncer.js';
import { readingClient } from '../reader.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';

/** Part of the ideal by which the sum of all instances may be off. */
const TOLERANCE = 0.1;

interface Round {
  readonly name: string;
  readonly column: 'requests_per_minute' | 'orders_per_minute';
  readonly quota: number;
  /** Callers at a time, by instance. */
  readonly callers: readonly number[];
  readonly path: (product: number) => string;
}

/** Two instances on one database. */
interface Instances {
  readonly db: TestDatabase;
  readonly clients: readonly HttpClient[];
  readonly product: number;
  readonly faults: Faults;
  /** Of each round. */
  readonly seconds: number;
}

const catalog = (): string => '/client/api/products';
const newOrder = (product: number): string =>
  `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;

const ROUNDS: readonly Round[] = [
  {
    name: 'catalog 9:1',
    column: 'requests_per_minute',
    quota: 600,
    callers: [9, 1],
    path: catalog,
  },
  {
    name: 'catalog 1:1',
    column: 'requests_per_minute',
    quota: 1_200,
    callers: [4, 4],
    path: catalog,
  },
  {
    name: 'catalog 1:0',
    column: 'requests_per_minute',
    quota: 600,
    callers: [8, 0],
    path: catalog,
  },
  { name: 'orders 9:1', column: 'orders_per_minute', quota: 60, callers: [9, 1], path: newOrder },
];

/** Two instances admit as much of a limited account as one bucket would, however uneven the load is. */
export const limits: Scenario = {
  title: 'limits a minute on two instances',
  run: async (_random, { limitSeconds }, say) => {
    const db = await createTestDatabase();
    // The second instance goes through PgBouncer in transaction mode, where that is installed.
    const bouncer = (await PgBouncer.isInstalled()) ? await PgBouncer.before(db.url) : undefined;
    const servers = [await start(db, db.url), await start(db, bouncer?.url ?? db.url)];
    const clients = servers.map(({ baseUrl }) => readingClient(baseUrl));
    const product = await new ShopRows(db).product({ price: '0.01' });
    const faults = new Faults();
    const instances = { db, clients, product, faults, seconds: limitSeconds };
    for (const round of ROUNDS) say(await measured(instances, round));
    for (const client of clients) client.close();
    const codes = await Promise.all(servers.map((server) => server.stop()));
    if (codes.some((code) => code !== 0)) faults.add(`servers ended with ${codes.join()}`);
    await bouncer?.stop();
    await db.drop();
    const way = bouncer
      ? 'one through PgBouncer'
      : 'both directly, since PgBouncer is not installed';
    const did = `${ROUNDS.length} rounds of ${limitSeconds} s, ${way}; see above`;
    return { did, faults: faults.list };
  },
};

function start({ directUrl }: TestDatabase, url: string): Promise<WatchedServer> {
  return WatchedServer.start({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
}

/** Every caller sends one request after the other, without regard to refusals. @returns a line for the reader */
async function measured(
  { db, clients, product, faults, seconds }: Instances,
  { name, column, quota, callers, path }: Round,
): Promise<string> {
  const { id, token } = await new ShopRows(db).account({ balance: '1000000' });
  await db.query(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [id, quota]);
  const counts = clients.map(() => ({ admitted: 0, refused: 0 }));
  const begun = await clockOf(db);
  const end = performance.now() + seconds * 1000;
  const call = async (index: number): Promise<void> => {
    const count = counts[index]!;
    while (performance.now() < end) {
      const { status, body } = await clients[index]!.fetch(path(product), { token });
      if (status === 200) count.admitted++;
      else if (status === 429) count.refused++;
      else faults.add(`${name}: an answer with ${status}`, String(body));
    }
  };
  const calls = callers.flatMap((number, index) =>
    Array.from({ length: number }, () => call(index)),
  );
  await Promise.all(calls);
  const ideal = quota * (1 + ((await clockOf(db)) - begun) / 60);
  const admitted = counts.reduce((sum, count) => sum + count.admitted, 0);
  const error = admitted / ideal - 1;
  // A bucket that always had tokens shows only that it did not admit too much.
  const isEnough = counts.some(({ refused }) => refused > 0);
  if (error > TOLERANCE || (isEnough && error < -TOLERANCE)) {
    faults.add(`${name}: off by ${percent(error)}`);
  }
  const each = counts.map((count) => `${count.admitted} admitted, ${count.refused} refused`);
  return `${name}, ${quota} a minute: ${each.join(' | ')}; in all ${admitted} of ${ideal.toFixed(0)}, ${isEnough ? percent(error) : 'too little load'}`;
}

/** The clock of the database in seconds. */
async function clockOf(db: TestDatabase): Promise<number> {
  const rows = await db.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  );
  return rows[0]!.now;
}

function percent(part: number): string {
  return `${part >= 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;
}
