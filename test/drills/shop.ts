import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { addressOf, startServer } from '../chaos/server.js';
import { chaosShop, type ChaosShop } from '../chaos/shop/chaos-shop.js';
import type { ServerProcess } from '../support/server-process.js';
import type { TestDatabase } from '../support/test-database.js';
import { PostgresServer, type StandbyOptions } from './cluster.js';
import { Haproxy } from './haproxy.js';

const INSTANCES = 2;
/** Short, so that the sentinel looks several times during a drill. */
const SENTINEL_INTERVAL_SECONDS = 2;
export const SHOP_SETTINGS = { SENTINEL_INTERVAL: String(SENTINEL_INTERVAL_SECONDS) };

const HALTED = 'SELECT id FROM accounts WHERE orders_halted_at IS NOT NULL';

/** Two instances of a shop that reach their primary by haproxy, and a standby beside it. */
export class ReplicatedShop {
  private constructor(
    /** The server to which haproxy leads. */
    public primary: PostgresServer,
    public standby: PostgresServer,
    readonly proxy: Haproxy,
    readonly shop: ChaosShop,
    readonly instances: readonly ServerProcess[],
  ) {}

  /** Runs a drill in such a shop, and removes the shop afterwards. */
  static async run<T>(
    options: StandbyOptions,
    drill: (shop: ReplicatedShop) => Promise<T>,
  ): Promise<T> {
    const primary = await PostgresServer.primary();
    const proxy = await Haproxy.beforeDatabase(primary.port);
    const addresses = addressOf({
      url: through(primary.url, proxy.port),
      directUrl: through(primary.directUrl, proxy.port),
    });
    const instances: ServerProcess[] = [];
    let replicated: ReplicatedShop | undefined;
    try {
      const shop = await chaosShop(databaseOf(primary));
      const standby = await primary.standby(options);
      for (let number = 1; number <= INSTANCES; number++) {
        instances.push(await startServer({ ...SHOP_SETTINGS, ...addresses }));
      }
      const database = databaseOf(() => replicated?.primary ?? primary);
      replicated = new ReplicatedShop(
        primary,
        standby,
        proxy,
        { ...shop, db: database },
        instances,
      );
      return await drill(replicated);
    } finally {
      await Promise.all(instances.map((instance) => instance.stop()));
      await proxy.stop();
      for (const one of [primary, replicated?.primary, replicated?.standby]) await one?.remove();
    }
  }

  get baseUrls(): string[] {
    return this.instances.map(({ baseUrl }) => baseUrl);
  }

  /** Promotes the standby; haproxy leads to it afterwards. @returns the server that was the primary. */
  async failOver({ cut }: { readonly cut: boolean }): Promise<PostgresServer> {
    const old = this.primary;
    await this.standby.promote();
    this.primary = this.standby;
    await this.proxy.leadTo(this.primary.port, { cut });
    return old;
  }

  faults(): Promise<string[]> {
    return shopFaults(this.primary, this.instances);
  }
}

/** Faults of every drill: accounts whose orders the sentinel has halted, and servers that have ended. */
export async function shopFaults(
  primary: PostgresServer,
  instances: readonly ServerProcess[],
): Promise<string[]> {
  await sleep(3 * SENTINEL_INTERVAL_SECONDS * 1000);
  const halted = await primary.query<{ id: number }>(HALTED);
  const ended = await Promise.all(instances.map(hasEnded));
  return [
    ...halted.map(({ id }) => `the orders of account ${id} were halted`),
    ...ended.filter(Boolean).map(() => 'a server ended by itself'),
  ];
}

/** A database by the server that is its primary at the moment. */
export function databaseOf(server: PostgresServer | (() => PostgresServer)): TestDatabase {
  const present = (): PostgresServer => (typeof server === 'function' ? server() : server);
  return {
    get url() {
      return present().url;
    },
    get directUrl() {
      return present().directUrl;
    },
    query: <Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]) =>
      present().query<Row>(sql, parameters),
    drop: () => Promise.resolve(),
  };
}

/** The same address by way of a proxy. */
export function through(url: string, port: number): string {
  const detour = new URL(url);
  detour.port = String(port);
  return detour.href;
}

function hasEnded({ ended }: ServerProcess): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(10, false)]);
}
