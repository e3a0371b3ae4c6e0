import { setTimeout as sleep } from 'node:timers/promises';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { codesSoldAgain } from '../code-sales.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';
import { ReplicatedShop } from '../shop.js';

/** The primary is stopped in order, its standby takes over, and is restarted later: nothing is lost. */
export const switchover: Drill = needing(['postgresql', 'haproxy'], {
  title: 'a planned switchover, and a restart of the database',
  run: (random, amounts, say) =>
    ReplicatedShop.run({ synchronous: false }, (shop) => switchovers(shop, random, amounts, say)),
});

async function switchovers(
  replicated: ReplicatedShop,
  random: Random,
  { switchovers, rate }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const load = new OrderLoad(replicated.shop, replicated.baseUrls, random.fork());
  const faults: string[] = [];
  const longestMs = { switchover: 0, restart: 0 };
  load.start(rate);
  for (let number = 1; number <= switchovers; number++) {
    await sleep(random.between(1000, 3000));
    // A server that is stopped waits until its standby has received all.
    await replicated.primary.stop();
    const old = await replicated.failOver({ cut: true });
    const switched = await codesSoldAgain(replicated, load);
    await old.remove();
    await replicated.primary.stop();
    await replicated.primary.start();
    const restarted = await codesSoldAgain(replicated, load);
    faults.push(...switched.faults, ...restarted.faults);
    longestMs.switchover = Math.max(longestMs.switchover, switched.ms);
    longestMs.restart = Math.max(longestMs.restart, restarted.ms);
    say(`switchover ${number}: codes after ${seconds(switched.ms)}, ${seconds(restarted.ms)}`);
    replicated.standby = await replicated.primary.standby({ synchronous: false });
  }
  await load.stop();
  faults.push(...(await deliveriesEnded(replicated.shop.db)));
  faults.push(...(await sweep(replicated.shop, load.book)), ...(await replicated.faults()));
  faults.push(...load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  await load.readBooks();
  load.close();
  const judged = judgedFaults(replicated.shop.recorder);
  faults.push(...judged.faults);
  const did = `${switchovers} switchovers and restarts, ${load.book.orders.length} orders at ${rate} a second; codes were sold again within ${seconds(longestMs.switchover)} of a switchover, ${seconds(longestMs.restart)} of a restart; clients heard ${JSON.stringify(load.book.tally)}; ${judged.told}`;
  return { did, faults };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
