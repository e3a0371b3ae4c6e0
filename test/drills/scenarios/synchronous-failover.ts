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

/** Orders must be acknowledged again so soon after a promotion. */
const RECOVERY_LIMIT_MS = 30_000;

/** The primary is killed under load, and its synchronous standby takes over. */
export const synchronousFailover: Drill = needing(['postgresql', 'haproxy'], {
  title: 'the primary is killed, its synchronous standby promoted',
  run: (random, amounts, say) =>
    ReplicatedShop.run({ synchronous: true }, (shop) => failovers(shop, random, amounts, say)),
});

async function failovers(
  replicated: ReplicatedShop,
  random: Random,
  { failovers, rate }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const load = new OrderLoad(replicated.shop, replicated.baseUrls, random.fork());
  const faults: string[] = [];
  let slowestMs = 0;
  let codesMs = 0;
  load.start(rate);
  for (let number = 1; number <= failovers; number++) {
    await sleep(random.between(1000, 3000));
    await replicated.primary.kill();
    await sleep(random.between(0, 2000));
    const old = await replicated.failOver({ cut: false });
    const recoveryMs = await load.nextAcknowledged(RECOVERY_LIMIT_MS);
    if (recoveryMs > RECOVERY_LIMIT_MS) faults.push(`no order for 30 s after promotion ${number}`);
    slowestMs = Math.max(slowestMs, recoveryMs);
    const codes = await codesSoldAgain(replicated, load);
    faults.push(...codes.faults);
    codesMs = Math.max(codesMs, recoveryMs + codes.ms);
    say(`failover ${number}: ${load.book.orders.length} orders, back after ${seconds(recoveryMs)}`);
    await old.remove();
    replicated.standby = await replicated.primary.standby({ synchronous: true });
  }
  await load.stop();
  faults.push(...(await deliveriesEnded(replicated.shop.db)));
  faults.push(...(await sweep(replicated.shop, load.book)), ...(await replicated.faults()));
  faults.push(...load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  await load.readBooks();
  load.close();
  const judged = judgedFaults(replicated.shop.recorder);
  faults.push(...judged.faults);
  const did = `${failovers} failovers, ${load.book.orders.length} orders at ${rate} a second, back within ${seconds(slowestMs)} of the promotion, codes within ${seconds(codesMs)}; clients heard ${JSON.stringify(load.book.tally)}; ${judged.told}`;
  return { did, faults };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
