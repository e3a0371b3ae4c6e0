import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { addressOf, startServer } from '../chaos/server.js';
import { chaosShop, type ChaosShop } from '../chaos/shop/chaos-shop.js';
import { deliveriesEnded, sweep } from '../chaos/shop/sweep.js';
import { judgedFaults } from '../judge/judged-faults.js';
import type { Random } from '../support/random.js';
import type { ServerProcess } from '../support/server-process.js';
import type { TestDatabase } from '../support/test-database.js';
import { codesSoldAgain } from './code-sales.js';
import { HALTED } from './instances.js';
import { operatorCommand, operatorDocument } from './operator-command.js';
import { OrderLoad } from './order-load.js';

const ACCOUNTS = 4;
/** More than a drill sells. */
const CODES = 20_000;
const RECOVERY_LIMIT_MS = 60_000;
/** A busy machine needs long for all that clients repeat after a move. */
const SETTLING_LIMIT_MS = 240_000;
/** Short, so that the sentinel looks several times during a drill. */
const SENTINEL_INTERVAL_SECONDS = 2;

type Settings = Readonly<Record<string, string>>;

/** Where the database of a shop is. */
export interface Home extends Pick<TestDatabase, 'url' | 'directUrl' | 'query'> {
  /** Of servers and commands that use it; its own addresses when left out. */
  readonly settings?: Settings;
}

/** A shop whose database moves to other servers, while its clients order. */
export class MovedShop {
  readonly faults: string[] = [];
  private servers: ServerProcess[] = [];

  private constructor(
    private readonly place: { home: Home },
    readonly shop: ChaosShop,
    private readonly load: OrderLoad,
  ) {}

  /**
   * Runs a drill in such a shop. What clients saw is judged at its end.
   * @param home where it begins
   * @param instances how many servers it has
   * @returns what was judged, in words
   */
  static async run(
    home: Home,
    random: Random,
    { instances, rate }: { readonly instances: number; readonly rate: number },
    drill: (shop: MovedShop) => Promise<void>,
  ): Promise<{ readonly told: string; readonly faults: readonly string[] }> {
    const place = { home };
    const db: TestDatabase = {
      ...{ url: home.url, directUrl: home.directUrl },
      query: (sql, parameters) => place.home.query(sql, parameters),
      drop: () => Promise.resolve(),
    };
    const shop = await chaosShop(db, ACCOUNTS, CODES);
    const nowhere = Array.from({ length: instances }, () => 'http://127.0.0.1:9');
    const moved = new MovedShop(place, shop, new OrderLoad(shop, nowhere, random));
    try {
      await moved.startServers(settingsOf(home));
      moved.load.start(rate);
      await drill(moved);
      return await moved.ended();
    } finally {
      moved.load.close();
      await moved.stopServers();
    }
  }

  private get home(): Home {
    return this.place.home;
  }

  /** Runs a command of the operator. @param at the present home when left out */
  souk<T>(words: readonly string[], at = settingsOf(this.home)): Promise<T> {
    return operatorDocument<T>(at, ...words);
  }

  /** Starts each instance, whose clients then send to it. */
  async startServers(settings: Settings): Promise<void> {
    for (const index of this.load.clients.keys()) await this.startServer(index, settings);
  }

  async stopServers(): Promise<void> {
    for (const client of this.load.clients) client.disconnect();
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  /** Restarts one instance after the other with other settings. */
  async restartEach(settings: Settings): Promise<void> {
    for (const index of this.servers.keys()) {
      this.load.clients[index]?.disconnect();
      await this.servers[index]?.stop();
      await this.startServer(index, settings);
    }
  }

  /**
   * Moves the database, and waits until orders are acknowledged and codes are sold again.
   * @param move resolves to the new home, which the servers use then
   * @returns in words how long no order was acknowledged, and codes were not sold
   */
  async moving(move: () => Promise<Home>): Promise<string> {
    const began = performance.now();
    this.place.home = await move();
    const backMs = await this.load.nextAcknowledged(RECOVERY_LIMIT_MS);
    if (backMs > RECOVERY_LIMIT_MS) this.faults.push('no order after a move');
    const pauseMs = this.load.longestPauseMs(began);
    const codes = await codesSoldAgain(this, this.load);
    this.faults.push(...codes.faults);
    await this.makeNextRows();
    return `no order for ${seconds(pauseMs)}, codes ${seconds(codes.ms)} after that`;
  }

  get tally(): string {
    return JSON.stringify(this.load.book.tally);
  }

  /** Rows of tables that number their rows themselves: they would fail with numbers that are taken. */
  private async makeNextRows(): Promise<void> {
    const { id } = await this.souk<{ id: number }>(['account', 'create', 'After the move']);
    await this.souk(['balance', 'deposit', String(id), '1']);
    const { out } = await operatorCommand(settingsOf(this.home), 'doctor');
    for (const { verdict, check, message } of JSON.parse(out) as Finding[])
      if (verdict === 'fail') this.faults.push(`souk doctor: ${check}: ${message}`);
  }

  private async startServer(index: number, settings: Settings): Promise<void> {
    const interval = { SENTINEL_INTERVAL: String(SENTINEL_INTERVAL_SECONDS) };
    const server = await startServer({ ...interval, ...settings });
    this.servers[index] = server;
    this.load.clients[index]?.connect(server.baseUrl);
  }

  /** Looks for everything that was lost or done twice. */
  private async ended(): Promise<{ told: string; faults: readonly string[] }> {
    const { load, shop, faults } = this;
    await load.stop(SETTLING_LIMIT_MS);
    faults.push(...(await deliveriesEnded(shop.db)), ...(await sweep(shop, load.book)));
    const { open } = load.book;
    if (open.length > 0)
      faults.push(
        `${open.length} orders were never settled: ${JSON.stringify(open[0]?.heard.at(-1))}`,
      );
    await sleep(3 * SENTINEL_INTERVAL_SECONDS * 1000);
    const halted = await shop.db.query<{ id: number }>(HALTED);
    faults.push(...halted.map(({ id }) => `the orders of account ${id} were halted`));
    await load.readBooks();
    const judged = judgedFaults(shop.recorder);
    return { told: judged.told, faults: [...faults, ...judged.faults] };
  }
}

export function settingsOf(home: Home): Settings {
  return home.settings ?? addressOf(home);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
