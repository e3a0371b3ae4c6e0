import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults } from '../../judge/judged-faults.js';
import { souk } from '../../support/command-line.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase } from '../../support/test-database.js';
import { Line, throughLine, type Delay } from '../../support/line.js';
import type { Scenario } from '../scenario.js';
import { addressOf, startServer } from '../server.js';
import { chaosShop, ownToken, type ChaosShop } from '../shop/chaos-shop.js';
import { OrderBook, type BookedOrder } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import { sweep } from '../shop/sweep.js';

/** Pays one order. */
const PRICE = '2';
/** The database needs this long at most to take in what has arrived, in milliseconds. */
const SETTLING_MS = 500;

/**
 * The line breaks while the first statement that names an order is on its way. The order is sent again by the server,
 * and refused, since the money has gone to another one. Then there is money again, and only then the statement arrives.
 */
export const lateStatement: Scenario = {
  title: 'a statement arrives after its connection broke and the order was refused',
  run: async (_random, { lates }, say) => {
    const db = await createTestDatabase();
    const { hostname: host, port } = new URL(db.url);
    const line = await Line.to({ host, port: Number(port) });
    const shop = await poorShop(await chaosShop(db, 0), lates);
    const server = await startServer(addressOf(throughLine(db, line)));
    const client = new OrderClient(shop);
    client.connect(server.baseUrl);
    try {
      const run = new Lateness(shop, client, line);
      for (const account of shop.accounts.keys()) await run.late(account);
      await sleep(SETTLING_MS);
      const { book } = run;
      say(`${book.refused.length} of ${lates} were refused`);
      const faults = await sweep(shop, book);
      if (book.refused.length < lates) faults.push('not every order was refused');
      await client.readBooks();
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const heard = JSON.stringify(book.tally);
      return { did: `${lates} statements; clients heard ${heard}; ${judged.told}`, faults };
    } finally {
      client.disconnect();
      await server.stop();
      await line.close();
      await db.drop();
    }
  },
};

/** Every account can pay one order. */
async function poorShop(shop: ChaosShop, count: number): Promise<ChaosShop> {
  const rows = new ShopRows(shop.db);
  const accounts = [];
  for (let number = 0; number < count; number++) {
    const account = await rows.account({ balance: PRICE });
    ownToken(shop.recorder, account);
    accounts.push(account);
  }
  const manual = await rows.product({ price: PRICE, type: 'package' });
  return { ...shop, accounts, products: { ...shop.products, manual } };
}

class Lateness {
  readonly book = new OrderBook();
  private held: { readonly order: BookedOrder; readonly delay: () => Delay } | undefined;

  constructor(
    private readonly shop: ChaosShop,
    private readonly client: OrderClient,
    line: Line,
  ) {
    line.watch = () => ({ toServer: (chunk) => this.delayOf(chunk), toClient: () => false });
    line.cut();
  }

  /** One order whose statement comes late. */
  async late(account: number): Promise<void> {
    const { products, accounts } = this.shop;
    const path = `${products.manual}/params`;
    const order = this.book.add(account, path);
    const arrived = Promise.withResolvers<true>();
    // The money goes while the statement is on its way.
    const delay = (): Delay => ({
      cut: this.client.settle(this.book.add(account, path)),
      arrival: arrived.promise,
    });
    this.held = { order, delay };
    await this.client.send(order);
    await this.deposit(String(accounts[account]?.id));
    arrived.resolve(true);
  }

  /** The price of one order; the judge is told, since it finds entries that nobody asked for. */
  private async deposit(account: string): Promise<void> {
    const { db, recorder } = this.shop;
    const reference = `late-${randomUUID()}`;
    const path = `accounts/${account}/deposits`;
    const { code, err } = await recorder.changing(
      [{ method: 'POST', path, body: { amount: PRICE, reference } }],
      () => souk(db.url, 'balance', 'deposit', account, PRICE, '--ref', reference),
      (result) => result.code === 0,
    );
    if (code !== 0) throw new Error(err);
  }

  private delayOf(chunk: Buffer): boolean | Delay {
    if (!this.held || !chunk.includes(this.held.order.uuid)) return false;
    const { delay } = this.held;
    this.held = undefined;
    return delay();
  }
}
