import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { ServerProcess } from '../../support/server-process.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase } from '../../support/test-database.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { OrderBook, type BookedOrder } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import type { Random } from '../../support/random.js';
import { recover } from '../shop/recovery.js';
import type { Scenario } from '../scenario.js';
import { addressOf, startServer } from '../server.js';
import { sweep } from '../shop/sweep.js';
import { goodOrderPath } from '../shop/order-paths.js';

const CLIENTS = 64;
/** Orchestrators kill after so many seconds. */
const TIMEOUT_SECONDS = 30;
/** Part of the stops that find a handler at work which will not end in time. */
const STUBBORN = 0.3;

/** Deliveries whose jobs belong to a server that has ended: they are not continued until these jobs expire. */
const NOT_HANDED_BACK = `
  SELECT order_id FROM fulfillments WHERE NOT closed AND due_at IS NOT NULL AND order_id NOT IN (
    SELECT data ->> 'orderId' FROM pgboss.job WHERE state IN ('created', 'retry'))`;

/** The server is told to stop while each of 64 clients waits for an answer and jobs run. */
export const stopInOrder: Scenario = {
  title: `SIGTERM with ${CLIENTS} orders running`,
  run: async (random, { stops }, say) => {
    const db = await createTestDatabase();
    try {
      const shop = await chaosShop(db);
      const run = new Stopping(shop, random, await slowProducts(shop));
      for (let number = 1; number <= stops; number++) {
        say(`stop ${number} took ${(await run.stop()).toFixed(1)} s`);
      }
      const { book, faults, slowest } = run;
      faults.push(...(await recover(shop, book)));
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const did = `${stops} stops, ${run.stubborn} of them with a handler that did not end, the slowest in ${slowest.toFixed(1)} s; ${book.orders.length} orders; clients heard ${JSON.stringify(book.tally)}; ${judged.told}`;
      return { did, faults };
    } finally {
      await db.drop();
    }
  },
};

interface SlowProducts {
  /** Delivered in a second, so that a stop finds jobs running. */
  readonly slow: number;
  /** Its handler takes a minute when the order is young. */
  readonly stubborn: number;
}

async function slowProducts({ db }: ChaosShop): Promise<SlowProducts> {
  const rows = new ShopRows(db);
  const product = (ending: string): Promise<number> =>
    rows.product({
      price: '1.26048',
      type: 'package',
      fulfillment: [{ handler: 'chaos-job', settings: { ending } }],
    });
  return { slow: await product('slow'), stubborn: await product('stubborn') };
}

/** The clients and what they know, over many starts of the server. */
class Stopping {
  readonly book = new OrderBook();
  readonly faults: string[] = [];
  slowest = 0;
  stubborn = 0;
  /** Separate from other random choices, because the number of orders depends on the machine. */
  private readonly orderChoices: Random;

  constructor(
    private readonly shop: ChaosShop,
    private readonly random: Random,
    private readonly products: SlowProducts,
  ) {
    this.orderChoices = random.fork();
  }

  /** One run of the server. @returns the seconds from the signal to its end. */
  async stop(): Promise<number> {
    const server = await startServer({ ...addressOf(this.shop.db), SHUTDOWN_DELAY: '1' });
    const client = new OrderClient(this.shop);
    client.connect(server.baseUrl);
    if (this.random.chance(STUBBORN)) {
      this.stubborn += 1;
      await client.settle(this.book.add(0, `${this.products.stubborn}/params`));
    }
    const first = this.book.orders.length;
    const load = Promise.all(Array.from({ length: CLIENTS }, () => this.orders(client)));
    await sleep(this.random.between(1000, 3000));
    while (client.running.size < CLIENTS) await turn();
    const running = [...client.running];
    const seconds = await this.ended(server);
    await load;
    client.disconnect();
    this.faults.push(...cut(running), ...(await this.left(this.book.orders.slice(first))));
    return seconds;
  }

  /** One order after the other until the server is gone. */
  private async orders(client: OrderClient): Promise<void> {
    const { slow } = this.products;
    for (;;) {
      const account = this.orderChoices.between(0, this.shop.accounts.length - 1);
      const path = this.orderChoices.chance(0.2)
        ? `${slow}/params`
        : goodOrderPath(this.shop, this.orderChoices);
      if ((await client.send(this.book.add(account, path))).kind === 'silence') return;
    }
  }

  private async ended(server: ServerProcess): Promise<number> {
    const start = performance.now();
    const late = sleep(TIMEOUT_SECONDS * 1000, 'late' as const, { ref: false });
    const end = await Promise.race([server.stop(), late]);
    if (end !== 0) this.faults.push(`it ended with ${end ?? 'a signal'}`);
    if (end === 'late') await server.stop('SIGKILL');
    const seconds = (performance.now() - start) / 1000;
    this.slowest = Math.max(this.slowest, seconds);
    return seconds;
  }

  /** Faults after the end of a server: orders that their client does not know, and jobs that were not handed back. */
  private async left(orders: readonly BookedOrder[]): Promise<string[]> {
    const { db } = this.shop;
    const rows = await db.query<{ uuid: string }>('SELECT order_uuid AS uuid FROM orders');
    const existing = new Set(rows.map(({ uuid }) => uuid));
    const unheard = orders.filter(({ uuid, acknowledged }) => existing.has(uuid) && !acknowledged);
    const kept = await db.query<{ order_id: string }>(NOT_HANDED_BACK);
    return [
      ...unheard.map(({ uuid }) => `order ${uuid} was made, but its client was not told`),
      ...kept.map(({ order_id: id }) => `the job of ${id} was not handed back`),
      ...(await sweep(this.shop, this.book)),
    ];
  }
}

/** The orders whose clients waited for an answer when the signal came, and never got one. */
function cut(running: readonly BookedOrder[]): string[] {
  return running
    .filter(({ heard }) => heard.at(-1)?.kind === 'silence')
    .map(({ uuid }) => `the answer of order ${uuid} was cut`);
}
