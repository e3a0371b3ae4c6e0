import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import type { Random } from '../../support/random.js';
import { addressOf, startServer } from '../server.js';
import type { Scenario } from '../scenario.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { EventSink } from '../shop/event-sink.js';
import { OrderBook } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import { goodOrderPath } from '../shop/order-paths.js';
import { recover } from '../shop/recovery.js';

const EXTENSION = fileURLToPath(new URL('../chaos.extension.js', import.meta.url));
const CLIENTS = 4;
/** The process is killed when so many events have come since its start, at most. */
const LAST_EVENT = 30;
/** A killed process's jobs are run again after a minute. */
const EVENTS_LIMIT_MS = 300_000;

/** The server is killed between the commit of an event and its listener, again and again, while clients order. */
export const killListener: Scenario = {
  title: 'kill -9 between an event and its listener',
  run: async (random, { listenerKills }, say) => {
    const db = await createTestDatabase();
    const sink = await EventSink.start();
    try {
      const shop = await chaosShop(db);
      const run = new Run(shop, random, sink);
      for (let kill = 1; kill <= listenerKills; kill++) {
        await run.untilKilled();
        if (kill % 10 === 0) say(`killed ${kill} times, ${sink.times.size} events so far`);
      }
      const faults = await recover(shop, run.book);
      faults.push(...(await run.drain()), ...(await sink.faults(db)));
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const again = [...sink.times.values()].filter((times) => times > 1).length;
      const did = `${listenerKills} kills; ${run.book.orders.length} orders, ${sink.times.size} events, ${again} of them more than once; ${judged.told}`;
      return { did, faults };
    } finally {
      sink.close();
      await db.drop();
    }
  },
};

class Run {
  readonly book = new OrderBook();
  private readonly client: OrderClient;
  private readonly orderChoices: Random;

  constructor(
    private readonly shop: ChaosShop,
    private readonly random: Random,
    private readonly sink: EventSink,
  ) {
    this.client = new OrderClient(shop);
    this.orderChoices = random.fork();
  }

  /** One run of the server under load; it is killed after a random number of events. */
  async untilKilled(): Promise<void> {
    const server = await startServer(this.settings());
    const life = { over: false };
    const load = this.load(server.baseUrl, life);
    const events = this.sink.times.size + this.random.between(1, LAST_EVENT);
    while (this.sink.times.size < events) await sleep(1);
    await server.stop('SIGKILL');
    life.over = true;
    this.client.disconnect();
    await load;
  }

  /** Runs the server without faults until every event has been handled. */
  async drain(): Promise<string[]> {
    const server = await startServer(this.settings());
    const faults = await eventsHandled(this.shop.db);
    if ((await server.stop()) !== 0) faults.push('the last server did not end with 0');
    return faults;
  }

  private settings(): Record<string, string> {
    const { db } = this.shop;
    return { ...addressOf(db), SOUK_EXTENSIONS: EXTENSION, CHAOS_SINK: this.sink.url };
  }

  private async load(baseUrl: string, life: { readonly over: boolean }): Promise<void> {
    this.client.connect(baseUrl);
    const again = this.book.open.values();
    const work = async (): Promise<void> => {
      while (!life.over) {
        const { kind } = await this.client.send(again.next().value ?? this.newOrder());
        if (kind === 'silence') await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
  }

  private newOrder() {
    const account = this.orderChoices.between(0, this.shop.accounts.length - 1);
    return this.book.add(account, goodOrderPath(this.shop, this.orderChoices));
  }
}

const UNHANDLED = `
  SELECT count(*)::integer AS jobs FROM pgboss.job
  WHERE name = 'listener' AND state IN ('created', 'retry', 'active')`;

async function eventsHandled(db: TestDatabase): Promise<string[]> {
  const end = Date.now() + EVENTS_LIMIT_MS;
  for (;;) {
    const [row] = await db.query<{ jobs: number }>(UNHANDLED);
    if (row?.jobs === 0) return [];
    if (Date.now() > end) return [`${row?.jobs ?? '?'} events were never handled`];
    await sleep(1000);
  }
}
