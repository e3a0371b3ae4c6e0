import { randomBytes } from 'node:crypto';
import type { Client, DatabaseError } from 'pg';
import { onServer } from './server-connection.js';
import type { TestDatabase } from './test-database.js';

/**
 * A copy of a database that takes its place later, as after a failover to a standby that has lagged behind: all that was
 * committed since the copy is lost, and every connection is cut.
 */
export class LaggingCopy {
  private readonly name: string;
  private readonly copy: string;

  private constructor({ directUrl }: TestDatabase) {
    this.name = new URL(directUrl).pathname.slice(1);
    this.copy = otherName(this.name);
  }

  static async of(db: TestDatabase): Promise<LaggingCopy> {
    const lagging = new LaggingCopy(db);
    const { name, copy } = lagging;
    await withoutConnections(name, async (client) => {
      await client.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
      await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    });
    return lagging;
  }

  takeOver(): Promise<void> {
    return takePlace(this.copy, this.name);
  }

  /** @returns brings the former database back, as after a return to a former primary: what came since is lost in its turn */
  async takeOverForNow(): Promise<() => Promise<void>> {
    const former = await exchange(this.copy, this.name);
    return async () => {
      await onServer(process.env.SOUK_TEST_SERVER ?? '', (client) =>
        client.query(`ALTER DATABASE ${former} CONNECTION LIMIT -1`),
      );
      await takePlace(former, this.name);
    };
  }
}

/** A database takes the name of another one, which is dropped. Every connection to the latter is cut. */
export async function takePlace(copy: string, name: string): Promise<void> {
  const lost = await exchange(copy, name);
  await onServer(process.env.SOUK_TEST_SERVER ?? '', (client) =>
    client.query(`DROP DATABASE ${lost}`),
  );
}

/** The same, but the latter is kept. @returns its name from now on */
async function exchange(copy: string, name: string): Promise<string> {
  const lost = otherName(name);
  await withoutConnections(name, async (client) => {
    // One transaction, so that there is always a database of this name.
    await client.query(`ALTER DATABASE ${name} RENAME TO ${lost};
      ALTER DATABASE ${copy} RENAME TO ${name}`);
  });
  return lost;
}

/** The longest time that a connection may take to end on a busy machine. */
const ENDING_MS = 60_000;

/** What PostgreSQL answers where a database still has connections after five seconds. */
const OBJECT_IN_USE = '55006';

/**
 * Connections are refused as they are by a server that has too many. One that was let in just before is named only once
 * it has begun, so that those that are there are ended again until the work finds none.
 */
async function withoutConnections(
  name: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  await onServer(process.env.SOUK_TEST_SERVER ?? '', async (client) => {
    await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    for (let again = 3; ; again -= 1) {
      await client.query(
        'SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity WHERE datname = $1',
        [name, ENDING_MS],
      );
      try {
        await work(client);
        return;
      } catch (error) {
        if (again === 0 || (error as DatabaseError).code !== OBJECT_IN_USE) throw error;
      }
    }
  });
}

/** A name that no other database has. */
export function otherName(name: string): string {
  return `${name}_${randomBytes(3).toString('hex')}`;
}
