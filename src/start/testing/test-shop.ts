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
import { readSettings, type SoukConfig } from '../../config/souk-config.js';
import { dataSourceOptions } from '../../database/data-source-options.js';
import { openDatabaseServer, type DatabaseServer } from '../../database/database-server.js';
import type { LoadedExtension } from '../../extensions/extension.js';
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
  let server: DatabaseServer | undefined;
  const stop = async (): Promise<void> => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // First, so that a wrong extension or setting is told at once.
    const extensions = await loadExtensions(sources, environment);
    assertTestSettings(settings, extensions);
    server = await openDatabaseServer(readSettings(environment), () => undefined);
    const { config } = server;
    const start = async (names: readonly string[]) =>
      startServer(config, await loadExtensions(names, environment), environment);
    return new TestShop(await startServer(config, extensions, environment), start, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A server on the database of the shop. */
interface RunningServer {
  readonly app: NestExpressApplication;
  /** Connects as the owner of all tables. */
  readonly directUrl: string;
  /** Of commands on the same shop. */
  readonly environment: NodeJS.ProcessEnv;
  /** What it has logged so far. */
  readonly lines: readonly string[];
}

async function startServer(
  config: SoukConfig,
  extensions: readonly LoadedExtension[],
  environment: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  await prepareSchema(config, extensions, (sentence) => {
    process.emitWarning(sentence);
  });
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = await createApp(config, logger, extensions);
  try {
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  const { DATABASE_URL, DATABASE_DIRECT_URL: directUrl } = config;
  const database = { DATABASE_URL, DATABASE_DIRECT_URL: directUrl };
  const commands = {
    ...environment,
    SOUK_EXTENSIONS: extensions.map(({ source }) => source).join(),
    ...database,
  };
  return { app, directUrl, environment: commands, lines };
}

const JOBS_TIMEOUT_MS = 30_000;
const JOBS_INTERVAL_MS = 50;

const DUE_JOBS = `
  SELECT FROM ${JOB_SCHEMA}.job
  WHERE name = $1 AND (state = 'active' OR state < 'active' AND start_after <= now()) LIMIT 1`;

/** A running shop with nothing in it yet. */
export class TestShop {
  private readonly pool: Pool;
  private readonly rows: ShopRows;

  constructor(
    private server: RunningServer,
    private readonly startWith: (sources: readonly string[]) => Promise<RunningServer>,
    private readonly stop: () => Promise<void>,
  ) {
    const options = { url: server.directUrl, poolSize: 2, statementTimeout: false };
    this.pool = new Pool({ ...dataSourceOptions(options).extra, max: 2 } as object);
    this.pool.on('error', () => undefined);
    this.rows = new ShopRows(this);
  }

  get baseUrl(): string {
    const { port } = this.server.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
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
    const code = await withOwnCopies(() =>
      runCommandLine(words, () => this.server.environment, streams),
    );
    stdout.end();
    stderr.end();
    return { code, out: await out, err: await err };
  }

  /** A service of the extension or an exported one of Souk. */
  get<T>(type: Type<T>): T {
    return this.server.app.get(type, { strict: false });
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

  /**
   * Stops the server in order, and starts one on the same database, such as with the next version of the extension. Node keeps a file
   * that it has loaded, so each version needs a path of its own. @throws as `startTestShop`; the shop can be restarted then, too.
   */
  async restart(extensions: readonly string[]): Promise<void> {
    await this.server.app.close();
    this.server = await this.startWith(extensions);
  }

  /** What the server has logged so far, a line of JSON each. */
  logs(): readonly string[] {
    return this.server.lines;
  }

  /** Stops the server in order, and removes its database. */
  async close(): Promise<void> {
    await this.pool.end();
    await this.server.app.close();
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
