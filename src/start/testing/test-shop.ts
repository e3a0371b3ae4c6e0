import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Pool } from 'pg';
import { pino } from 'pino';
import { TOKEN_HEADER } from '../../common/http/wire.js';
import { readSettings } from '../../config/souk-config.js';
import { openDatabaseServer, type DatabaseServer } from '../../database/database-server.js';
import { loadExtensions } from '../../extensions/load-extensions.js';
import { ExtensionTasks } from '../../extensions/tasks/extension-tasks.service.js';
import { withOwnCopies } from '../../extensions/own-copies.js';
import { JOB_SCHEMA } from '../../queue/job-schema.js';
import { QUEUES } from '../../queue/queues.js';
import { createApp } from '../app.js';
import { prepareSchema } from '../prepare-schema.js';
import { runCommandLine } from '../run-command-line.js';
import { assertTestSettings } from './test-settings.js';
import { ShopRows, type AccountRow, type CategoryRow, type ProductRow } from './shop-rows.js';

export interface TestShopOptions {
  /** Names of packages or paths, relative to the working directory, like those of SOUK_EXTENSIONS. */
  readonly extensions?: readonly string[];
  /**
   * Environment variables of the shop. One that is unknown, or that the shop decides itself, such as PORT, is refused. With DATABASE_URL that database is used, which must be
   * empty.
   */
  readonly settings?: Readonly<Record<string, string>>;
}

/** An answer of the shop. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is no JSON. */
  readonly json: unknown;
}

/** An account with a token. */
export interface TestAccount {
  readonly id: number;
  readonly token: string;
}

/** What a command has written, and its exit code. */
export interface TestCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Starts the real server, with extensions, on an empty shop: by default with a new embedded PostgreSQL in a temporary
 * folder, which takes a second or two, so start one shop per test file. Call `close` at the end.
 * @throws an error whose message is one sentence when the shop cannot be started
 */
export async function startTestShop({
  extensions: sources = [],
  settings = {},
}: TestShopOptions = {}): Promise<TestShop> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-test-shop-'));
  const environment = { SOUK_DATA_DIR: join(folder, 'data'), PORT: '0', ...settings };
  const parts: { server?: DatabaseServer; app?: NestExpressApplication } = {};
  const stop = async (): Promise<void> => {
    await parts.app?.close();
    await parts.server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const extensions = await loadExtensions(sources, environment);
    assertTestSettings(settings, extensions);
    const server = await openDatabaseServer(readSettings(environment), () => undefined);
    parts.server = server;
    await prepareSchema(server.config, extensions, (sentence) => {
      process.emitWarning(sentence);
    });
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const app = await createApp(server.config, logger, extensions);
    parts.app = app;
    await app.listen(0, '127.0.0.1');
    const { DATABASE_URL, DATABASE_DIRECT_URL } = server.config;
    const commands = {
      ...environment,
      SOUK_EXTENSIONS: sources.join(),
      DATABASE_URL,
      DATABASE_DIRECT_URL,
    };
    return new TestShop(app, DATABASE_DIRECT_URL, commands, lines, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const JOBS_TIMEOUT_MS = 30_000;
const JOBS_INTERVAL_MS = 50;

const DUE_JOBS = `
  SELECT FROM ${JOB_SCHEMA}.job
  WHERE name = $1 AND (state = 'active' OR state < 'active' AND start_after <= now()) LIMIT 1`;

/** A running shop with nothing in it yet. */
export class TestShop {
  readonly baseUrl: string;
  private readonly pool: Pool;
  private readonly rows: ShopRows;

  constructor(
    private readonly app: NestExpressApplication,
    directUrl: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly lines: readonly string[],
    private readonly stop: () => Promise<void>,
  ) {
    const { port } = app.getHttpServer().address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.pool = new Pool({ connectionString: directUrl, max: 2 });
    this.pool.on('error', () => undefined);
    this.rows = new ShopRows(this);
  }

  /** Sends a request. @param path such as `/client/api/profile`. @param token sent as `api-token`. */
  async request(
    path: string,
    { token, ...init }: RequestInit & { token?: string } = {},
  ): Promise<TestAnswer> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set(TOKEN_HEADER, token);
    const response = await fetch(this.baseUrl + path, { ...init, headers });
    const body = await response.text();
    return { status: response.status, headers: response.headers, text: body, json: parsed(body) };
  }

  /** Runs `souk` with the extensions on this shop, in an application and with modules of its own, as the program would. */
  async souk(...words: string[]): Promise<TestCommand> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    // Read while the command writes: the stream of a long output would fill up and block the command.
    const [out, err] = [text(stdout), text(stderr)];
    stdin.end();
    const streams = { stdin, stdout, stderr };
    const code = await withOwnCopies(() => runCommandLine(words, () => this.environment, streams));
    stdout.end();
    stderr.end();
    return { code, out: await out, err: await err };
  }

  /** A service of the extension or an exported one of Souk. */
  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** Runs a task of an extension now, after a run that is under way. @throws what the run throws */
  runTask(name: string): Promise<void> {
    return this.get(ExtensionTasks).runNow(name);
  }

  /**
   * Waits until no job of an extension is due or runs. One that has failed is due again at its next time.
   * @throws an error after the time limit, in milliseconds
   */
  async jobsDone(timeoutMs = JOBS_TIMEOUT_MS): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while ((await this.query(DUE_JOBS, [QUEUES.extension])).length > 0) {
      if (performance.now() > deadline) throw new Error(`jobs are not done after ${timeoutMs} ms`);
      await wait(JOBS_INTERVAL_MS);
    }
  }

  /** Runs one statement as the owner of all tables. */
  async query<Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, [...parameters])).rows;
  }

  account(row?: AccountRow): Promise<TestAccount> {
    return this.rows.account(row);
  }

  category(row?: CategoryRow): Promise<number> {
    return this.rows.category(row);
  }

  /** @returns the id of the product. */
  product(row?: ProductRow): Promise<number> {
    return this.rows.product(row);
  }

  /** What the server has logged so far, a line of JSON each. */
  logs(): readonly string[] {
    return this.lines;
  }

  /** Stops the server in order, and removes its database. */
  async close(): Promise<void> {
    await this.pool.end();
    await this.stop();
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
