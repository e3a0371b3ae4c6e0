import { setTimeout as sleep } from 'node:timers/promises';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { PostgresServer } from '../cluster.js';
import { releaseCodes } from '../code-sales.js';
import { orderLostAgain } from '../lost-orders.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';
import { ReplicatedShop } from '../shop.js';
import { WatchedProduct } from '../watched-product.js';

/** So long after the promotion no request may be answered from the old primary. */
const GRACE_MS = 5_000;
const LOOK_INTERVAL_MS = 100;
const [OLD_PRICE, NEW_PRICE] = ['1.01', '7.77'];

const CONNECTIONS = `
  SELECT application_name AS name FROM pg_stat_activity
  WHERE usename = 'souk_app' AND backend_type = 'client backend'`;

/** The standby is promoted and haproxy repointed while the old primary lives on, with all connections to it. */
export const oldPrimary: Drill = needing(['postgresql', 'haproxy'], {
  title: 'the old primary lives on after a promotion, its connections are not cut',
  run: (random, amounts) =>
    ReplicatedShop.run({ synchronous: false }, (shop) => livesOn(shop, random, amounts)),
});

async function livesOn(
  replicated: ReplicatedShop,
  random: Random,
  { watch, rate }: Amounts,
): Promise<Findings> {
  const load = new OrderLoad(replicated.shop, replicated.baseUrls, random.fork());
  const watched = await WatchedProduct.in(replicated, OLD_PRICE);
  load.start(rate);
  await sleep(random.between(2000, 4000));
  replicated.standby.received?.break();
  const old = await replicated.failOver({ cut: false });
  const [revoked, kept] = replicated.shop.accounts;
  if (!revoked || !kept) throw new Error('the shop has too few accounts');
  const promotedAt = performance.now();
  await watched.setPrice(NEW_PRICE);
  await replicated.primary.query(
    'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1',
    [revoked.id],
  );
  await sleep(GRACE_MS - (performance.now() - promotedAt));
  const late = load.book.orders.length;
  const found = new Set<string>();
  let answers = 0;
  while (performance.now() - promotedAt < watch * 1000) {
    answers += await look(old, watched, [revoked.token, kept.token], found);
    await sleep(LOOK_INTERVAL_MS);
  }
  await replicated.primary.query(
    'UPDATE access_tokens SET revoked_at = NULL WHERE account_id = $1',
    [revoked.id],
  );
  await load.stop();
  const lateOrders = new Set(load.book.orders.slice(late));
  // Codes are held back after such a failover; an order of codes that was lost cannot be placed again before.
  await releaseCodes(replicated);
  const lost = await orderLostAgain(replicated, load);
  const lostLate = lost.orders.filter((order) => lateOrders.has(order));
  const faults = [...found, ...lost.faults, ...(await deliveriesEnded(replicated.shop.db))];
  if (answers === 0) faults.push('every answer was 111');
  if (lostLate.length > 0) faults.push(`${lostLate.length} orders of after the grace were lost`);
  faults.push(...(await sweep(replicated.shop, load.book)), ...(await replicated.faults()));
  load.close();
  const again = judgedFaults(replicated.shop.recorder);
  faults.push(...again.faults);
  watched.close();
  await old.remove();
  const did = `watched for ${watch} s, ${answers} answers from ${GRACE_MS / 1000} s after the promotion on; ${load.book.orders.length} orders, ${lost.orders.length} of before were acknowledged by the old primary alone, and ordered again; clients heard ${JSON.stringify(load.book.tally)}; ${lost.told}; of those ordered again: ${again.told}`;
  return { did, faults };
}

/** Asks each instance what only the new primary knows. @returns how many answers were looked at. */
async function look(
  old: PostgresServer,
  watched: WatchedProduct,
  [revoked = '', kept = '']: readonly string[],
  found: Set<string>,
): Promise<number> {
  const statuses = await watched.statusOf(revoked);
  const prices = await watched.shownPrices(kept);
  for (const status of statuses.filter((each) => each !== 401)) {
    found.add(`a token that is revoked on the new primary was answered with ${status}`);
  }
  for (const price of prices.filter((each) => each !== NEW_PRICE)) {
    found.add(`the price ${String(price)} was shown, not ${NEW_PRICE}`);
  }
  for (const { name } of await old.query<{ name: string }>(CONNECTIONS)) {
    found.add(`a connection of "${name}" to the old primary is open`);
  }
  return statuses.length + prices.length;
}
