import { setTimeout as sleep } from 'node:timers/promises';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { releaseCodes, SoldCodes } from '../code-sales.js';
import { KeptReceipts } from '../kept-receipts.js';
import { orderLostAgain } from '../lost-orders.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';
import { ReplicatedShop } from '../shop.js';
import { WatchedProduct } from '../watched-product.js';

const RECOVERY_LIMIT_MS = 30_000;
/** For so long the standby receives nothing. */
const LAG_MS = 1_000;
/** A change is seen everywhere after a second; so long after the recovery nothing old may be answered. */
const SETTLED_MS = 3_000;
const WATCHED_MS = 5_000;
const LOOK_INTERVAL_MS = 50;

/** The primary is killed when its standby has not received the last second, so that second is lost. */
export const asynchronousFailover: Drill = needing(['postgresql', 'haproxy'], {
  title: 'the primary is killed, its asynchronous standby a second behind',
  run: (random, amounts, say) =>
    ReplicatedShop.run({ synchronous: false }, (shop) => failovers(shop, random, amounts, say)),
});

async function failovers(
  replicated: ReplicatedShop,
  random: Random,
  { losses, rate }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const load = new OrderLoad(replicated.shop, replicated.baseUrls, random.fork());
  const watched = await WatchedProduct.in(replicated, '1');
  const faults: string[] = [];
  let released = 0;
  // The first receipt makes the key, which the standby has to receive: what a lost key has signed proves nothing.
  await KeptReceipts.save(replicated, replicated.shop.accounts[0]!.token);
  load.start(rate);
  for (let number = 1; number <= losses; number++) {
    await sleep(random.between(1000, 3000));
    faults.push(...(await lose(replicated, load, watched, number)));
    released += await releaseCodes(replicated);
    say(`failover ${number}: ${load.book.orders.length} orders`);
    replicated.standby = await replicated.primary.standby({ synchronous: false });
  }
  await load.stop();
  const codes = new SoldCodes();
  codes.note(load.book);
  const lost = await orderLostAgain(replicated, load);
  faults.push(...lost.faults, ...(await deliveriesEnded(replicated.shop.db)));
  faults.push(...(await sweep(replicated.shop, load.book)), ...(await replicated.faults()));
  faults.push(...load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  codes.note(load.book);
  if (codes.soldAgain > 0) faults.push(`${codes.soldAgain} codes went to two orders`);
  if (released === 0) faults.push('no failover has held codes back');
  load.close();
  const again = judgedFaults(replicated.shop.recorder);
  faults.push(...again.faults);
  watched.close();
  const did = `${losses} failovers, ${load.book.orders.length} orders at ${rate} a second, ${lost.orders.length} acknowledged ones lost and ordered again under the same keys; ${codes.count} codes sold, ${codes.soldAgain} of them to two orders; besides, each failover lost a price and a token; clients heard ${JSON.stringify(load.book.tally)}; ${lost.told}; of those ordered again: ${again.told}`;
  return { did, faults };
}

/** One failover that loses a price, a token and some orders. @returns what was wrong afterwards. */
async function lose(
  replicated: ReplicatedShop,
  load: OrderLoad,
  watched: WatchedProduct,
  number: number,
): Promise<string[]> {
  const rows = new ShopRows(replicated.shop.db);
  const [account] = replicated.shop.accounts;
  if (!account) throw new Error('the shop has no account');
  const [lostPrice, newPrice] = [`${number}.77`, `${number}.33`];
  replicated.standby.received?.hold();
  await watched.setPrice(lostPrice);
  const lostToken = await rows.token(account.id);
  await sleep(LAG_MS);
  const before = [await watched.statusOf(lostToken), await watched.shownPrices(lostToken)];
  await load.orderAtEach(watched.product);
  const kept = await KeptReceipts.save(replicated, account.token);

  await replicated.primary.kill();
  replicated.standby.received?.break();
  const old = await replicated.failOver({ cut: true });
  // As many changes as were lost, so that counters of changes are the same again.
  await watched.setPrice(newPrice);
  await rows.token(account.id);
  const recoveryMs = await load.nextAcknowledged(RECOVERY_LIMIT_MS);
  await sleep(SETTLED_MS);

  const found = new Set<string>();
  if (before.flat().some((each) => each !== 200 && each !== lostPrice)) {
    found.add(`the instances did not know what was to be lost: ${JSON.stringify(before)}`);
  }
  if (recoveryMs > RECOVERY_LIMIT_MS) found.add(`no order for 30 s after promotion ${number}`);
  const end = performance.now() + WATCHED_MS;
  const sold = await replicated.primary.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  while (performance.now() < end) {
    for (const status of await watched.statusOf(lostToken)) {
      if (status !== 401) found.add(`a lost token was answered with ${status}`);
    }
    for (const price of await watched.shownPrices(account.token)) {
      if (price !== newPrice) found.add(`the price ${String(price)} was shown, not ${newPrice}`);
    }
    await load.orderAtEach(watched.product);
    await sleep(LOOK_INTERVAL_MS);
  }
  const prices = await watched.pricesSoldSince(sold[0]?.now);
  for (const price of prices.filter((each) => each !== newPrice)) {
    found.add(`it was sold for ${price}, not ${newPrice}`);
  }
  for (const fault of await kept.faults()) found.add(fault);
  await old.remove();
  return [...found];
}
