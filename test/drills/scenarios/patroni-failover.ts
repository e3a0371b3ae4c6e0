import { setTimeout as sleep } from 'node:timers/promises';
import { chaosShop } from '../../chaos/shop/chaos-shop.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { Haproxy } from '../haproxy.js';
import { databaseAt, Instances } from '../instances.js';
import { OrderLoad } from '../order-load.js';
import { PatroniCluster } from '../patroni.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';

/** Orders must be acknowledged again so soon after Patroni has promoted the standby. */
const RECOVERY_LIMIT_MS = 30_000;

/** Patroni and PostgreSQL of the leader are killed under load; Patroni promotes the synchronous standby. */
export const patroniFailover: Drill = needing(['postgresql', 'haproxy', 'patroni', 'etcd-server'], {
  title: 'the leader is killed, Patroni promotes its synchronous standby',
  run: async (random, amounts, say) => {
    const cluster = await PatroniCluster.start();
    const proxy = await Haproxy.start((port) => cluster.proxyLines(port));
    let instances: Instances | undefined;
    try {
      instances = await Instances.start(proxy.port);
      return await failovers({ cluster, port: proxy.port, instances }, random, amounts, say);
    } finally {
      await instances?.stop();
      await proxy.stop();
      await cluster.remove();
    }
  },
});

interface PatroniShop {
  readonly cluster: PatroniCluster;
  /** That of the proxy. */
  readonly port: number;
  readonly instances: Instances;
}

async function failovers(
  { cluster, port, instances }: PatroniShop,
  random: Random,
  { patroni, rate }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const shop = await chaosShop(databaseAt(port));
  const load = new OrderLoad(shop, instances.baseUrls, random.fork());
  const faults: string[] = [];
  let slowestMs = 0;
  load.start(rate);
  for (let number = 1; number <= patroni; number++) {
    await sleep(random.between(2000, 4000));
    const startAgain = await cluster.killLeader();
    await cluster.untilLed();
    const recoveryMs = await load.nextAcknowledged(RECOVERY_LIMIT_MS);
    if (recoveryMs > RECOVERY_LIMIT_MS) faults.push(`no order for 30 s after promotion ${number}`);
    slowestMs = Math.max(slowestMs, recoveryMs);
    say(`failover ${number}: ${load.book.orders.length} orders`);
    await startAgain();
    await cluster.untilSynchronous();
  }
  await load.stop();
  faults.push(...(await deliveriesEnded(shop.db)), ...(await sweep(shop, load.book)));
  faults.push(...(await instances.faults()));
  faults.push(...load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  await load.readBooks();
  load.close();
  const judged = judgedFaults(shop.recorder);
  faults.push(...judged.faults);
  const did = `${patroni} failovers, ${load.book.orders.length} orders at ${rate} a second, back within ${(slowestMs / 1000).toFixed(1)} s of the promotion; clients heard ${JSON.stringify(load.book.tally)}; ${judged.told}`;
  return { did, faults };
}
