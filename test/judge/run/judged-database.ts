import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { startEmbeddedPostgres } from '../../../src/database/embedded/index.js';
import { prepareSchema } from '../../../src/start/prepare-schema.js';
import { databaseProcesses, signalAll } from '../../chaos/database-processes.js';
import { PostgresServer } from '../../drills/cluster.js';
import { isInstalled } from '../../drills/programs.js';
import { onServer } from '../../support/server-connection.js';
import { until } from '../../support/until.js';

/** The database of a judged shop, and what can befall it. */
export interface JudgedDatabase {
  /** Of the server that is written to now. */
  readonly url: string;
  readonly directUrl: string;
  /** Runs one statement as the owner of the tables. */
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Kills all processes of PostgreSQL, and resolves when it answers again. */
  crash(): Promise<void>;
  /** Suspends all processes of PostgreSQL. @returns what has them go on */
  suspend(): Promise<() => void>;
  /**
   * Kills the primary and promotes its standby, which has all that was committed; undefined where there is none.
   * @param lead is called with the port of the new primary
   */
  readonly failOver?: (lead: (port: number) => void) => Promise<void>;
  close(): Promise<void>;
}

/** Starts a PostgreSQL with an empty shop: that of Debian with a standby where it is installed, else the embedded one. */
export async function startDatabase(): Promise<JudgedDatabase> {
  return (await isInstalled('postgresql')) ? ReplicatedDatabase.start() : EmbeddedDatabase.start();
}

/** A standby asks its primary again soon after that has come back; it has the settings of its primary. */
const SETTINGS = ["wal_retrieve_retry_interval = '200ms'"];

const CAUGHT_UP = `
  SELECT FROM pg_stat_replication
  WHERE state = 'streaming' AND sync_state = 'sync' AND flush_lsn >= $1::pg_lsn`;

class ReplicatedDatabase implements JudgedDatabase {
  private constructor(
    private primary: PostgresServer,
    private standby: PostgresServer,
  ) {}

  static async start(): Promise<ReplicatedDatabase> {
    const primary = await PostgresServer.primary(SETTINGS);
    return new ReplicatedDatabase(primary, await primary.standby({ synchronous: true }));
  }

  get url(): string {
    return this.primary.url;
  }

  get directUrl(): string {
    return this.primary.directUrl;
  }

  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.primary.query<Row>(sql, parameters);
  }

  /**
   * What was being committed at the kill is visible after the start although the standby may not have it yet, so the
   * next failover could lose it: only a standby that has caught up is one of a failover without loss.
   */
  async crash(): Promise<void> {
    await this.primary.kill();
    await this.primary.start();
    const [present] = await this.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
    await until(async () => (await this.query(CAUGHT_UP, [present?.lsn])).length > 0);
  }

  async suspend(): Promise<() => void> {
    const pids = await databaseProcesses(this.primary.superuserUrl);
    return suspended(pids);
  }

  async failOver(lead: (port: number) => void): Promise<void> {
    const old = this.primary;
    await old.kill();
    await this.standby.promote();
    this.primary = this.standby;
    lead(this.primary.port);
    await old.remove();
    this.standby = await this.primary.standby({ synchronous: true });
  }

  async close(): Promise<void> {
    await this.standby.remove();
    await this.primary.remove();
  }
}

class EmbeddedDatabase implements JudgedDatabase {
  private constructor(
    readonly url: string,
    readonly directUrl: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<EmbeddedDatabase> {
    const dataDir = await mkdtemp(join(tmpdir(), 'souk-judge-'));
    const postgres = await startEmbeddedPostgres({ dataDir, watch: true });
    const { url, directUrl } = postgres;
    const close = async (): Promise<void> => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
    try {
      await prepareSchema({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
    } catch (error) {
      await close();
      throw error;
    }
    return new EmbeddedDatabase(url, directUrl, close);
  }

  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return onServer(
      this.directUrl,
      async (db) => (await db.query<Row & QueryResultRow>(sql, [...parameters])).rows,
    );
  }

  /** The watch of the embedded server starts it again, on the same port. */
  async crash(): Promise<void> {
    signalAll(await databaseProcesses(this.directUrl), 'SIGKILL');
    await until(() =>
      this.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  async suspend(): Promise<() => void> {
    return suspended(await databaseProcesses(this.directUrl));
  }
}

/** Nothing stays suspended when this process ends. */
function suspended(pids: readonly number[]): () => void {
  const goOn = (): void => {
    process.off('exit', goOn);
    signalAll(pids, 'SIGCONT');
  };
  process.once('exit', goOn);
  signalAll(pids, 'SIGSTOP');
  return goOn;
}
