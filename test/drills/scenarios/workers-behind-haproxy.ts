import { setTimeout as sleep } from 'node:timers/promises';
import { presentVersion, versionOf } from '../../../bench/git-version.js';
import { chaosShop } from '../../chaos/shop/chaos-shop.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { programOf } from '../../deploy/proxies.js';
import { ProxyLoad } from '../../deploy/proxy-load.js';
import { ProxyProcess } from '../../deploy/proxy-process.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { workersOfServer } from '../../support/server-workers.js';
import type { TestDatabase } from '../../support/test-database.js';
import { PostgresServer } from '../cluster.js';
import { databaseAt } from '../instances.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import { ReplacedInstance } from '../replaced-instance.js';
import type { Amounts, Drill } from '../scenario.js';

const WORKERS = 2;
/** The default of DATABASE_POOL_SIZE, in parts, and the connection of each worker that listens. */
const MOST_CONNECTIONS = 2 * WORKERS * (10 / WORKERS + 1);
/** About once a second each worker opens one more for a moment, and a nightly backup has one. */
const FOR_A_MOMENT = 2 * WORKERS + 1;
/** Fewer than five ends of workers a minute, which would end a server. */
const PAUSE_MS = { least: 10_000, most: 15_000 };
const OUTAGE_MS = { least: 2_000, most: 6_000 };
const APPLICATION = "usename = 'souk_app'";

type Event = (scene: Scene) => Promise<void>;

interface Scene {
  readonly database: PostgresServer;
  readonly instances: readonly ReplacedInstance[];
  readonly random: Random;
  readonly faults: string[];
}

/** What happens again and again, to one of the instances or to the database. */
const EVENTS = Object.entries<Event>({
  'worker killed': async ({ instances, random }) => {
    const workers = await workersOfServer(one(instances, random).pid);
    const pid = [...workers.values()][random.between(0, workers.size - 1)];
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  },
  'instance killed': async ({ instances, random, faults }) => {
    faults.push(...(await one(instances, random).replace({ signal: 'SIGKILL' })));
  },
  'database stopped': async ({ database, random }) => {
    await database.stop();
    await sleep(random.between(OUTAGE_MS.least, OUTAGE_MS.most));
    await database.start();
  },
  'instances restarted one by one': async ({ instances, faults }) => {
    for (const instance of instances) faults.push(...(await instance.replace()));
  },
});

/** Two instances with two workers each behind the shipped haproxy, while workers, instances and the database end. */
export const workersBehindHaproxy: Drill = needing(['postgresql', 'haproxy'], {
  title: 'workers, instances and the database end behind the shipped haproxy',
  run: async (random, amounts, say) => {
    const database = await PostgresServer.primary();
    const db = databaseAt(database.port);
    const former = amounts.before === '' ? undefined : await versionOf(amounts.before);
    const instances: ReplacedInstance[] = [];
    try {
      for (let count = 0; count < 2; count++)
        instances.push(await ReplacedInstance.start(db, former, { WORKERS: String(WORKERS) }));
      const scene = { database, instances, random, faults: [] };
      return await lived(scene, db, amounts, say);
    } finally {
      await Promise.all(instances.map((instance) => instance.stop()));
      await database.remove();
      await former?.remove();
    }
  },
});

async function lived(
  scene: Scene,
  db: TestDatabase,
  { minutes, restartRate }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const { instances, random, faults } = scene;
  const shop = await chaosShop(db);
  const rows = new ShopRows(db);
  const { token } = await rows.account({ balance: '100000' });
  const product = await rows.product({ type: 'package' });
  const [first, second] = instances.map(({ port }) => port);
  const proxy = await ProxyProcess.start(
    'haproxy',
    programOf('haproxy'),
    [first!, second!],
    withoutLimits,
  );
  const load = new OrderLoad(shop, [proxy.baseUrl], random.fork());
  const wire = new ProxyLoad(proxy.baseUrl, token, product);
  const counts: Record<string, number> = {};
  load.start(restartRate);
  // The first thing is the upgrade, when the instances are of the release before.
  const version = await presentVersion();
  for (const instance of instances) faults.push(...(await instance.replace({ version })));
  let connections = 0;
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    const [name, event] = EVENTS[random.between(0, EVENTS.length - 1)]!;
    await event(scene);
    counts[name] = (counts[name] ?? 0) + 1;
    await sleep(random.between(PAUSE_MS.least, PAUSE_MS.most));
    connections = Math.max(connections, await connectionsOf(scene.database));
    say(`${name}; ${JSON.stringify(load.book.tally)}`);
  }
  await load.stop();
  await wire.stop();
  // The book knows nothing of the orders of the other load: there must be so many, and no further one.
  const others = `${wire.placed.size} orders asked for by nobody`;
  const swept = await sweep(shop, load.book);
  faults.push(...(await deliveriesEnded(db)), ...swept.filter((text) => !text.startsWith(others)));
  faults.push(...load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  await load.readBooks();
  load.close();
  await proxy.stop();
  const judged = judgedFaults(shop.recorder);
  faults.push(...judged.faults, ...wire.foreign.map((text) => `not of the wire: ${text}`));
  for (const [uuid, ids] of wire.placed)
    if (ids.size > 1) faults.push(`order ${uuid} has ${ids.size} ids`);
  if (connections > MOST_CONNECTIONS + FOR_A_MOMENT)
    faults.push(`${connections} connections, where ${MOST_CONNECTIONS} are promised`);
  const { cut = 0, ...answered } = wire.tally;
  const did = `${minutes} minutes: ${JSON.stringify(counts)}; ${load.book.orders.length} orders at ${restartRate} a second; beside them ${JSON.stringify(answered)}, ${cut} cut, ${wire.placed.size} orders; at most ${connections} connections; ${judged.told}`;
  return { did, faults };
}

/** All clients have one address here. */
function withoutLimits(text: string): string {
  return text
    .replace('conn_cur gt 50', 'conn_cur gt 5000')
    .replace('req_rate gt 500', 'req_rate gt 50000');
}

async function connectionsOf(database: PostgresServer): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE ${APPLICATION}`,
  );
  return row?.count ?? 0;
}

function one(instances: readonly ReplacedInstance[], random: Random): ReplacedInstance {
  return instances[random.between(0, instances.length - 1)]!;
}
