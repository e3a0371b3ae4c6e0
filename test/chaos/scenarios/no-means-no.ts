import { setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { Line, throughLine } from '../../support/line.js';
import { OrderBook, settles, type BookedOrder } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import type { Random } from '../../support/random.js';
import type { Scenario } from '../scenario.js';
import { addressOf, startServer } from '../server.js';
import { deliveriesEnded, sweep } from '../shop/sweep.js';
import { Weather } from './weather.js';
import { orderPaths, type OrderPaths } from '../shop/order-paths.js';

const CLIENTS = 32;
/** The most ids that `check` accepts. */
const CHECKED_AT_ONCE = 200;
/** How often a client at most sends an order again when it has no certain answer. */
const MAX_SENDINGS = 8;

/** Whatever newOrder refuses never becomes an order. */
export const noMeansNo: Scenario = {
  title: 'orders under random faults: what was refused is never there',
  run: async (random, { orders, patience }, say) => {
    const db = await createTestDatabase();
    const { hostname: host, port } = new URL(db.url);
    const line = await Line.to({ host, port: Number(port) });
    const shop = await chaosShop(db);
    const start = () => startServer(addressOf(throughLine(db, line)));
    const client = new OrderClient(shop);
    const weather = new Weather({ shop, line, client, start }, await start(), random.fork());
    try {
      const clients = new Clients(shop, client, random.fork(), orders);
      await Promise.all([
        weather.rage(),
        clients.order(await orderPaths(shop, random.fork()), say).finally(() => {
          weather.calm();
        }),
      ]);
      const { book, faults } = clients;
      say(`the faults are over; ${book.refused.length} of ${book.orders.length} were refused`);
      await sleep(patience * 1000);
      faults.push(...(await clients.appeared(`after ${patience} s`)));
      if ((await weather.restart()) !== 0) faults.push('a stop in order did not end with 0');
      faults.push(...(await clients.appeared('after a restart')));
      faults.push(...(await deliveriesEnded(db)), ...(await sweep(shop, book)));
      if (client.hanging > 0) faults.push(`${client.hanging} requests had no answer in a minute`);
      await client.readBooks();
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const did = `${book.orders.length} orders, ${book.refused.length} refused; ${counted(weather.came)}; clients heard ${JSON.stringify(book.tally)}; ${judged.told}`;
      return { did, faults };
    } finally {
      await weather.end();
      await line.close();
      await db.drop();
    }
  },
};

/** Clients that repeat their orders often, seldom or never. */
class Clients {
  readonly book = new OrderBook();
  readonly faults: string[] = [];
  private wanted = 0;

  constructor(
    private readonly shop: ChaosShop,
    private readonly client: OrderClient,
    private readonly random: Random,
    private readonly count: number,
  ) {}

  async order(nextPath: OrderPaths, say: (line: string) => void): Promise<void> {
    const work = async (): Promise<void> => {
      while (await this.another()) {
        const account = this.random.between(0, this.shop.accounts.length - 1);
        const order = this.book.add(account, nextPath());
        if (this.book.orders.length % 1000 === 0) say(`${this.book.orders.length} orders`);
        await this.place(order);
      }
    };
    await Promise.all([this.waves(), ...Array.from({ length: CLIENTS }, work)]);
  }

  /** All clients order at the same moment, then pause, so that each fault affects all of them. */
  private async waves(): Promise<void> {
    while (this.wanted < this.count) {
      this.wanted = Math.min(this.count, this.wanted + CLIENTS);
      await sleep(this.random.between(300, 1700));
    }
  }

  /** Waits for the next wave. @returns false when there is none. */
  private async another(): Promise<boolean> {
    while (this.book.orders.length === this.wanted && this.wanted < this.count) await sleep(20);
    return this.book.orders.length < this.count;
  }

  /** Which of the refused orders `check` knows, as faults. */
  async appeared(when: string): Promise<string[]> {
    const found: string[] = [];
    for (const [account] of this.shop.accounts.entries()) {
      const uuids = this.book.refused
        .filter((order) => order.account === account)
        .map(({ uuid }) => uuid);
      for (let first = 0; first < uuids.length; first += CHECKED_AT_ONCE) {
        const some = uuids.slice(first, first + CHECKED_AT_ONCE);
        found.push(...(await this.client.known(account, some)));
      }
    }
    return found.map((orderId) => `refused, but there ${when}: ${orderId}`);
  }

  private async place(order: BookedOrder): Promise<void> {
    const sendings = this.random.between(0, MAX_SENDINGS);
    for (let sending = 0; sending <= sendings; sending++) {
      await this.client.present();
      if (settles(await this.client.send(order))) break;
      await sleep(this.random.between(50, 500));
    }
    if (!order.refused) return;
    const known = await this.client.known(order.account, [order.uuid]);
    this.faults.push(...known.map((orderId) => `refused, but there at once: ${orderId}`));
  }
}

function counted(came: Readonly<Record<string, number>>): string {
  return Object.entries(came)
    .map(([name, times]) => `${times} × ${name}`)
    .join(', ');
}
