import { setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { Line, throughLine, type Watch } from '../../support/line.js';
import { OrderBook } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import { asksToPlace, saysCommitted } from '../commits.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { Scenario } from '../scenario.js';
import { addressOf, startServer } from '../server.js';
import { deliveriesEnded, sweep } from '../shop/sweep.js';
import { goodOrderPath } from '../shop/order-paths.js';

const CLIENTS = 8;
/** One in so many cuts breaks the whole line for longer than the server tries by itself. */
const CUTS_PER_OUTAGE = 25;
/** In milliseconds; the server tries for 2.5 seconds. */
const OUTAGE_MS = 3_500;

/** The database has committed and says so, but nobody hears it. */
export const cutCommitsToDatabase: Scenario = {
  title: 'the line to the database is cut after the commit, before its answer',
  run: (random, { cuts }) => cutCommits(random, cuts, true),
};

/** The order is answered, but the answer never reaches its client. */
export const cutAnswersToClient: Scenario = {
  title: 'the line to the client is cut after the commit, before the answer',
  run: (random, { cuts }) => cutCommits(random, cuts, false),
};

async function cutCommits(random: Random, cuts: number, toDatabase: boolean): Promise<Findings> {
  const db = await createTestDatabase();
  const { hostname: host, port } = new URL(db.url);
  const databaseLine = await Line.to({ host, port: Number(port) });
  const shop = await chaosShop(db);
  const server = await startServer(addressOf(throughLine(db, databaseLine)));
  const httpLine = await Line.to({ host: '127.0.0.1', port: Number(new URL(server.baseUrl).port) });
  const client = new OrderClient(shop);
  client.connect(`http://127.0.0.1:${httpLine.port}`);
  try {
    const cutter = new Cutter(toDatabase ? databaseLine : httpLine, random, toDatabase);
    const book = await orders(shop, client, cutter, { random, count: cuts });
    cutter.rest();
    const faults = await deliveriesEnded(db);
    faults.push(...(await sweep(shop, book)));
    const [row] = await db.query<{ count: number }>('SELECT count(*)::integer FROM orders');
    if (row?.count !== cuts) faults.push(`${row?.count ?? 0} orders instead of ${cuts}`);
    if (cutter.cuts < cuts) faults.push(`only ${cutter.cuts} of ${cuts} commits were cut`);
    await client.readBooks();
    const judged = judgedFaults(shop.recorder);
    faults.push(...judged.faults);
    const did = `${cutter.cuts} cuts, ${cutter.outages} outages, ${row?.count ?? 0} orders; clients heard ${JSON.stringify(book.tally)}; ${judged.told}`;
    return { did, faults };
  } finally {
    client.disconnect();
    await server.stop();
    await Promise.all([databaseLine.close(), httpLine.close()]);
    await db.drop();
  }
}

/** Every order is cut once, and then sent until it is answered. */
async function orders(
  shop: ChaosShop,
  client: OrderClient,
  cutter: Cutter,
  { random, count }: { random: Random; count: number },
): Promise<OrderBook> {
  const book = new OrderBook();
  const orders = Array.from({ length: count }, (_, number) =>
    book.add(number % shop.accounts.length, goodOrderPath(shop, random)),
  );
  const queue = orders.values();
  const work = async (): Promise<void> => {
    for (const order of queue) {
      cutter.mark(order.uuid);
      await client.settle(order);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return book;
}

/** Cuts a line at the answer to an order's commit, once for each order that is marked. */
class Cutter {
  cuts = 0;
  outages = 0;
  private readonly marked = new Set<string>();
  /** What each connection was last asked for. */
  private readonly asked = new Map<Watch, readonly string[]>();

  constructor(
    private readonly line: Line,
    private readonly random: Random,
    toDatabase: boolean,
  ) {
    line.watch = () => (toDatabase ? this.commitWatch() : this.answerWatch());
    // Connections that were opened before are not watched.
    line.cut();
  }

  mark(uuid: string): void {
    this.marked.add(uuid);
  }

  rest(): void {
    this.marked.clear();
  }

  /** A connection to the database names the order when it claims its key, or all orders of a batch. */
  private commitWatch(): Watch {
    let placing = false;
    const watch: Watch = {
      toServer: (chunk) => {
        placing = asksToPlace(chunk);
        if (placing || chunk.includes('INSERT INTO order_keys'))
          this.asked.set(watch, uuidsIn(chunk));
        return false;
      },
      toClient: (chunk) => saysCommitted(chunk, placing) && this.isCut(watch),
    };
    return watch;
  }

  private answerWatch(): Watch {
    const watch: Watch = {
      toServer: (chunk) => {
        this.asked.set(watch, uuidsIn(chunk));
        return false;
      },
      toClient: () => this.isCut(watch),
    };
    return watch;
  }

  private isCut(watch: Watch): boolean {
    if (!this.noted(watch)) return false;
    if (this.random.chance(1 / CUTS_PER_OUTAGE)) void this.outage();
    return true;
  }

  /** False when none of the orders that a connection was asked for is marked. */
  private noted(watch: Watch): boolean {
    const marked = (this.asked.get(watch) ?? []).filter((uuid) => this.marked.delete(uuid));
    this.cuts += marked.length;
    return marked.length > 0;
  }

  private async outage(): Promise<void> {
    this.outages += 1;
    // It cuts what the other connections carry as well, whether the database has committed that or not.
    for (const watch of this.asked.keys()) this.noted(watch);
    this.line.break();
    await sleep(OUTAGE_MS);
    this.line.repair();
  }
}

function uuidsIn(chunk: Buffer): string[] {
  return chunk.toString('latin1').match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
}
