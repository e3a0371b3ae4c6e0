import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { judgedFaults } from '../../judge/judged-faults.js';
import { EndedBeforeListening, type ServerProcess } from '../../support/server-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { soldCodes } from '../shop/codes.js';
import { KILL_MARKS, type KillMark } from './kill-marks.js';
import { OrderBook, type BookedOrder } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import type { Random } from '../../support/random.js';
import type { Scenario } from '../scenario.js';
import { recover } from '../shop/recovery.js';
import { addressOf, startServer } from '../server.js';
import { sweep } from '../shop/sweep.js';
import { goodOrderPath } from '../shop/order-paths.js';

const PRELOAD = fileURLToPath(new URL('../kill-at-mark.ts', import.meta.url));
const CLIENTS = 16;
/** The process dies at a pass of its mark between 1 and this. */
const LAST_PASS = 30;
/** A mark that nothing passes within so many seconds is a fault of its own. */
const TIMEOUT_SECONDS = 60;

/** The process is killed at each marked point, again and again, while clients order. */
export const killApp: Scenario = {
  title: 'kill -9 of the app at marked points',
  run: async (random, { kills }, say) => {
    const db = await createTestDatabase();
    const shop = await chaosShop(db);
    const run = new Killing(shop, random);
    try {
      for (const mark of KILL_MARKS) {
        for (let kill = 1; kill <= kills; kill++) await run.killAt(mark);
        // Statements that were sent before the process died may still be running.
        await sleep(500);
        run.faults.push(...(await sweep(shop, run.book)));
        say(`${mark.name}: killed ${kills} times, ${run.book.orders.length} orders so far`);
      }
      const { book, earlyDeaths, faults } = run;
      faults.push(...(await recover(shop, book)));
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const heard = JSON.stringify(book.tally);
      const total = kills * KILL_MARKS.length;
      const did = `${total} kills at ${KILL_MARKS.length} points, ${earlyDeaths} of them while starting; ${book.orders.length} orders, ${await soldCodes(db)} codes; clients heard ${heard}; ${judged.told}`;
      return { did, faults };
    } finally {
      await db.drop();
    }
  },
};

/** The clients and what they know, over many starts of the server. */
class Killing {
  readonly book = new OrderBook();
  readonly faults: string[] = [];
  earlyDeaths = 0;
  private readonly client: OrderClient;
  /** Separate from other random choices, because the number of orders depends on the machine. */
  private readonly orderChoices: Random;

  constructor(
    private readonly shop: ChaosShop,
    private readonly random: Random,
  ) {
    this.client = new OrderClient(shop);
    this.orderChoices = random.fork();
  }

  /** One run of the server, under load until it is killed at the mark. */
  async killAt({ name, ...mark }: KillMark): Promise<void> {
    const kill = { ...mark, pass: this.random.between(1, LAST_PASS) };
    const server = await this.start({ CHAOS_KILL: JSON.stringify(kill) });
    if (!server) return;
    const life = { over: false };
    const late = sleep(TIMEOUT_SECONDS * 1000, 'late' as const, { ref: false });
    const load = this.load(server.baseUrl, life);
    const end = await Promise.race([server.ended, late]);
    life.over = true;
    if (end !== null) {
      this.faults.push(end === 'late' ? `"${name}" was never passed` : `it ended with ${end}`);
      await server.stop('SIGKILL');
    }
    this.client.disconnect();
    await load;
  }

  /** Undefined when it was killed before it listened: jobs of an earlier run start at once. */
  private async start(settings: Record<string, string>): Promise<ServerProcess | undefined> {
    try {
      return await startServer({ ...addressOf(this.shop.db), ...settings }, PRELOAD);
    } catch (error) {
      if (!(error instanceof EndedBeforeListening) || error.code !== null) throw error;
      this.earlyDeaths += 1;
      return undefined;
    }
  }

  /** Orders without a final answer are sent again first. */
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

  private newOrder(): BookedOrder {
    const account = this.orderChoices.between(0, this.shop.accounts.length - 1);
    return this.book.add(account, goodOrderPath(this.shop, this.orderChoices));
  }
}
