import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { addressOf, startServer } from '../chaos/server.js';
import { onServer } from '../support/server-connection.js';
import type { ServerProcess } from '../support/server-process.js';
import type { TestDatabase } from '../support/test-database.js';
import { addressesAt } from './cluster.js';

const INSTANCES = 2;
/** Short, so that the sentinel looks several times during a drill. */
const SENTINEL_INTERVAL_SECONDS = 2;
const SETTINGS = { SENTINEL_INTERVAL: String(SENTINEL_INTERVAL_SECONDS) };

/** Accounts whose orders the sentinel has halted. */
export const HALTED = 'SELECT id FROM accounts WHERE orders_halted_at IS NOT NULL';

/** The built servers of a shop. */
export class Instances {
  private constructor(
    private readonly database: TestDatabase,
    private readonly servers: readonly ServerProcess[],
  ) {}

  /** Starts them on the database that is reached at a port. */
  static async start(port: number): Promise<Instances> {
    const servers: ServerProcess[] = [];
    for (let number = 1; number <= INSTANCES; number++) {
      servers.push(await startServer({ ...SETTINGS, ...addressOf(addressesAt(port)) }));
    }
    return new Instances(databaseAt(port), servers);
  }

  get baseUrls(): string[] {
    return this.servers.map(({ baseUrl }) => baseUrl);
  }

  /** Faults of every drill: accounts whose orders the sentinel has halted, and servers that have ended. */
  async faults(): Promise<string[]> {
    await sleep(3 * SENTINEL_INTERVAL_SECONDS * 1000);
    const halted = await this.database.query<{ id: number }>(HALTED);
    const ended = await Promise.all(this.servers.map(hasEnded));
    return [
      ...halted.map(({ id }) => `the orders of account ${id} were halted`),
      ...ended.filter(Boolean).map(() => 'a server ended by itself'),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

/** The shop's database at a port, on a new connection for each statement: none outlives a failover. */
export function databaseAt(port: number): TestDatabase {
  const { url, directUrl, superuserUrl } = addressesAt(port);
  return {
    url,
    directUrl,
    query: <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
      onServer(superuserUrl, async (db) => (await db.query<Row>(sql, [...parameters])).rows),
    drop: () => Promise.resolve(),
  };
}

function hasEnded({ ended }: ServerProcess): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(10, false)]);
}
