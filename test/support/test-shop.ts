import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import type { EntityManager } from 'typeorm';
import { createApp } from '../../src/start/app.js';
import type { LoadedExtension } from '../../src/extensions/extension.js';
import { loadExtensions } from '../../src/extensions/load-extensions.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { Database } from '../../src/database/database.js';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import type { QueueName } from '../../src/queue/queues.js';
import { configFor, readSettings, type SoukConfig } from '../../src/config/souk-config.js';
import { AnswerCheck } from './answer-check.js';
import { JobLooks } from './job-looks.js';
import { HttpClient, type Answer, type Ask } from './http-client.js';
import {
  ShopRows,
  type AccountRow,
  type CategoryRow,
  type ProductRow,
  type TokenRow,
} from '../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { until } from './until.js';

/** Sends a request; every answer is checked against the OpenAPI document. */
export type ShopClient = (path: string, ask?: Ask) => Promise<Answer>;

export interface TestAccount {
  readonly id: number;
  readonly token: string;
  /** Asks with the account's token. */
  readonly api: ShopClient;
}

/** Another address than the one where the server listens: links are made from the setting. */
export const BASE_URL = 'https://shop.example';

/**
 * The server reads a request in the process that sends it: where that has stood still for long, on a very busy machine, the limit
 * on slow clients would end the connection of one that was not slow.
 */
export const PATIENT = { HEADERS_TIMEOUT_SECONDS: '300', REQUEST_TIMEOUT_SECONDS: '300' };

/**
 * Each connection of PostgreSQL is a process with caches of its own: with ten of them, which a shop opens as it starts, the
 * specs take a quarter more time.
 */
export const FEW_CONNECTIONS = { DATABASE_POOL_SIZE: '4' };

/** The other sides of tests listen on loopback. */
const USUAL = {
  ...{ BASE_URL, PORT: '0', WEBHOOK_ALLOW_PRIVATE: 'on' },
  ...PATIENT,
  ...FEW_CONNECTIONS,
};

/**
 * Starts the real application on a database of its own.
 * @param settings environment variables, as a user would set them.
 * @param shorter intervals that are shorter than a user may set.
 * @param given is used instead of a new one, and dropped with the shop.
 * @param made extensions besides those that the settings name.
 */
export async function startTestShop(
  settings: Record<string, string> = {},
  shorter: Partial<Pick<SoukConfig, 'SENTINEL_INTERVAL'>> = {},
  given?: TestDatabase,
  made: readonly LoadedExtension[] = [],
): Promise<TestShop> {
  const db = given ?? (await createTestDatabase());
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  try {
    const read = configFor(readSettings({ ...USUAL, ...settings }), db);
    const config = { ...read, ...shorter };
    const extensions = [...(await loadExtensions(config.SOUK_EXTENSIONS, settings)), ...made];
    if (extensions.length > 0) await prepareSchema(config, extensions);
    const app = await connected(() => createApp(config, logger, extensions));
    await app.listen(config.PORT, '127.0.0.1');
    return new TestShop(app, db, lines);
  } catch (error) {
    await db.drop();
    throw error;
  }
}

const IDLE_CHECK_MS = 20;
const MOST_STARTS = 10;

/** On a very busy machine a connection may take longer to open than a server waits for it at its start. */
async function connected<T>(start: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await start();
    } catch (error) {
      if (count === MOST_STARTS || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

const DUE_JOBS = `
  SELECT FROM pgboss.job WHERE name = $1 AND data ->> 'accountId' = $2 AND
    (state = 'active' OR state IN ('created', 'retry') AND start_after <= now())`;

/** A running shop with nothing in it yet. */
export class TestShop {
  readonly baseUrl: string;
  private readonly rows: ShopRows;
  private readonly client: HttpClient;
  private readonly jobs: JobLooks;
  private answerCheck: Promise<AnswerCheck> | undefined;

  constructor(
    readonly app: NestExpressApplication,
    readonly db: TestDatabase,
    private readonly lines: readonly string[],
  ) {
    const server: Server = app.getHttpServer();
    const { port } = server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.rows = new ShopRows(db);
    this.client = new HttpClient(this.baseUrl);
    this.jobs = new JobLooks(this.service(JobQueue), db.directUrl);
  }

  /** Any service of the application, of any module. */
  service<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** Does what an operation does: works in a transaction. */
  inTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.service(Database).transaction(work);
  }

  /** What has been logged so far, a line each. */
  logs(): readonly string[] {
    return this.lines;
  }

  /** Sends a request. @throws Error when the OpenAPI document does not describe the answer. */
  readonly request: ShopClient = async (path, ask = {}) => {
    await this.look();
    const answer = await this.client.send(path, ask);
    (await this.check()).check(ask.method ?? 'GET', path, answer);
    return answer;
  };

  /** Sends a request whose answer is not checked, such as for the documentation page. */
  requestPage(path: string, ask: Ask = {}): Promise<Answer> {
    return this.client.send(path, ask);
  }

  async account(row?: AccountRow): Promise<TestAccount> {
    const { id, token } = await this.rows.account(row);
    return { id, token, api: (path, ask) => this.request(path, { token, ...ask }) };
  }

  token(accountId: number, options?: TokenRow): Promise<string> {
    return this.rows.token(accountId, options);
  }

  category(row?: CategoryRow): Promise<number> {
    return this.rows.category(row);
  }

  product(row?: ProductRow): Promise<number> {
    return this.rows.product(row);
  }

  /** Resolves when no job of the queue for this account is running or due; jobs for a later time may be left. */
  async jobsDone(queue: QueueName, accountId: number): Promise<void> {
    await until(async () => {
      const due = await this.db.query(DUE_JOBS, [queue, String(accountId)]);
      return due.length === 0;
    });
  }

  /** Ends the server; its database stays. */
  async stop(): Promise<void> {
    await this.jobs.end();
    this.client.close();
    const server: Server = this.app.getHttpServer();
    // A server that closes ends its idle connections once; another one, of a shop that keeps asking, would stay open.
    const closing = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS);
    await this.app.close().finally(() => {
      clearInterval(closing);
    });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.db.drop();
  }

  /**
   * An instance learns some milliseconds later what others have changed, such as a test. Here it reads the revisions
   * before each request, so that a test may change something and ask at once.
   */
  private async look(): Promise<void> {
    await this.service(RevisionWatch)
      .refresh()
      .catch(() => undefined);
  }

  private check(): Promise<AnswerCheck> {
    this.answerCheck ??= this.client.send('/openapi.json').then(({ text }) => AnswerCheck.of(text));
    return this.answerCheck;
  }
}
