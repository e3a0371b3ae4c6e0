import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS } from '../../chaos/shop/chaos-shop.js';
import { OrderBook } from '../../chaos/shop/order-book.js';
import { OrderClient } from '../../chaos/shop/order-client.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import { readingClient } from '../reader.js';
import { Faults } from '../../support/faults.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';
import { Day } from './day.js';
import { Samples } from './samples.js';
import { soakShop } from './soak-shop.js';

/** Samples of a run; one in ten is printed. */
const SAMPLES = 120;
const TOLD_EVERY = 10;

/** Mixed load for a long time: memory and connections do not grow, and orders and ledger are consistent at the end. */
export const soak: Scenario = {
  title: 'mixed load on one server',
  run: async (random, { minutes }, say) => {
    const db = await createTestDatabase();
    const shop = await soakShop(db);
    const server = await WatchedServer.start({ ...CHAOS_SETTINGS, ...addressOf(db) });
    const clients = { read: readingClient(server.baseUrl), order: new OrderClient(shop) };
    clients.order.connect(server.baseUrl);
    const [book, faults] = [new OrderBook(), new Faults()];
    const day = new Day(shop, book, clients, faults, minutes);
    const samples = new Samples(server, db);
    const sampling = sampled(samples, day, (minutes * 60_000) / SAMPLES, say);
    await day.live(random);
    await sampling;
    const told = samples.judge(faults, minutes);
    clients.read.close();
    for (const fault of await deliveriesEnded(db)) faults.add(fault);
    await clients.order.readBooks();
    clients.order.disconnect();
    const judged = judgedFaults(shop.recorder);
    for (const fault of judged.faults) faults.add(fault);
    const code = await server.stop();
    if (code !== 0) faults.add(`the server ended with ${code}`);
    for (const fault of await sweep(shop, book)) faults.add(fault);
    if (clients.order.hanging > 0) faults.add('requests had no answer in a minute');
    await db.drop();
    const heard = JSON.stringify(book.tally);
    const did = `${minutes} minutes, ${day.reads} reads, ${book.orders.length} orders, heard ${heard}; ${told}; ${judged.told}`;
    return { did, faults: faults.list };
  },
};

async function sampled(
  samples: Samples,
  day: Day,
  pause: number,
  say: (line: string) => void,
): Promise<void> {
  for (let count = 0; !day.over; count++) {
    const told = await samples.take();
    if (count % TOLD_EVERY === 0) say(told);
    await sleep(pause);
  }
}
