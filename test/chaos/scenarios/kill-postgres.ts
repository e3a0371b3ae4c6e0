import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { QueryResultRow } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/database/embedded/index.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { onServer } from '../../support/server-connection.js';
import type { ServerProcess } from '../../support/server-process.js';
import type { TestDatabase } from '../../support/test-database.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { soldCodes } from '../shop/codes.js';
import { databaseProcesses, signalAll } from '../database-processes.js';
import { OrderBook } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { Scenario } from '../scenario.js';
import { startServer } from '../server.js';
import { deliveriesEnded, sweep } from '../shop/sweep.js';
import { goodOrderPath } from '../shop/order-paths.js';

const CLIENTS = 16;
/** The server may bring its PostgreSQL back by itself within so many seconds; then a command does. */
const BY_ITSELF_SECONDS = 15;
const BY_COMMAND_SECONDS = 60;

/** The embedded PostgreSQL is killed with all its processes while clients order. */
export const killPostgres: Scenario = {
  title: 'kill -9 of PostgreSQL under load',
  run: async (random, { crashes }, say) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'souk-chaos-'));
    const server = await startServer({ SOUK_DATA_DIR: dataDir });
    try {
      const shop = await chaosShop(await embeddedDatabase(dataDir));
      const { did, faults } = await killings(
        new Crash(dataDir, server, shop),
        random,
        crashes,
        say,
      );
      const code = await server.stop();
      return { did, faults: code === 0 ? faults : [...faults, `the server ended with ${code}`] };
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true });
    }
  },
};

async function killings(
  crash: Crash,
  random: Random,
  crashes: number,
  say: (line: string) => void,
): Promise<Findings> {
  const { shop, server } = crash;
  const client = new OrderClient(shop);
  client.connect(server.baseUrl);
  const book = new OrderBook();
  const day = { over: false };
  const load = orders(client, book, { shop, random: random.fork(), day });
  for (let number = 1; number <= crashes; number++) {
    await sleep(random.between(500, 3000));
    await crash.kill();
    await crash.recovered();
    say(`crash ${number}: ${book.orders.length} orders so far`);
  }
  day.over = true;
  await load;
  const faults = await deliveriesEnded(shop.db);
  faults.push(...(await sweep(shop, book)));
  faults.push(...book.open.map(({ uuid }) => `order ${uuid} was never settled`));
  if (client.hanging > 0) faults.push(`${client.hanging} requests had no answer in a minute`);
  await client.readBooks();
  client.disconnect();
  const judged = judgedFaults(shop.recorder);
  faults.push(...judged.faults);
  const did = `${crashes} kills, ${crash.byItself} times the server brought it back, else a command; ${book.orders.length} orders, ${await soldCodes(shop.db)} codes; clients heard ${JSON.stringify(book.tally)}; ${judged.told}`;
  return { did, faults };
}

/** Clients that place one order after the other, and repeat each until it is answered. */
async function orders(
  client: OrderClient,
  book: OrderBook,
  { shop, random, day }: { shop: ChaosShop; random: Random; day: { readonly over: boolean } },
): Promise<void> {
  const work = async (): Promise<void> => {
    while (!day.over) {
      const account = random.between(0, shop.accounts.length - 1);
      await client.settle(book.add(account, goodOrderPath(shop, random)));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
}

/** Kills the database of a server and waits for it to come back. */
class Crash {
  byItself = 0;

  constructor(
    private readonly dataDir: string,
    readonly server: ServerProcess,
    readonly shop: ChaosShop,
  ) {}

  async kill(): Promise<void> {
    signalAll(await databaseProcesses((await embeddedUrls(this.dataDir)).directUrl), 'SIGKILL');
  }

  /** @throws Error when it does not come back. */
  async recovered(): Promise<void> {
    if (await this.ready(BY_ITSELF_SECONDS)) {
      this.byItself += 1;
      return;
    }
    // Any command starts the PostgreSQL of its data folder.
    const env = { PATH: process.env.PATH, SOUK_DATA_DIR: this.dataDir };
    await promisify(execFile)(process.execPath, ['dist/cli.js', 'account', 'list'], { env });
    if (!(await this.ready(BY_COMMAND_SECONDS))) throw new Error('the database did not come back');
  }

  private async ready(seconds: number): Promise<boolean> {
    const end = Date.now() + seconds * 1000;
    // The first answer may come from a connection of the old pool.
    do {
      await sleep(250);
      const { ok } = await fetch(`${this.server.baseUrl}/health/ready`);
      if (ok) return true;
    } while (Date.now() < end);
    return false;
  }
}

/** Where the embedded PostgreSQL of a folder listens now; it must run. */
async function embeddedUrls(dataDir: string): Promise<EmbeddedPostgres> {
  const joined = await startEmbeddedPostgres({ dataDir });
  await joined.stop();
  return joined;
}

/** A connection for each statement: none outlives a crash. */
async function embeddedDatabase(dataDir: string): Promise<TestDatabase> {
  const { url, directUrl } = await embeddedUrls(dataDir);
  return {
    url,
    directUrl,
    query: async <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) => {
      const present = await embeddedUrls(dataDir);
      return onServer(
        present.directUrl,
        async (db) => (await db.query<Row>(sql, [...parameters])).rows,
      );
    },
    drop: () => Promise.resolve(),
  };
}
