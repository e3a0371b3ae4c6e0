import { setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import { EndedBeforeListening, type ServerProcess } from '../../support/server-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Scenario } from '../scenario.js';
import { addressOf, startServer } from '../server.js';
import { chaosShop, type ChaosShop } from '../shop/chaos-shop.js';
import { deskFaults } from '../shop/desk-faults.js';
import { addOperator } from '../shop/add-operator.js';
import { OperatorDesk } from '../shop/operator-desk.js';
import { OrderBook } from '../shop/order-book.js';
import { OrderClient } from '../shop/order-client.js';
import { goodOrderPath } from '../shop/order-paths.js';
import { recover } from '../shop/recovery.js';

const SERVERS = 2;
/** Of each server. */
const CLIENTS = 8;
const DECIDERS = 6;
const REVERSERS = 1;
const OPERATOR = 'operator:chaos';

/** Two servers are killed again and again, while orders come in and an operator decides and pays back. */
export const operatorDecides: Scenario = {
  title: 'decisions and reversals of an operator, while two servers are killed',
  run: async (random, { decisionKills }, say) => {
    const db = await createTestDatabase();
    try {
      const shop = await chaosShop(db);
      const run = new Deciding(shop, await addOperator(db, OPERATOR), random);
      await run.rage(decisionKills, say);
      const { book, desk } = run;
      const faults = [...(await run.settleAll()), ...(await recover(shop, book)), ...desk.faults];
      const { decisions, reversals } = desk;
      faults.push(...(await deskFaults(db, OPERATOR, decisions, reversals)));
      const judged = judgedFaults(shop.recorder);
      faults.push(...judged.faults);
      const posted = reversals.filter(({ isPosted }) => isPosted).length;
      const did = `${decisionKills} kills; ${book.orders.length} orders, ${decisions.length} requests to decide some, ${desk.unanswered} times without an answer, ${posted} of ${reversals.length} reversals posted; clients heard ${JSON.stringify(book.tally)}; ${judged.told}`;
      return { did, faults };
    } finally {
      await db.drop();
    }
  },
};

/** The clients and the operator, and the servers that they use. */
class Deciding {
  readonly book = new OrderBook();
  readonly desk: OperatorDesk;
  private readonly up = new Set<ServerProcess>();
  private readonly life = { over: false };
  private kills = 0;

  constructor(
    private readonly shop: ChaosShop,
    token: string,
    private readonly random: Random,
  ) {
    const addresses = (): string[] => [...this.up].map(({ baseUrl }) => baseUrl);
    this.desk = new OperatorDesk(shop, token, random.fork(), addresses);
  }

  /** Ends after so many kills. */
  async rage(kills: number, say: (line: string) => void): Promise<void> {
    const repeat = async (work: () => Promise<void>): Promise<void> => {
      while (!this.life.over) await work();
    };
    const deciders = Array.from({ length: DECIDERS }, () =>
      repeat(() => this.desk.decide(this.life)),
    );
    const reversers = Array.from({ length: REVERSERS }, () => repeat(() => this.desk.reverse()));
    const servers = Array.from({ length: SERVERS }, async () => {
      while (this.kills < kills) await this.oneLife(kills, say);
    });
    try {
      await Promise.all(servers);
    } finally {
      this.life.over = true;
      await Promise.all([...deciders, ...reversers]);
    }
  }

  /** With one server more: each request is answered, and answered the same when it is sent again. */
  async settleAll(): Promise<string[]> {
    const server = await startServer(addressOf(this.shop.db));
    this.up.add(server);
    const life = { over: false };
    for (const decision of this.desk.decisions) {
      await this.desk.settle(decision, life);
      await this.desk.settle(decision, life);
    }
    this.up.delete(server);
    return (await server.stop()) === 0 ? [] : ['a server did not end with 0'];
  }

  /** One server under load, until it is killed. */
  private async oneLife(kills: number, say: (line: string) => void): Promise<void> {
    const server = await this.start();
    if (!server) return;
    const client = new OrderClient(this.shop);
    client.connect(server.baseUrl);
    this.up.add(server);
    const own = { over: false };
    const load = Promise.all(Array.from({ length: CLIENTS }, () => this.orders(client, own)));
    await sleep(this.random.between(1_000, 8_000));
    if (this.kills < kills) this.kills += 1;
    this.up.delete(server);
    await server.stop('SIGKILL');
    own.over = true;
    client.disconnect();
    await load;
    say(
      `killed ${this.kills} times; ${this.book.orders.length} orders, ${this.desk.decisions.length} decisions`,
    );
  }

  /** Undefined when a signal ended it before it listened. */
  private async start(): Promise<ServerProcess | undefined> {
    try {
      return await startServer(addressOf(this.shop.db));
    } catch (error) {
      if (!(error instanceof EndedBeforeListening) || error.code !== null) throw error;
      return undefined;
    }
  }

  /** A client orders, and sends what was not answered again, to whichever server it has by then. */
  private async orders(client: OrderClient, own: { readonly over: boolean }): Promise<void> {
    while (!own.over) {
      const account = this.random.between(0, this.shop.accounts.length - 1);
      const open = this.random.chance(0.3) ? this.book.open[0] : undefined;
      const path = goodOrderPath(this.shop, this.random);
      const { kind } = await client.send(open ?? this.book.add(account, path));
      await sleep(kind === 'silence' ? 50 : this.random.between(10, 100));
    }
  }
}
