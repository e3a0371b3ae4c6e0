import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { presentVersion, versionOf, type BuiltVersion } from '../../bench/git-version.js';
import { soukCommands } from '../../bench/souk-commands.js';
import { addressOf } from '../chaos/server.js';
import { CHAOS_SETTINGS, chaosShop, type ChaosShop } from '../chaos/shop/chaos-shop.js';
import { SECRET_KEY } from '../chaos/shop/codes.js';
import { freePort } from '../support/free-port.js';
import { databaseUrl, onServer } from '../support/server-connection.js';
import { ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import type { Amounts } from './amounts.js';
import { shopBefore } from './filled-shop.js';

/** How long an open transaction of somebody else keeps locks from the migrations. */
const BLOCKED_MS = 5_000;
const BLOCK = `BEGIN; LOCK TABLE orders, accounts, stock_codes, access_revision, catalog_revision IN ACCESS SHARE MODE`;

/** Of every server and command. Receivers of webhooks are on this machine. */
const SETTINGS = { SECRET_KEYS: SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'on' };

let built: { readonly from: string; readonly version: Promise<BuiltVersion> } | undefined;

/** Both releases, and a shop that the one before has made. */
export interface Releases {
  readonly before: BuiltVersion;
  readonly present: BuiltVersion;
  readonly shop: ChaosShop;
}

/** Builds the release before once, and runs a scenario with a shop of it. */
export async function withReleases<T>(
  { from, filled }: Pick<Amounts, 'from' | 'filled'>,
  codes: number,
  say: (line: string) => void,
  run: (releases: Releases) => Promise<T>,
): Promise<T> {
  if (from === '') throw new Error('say which release is upgraded, as --from COMMIT');
  built ??= { from, version: versionOf(from) };
  const before = await built.version;
  const present = await presentVersion();
  const db =
    filled > 0 ? await shopBefore(filled, before, say) : await createTestDatabase({ empty: true });
  try {
    const old = { ...db, url: applicationUrl(db) };
    await commands(old, before, ['migrate']);
    const fill = (_: TestDatabase, stock: string) => fillStock(old, before, stock, codes);
    const shop = await chaosShop(old, 16, codes, fill);
    return await run({ before, present, shop });
  } finally {
    await db.drop();
  }
}

export async function removeReleaseBefore(): Promise<void> {
  await (await built?.version)?.remove();
}

/** The address of the restricted role, which the first migration of the release before has let in. */
function applicationUrl(db: TestDatabase): string {
  const name = new URL(db.directUrl).pathname.slice(1);
  return databaseUrl(process.env.SOUK_TEST_APPLICATION ?? '', name);
}

/** Runs commands of a release. @returns what they printed @throws Error when one of them fails */
export function commands(
  db: TestDatabase,
  { folder }: BuiltVersion,
  ...words: string[][]
): Promise<unknown[]> {
  return soukCommands(folder, db.url, words, { ...addressOf(db), ...SETTINGS });
}

/** A command that checks something. @returns what it found wrong, which it has printed */
export async function commandFaults(
  db: TestDatabase,
  version: BuiltVersion,
  words: string[],
): Promise<string[]> {
  return commands(db, version, words).then(
    () => [],
    () => [`souk ${words.join(' ')} of ${version.name} found faults; see above`],
  );
}

async function fillStock(
  db: TestDatabase,
  version: BuiltVersion,
  stock: string,
  count: number,
): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'souk-upgrade-'));
  const file = join(parent, 'codes.txt');
  await writeFile(file, Array.from({ length: count }, (_, n) => `${stock}-${n}`).join('\n'));
  await commands(db, version, ['codes', 'import', stock, file]);
  await rm(parent, { recursive: true });
}

/** Migrates as an operator does, while another session has a transaction open. @returns the names of the migrations */
export async function migrated(db: TestDatabase, { folder }: BuiltVersion): Promise<string[]> {
  return onServer(db.directUrl, async (blocking) => {
    await blocking.query(BLOCK);
    const migrating = promisify(execFile)(
      process.execPath,
      ['--no-warnings', 'dist/cli.js', 'migrate', '--json'],
      { cwd: folder, env: { PATH: process.env.PATH, ...addressOf(db) } },
    );
    await sleep(BLOCKED_MS);
    await blocking.query('COMMIT');
    return (JSON.parse((await migrating).stdout) as { steps: string[] }).steps;
  });
}

/** A server that is replaced on the same port. */
export class Instance {
  private constructor(
    private readonly db: TestDatabase,
    readonly port: number,
    private readonly shutdownDelay: string,
    private version: BuiltVersion,
    private server: ServerProcess,
  ) {}

  /** @param shutdownDelay seconds */
  static async first(
    db: TestDatabase,
    version: BuiltVersion,
    shutdownDelay = '0',
  ): Promise<Instance> {
    const port = await freePort();
    const server = await serverOf(version, db, port, shutdownDelay);
    return new Instance(db, port, shutdownDelay, version, server);
  }

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  /** Resolves when the new server listens. */
  async replace(version: BuiltVersion): Promise<void> {
    await this.stop();
    await this.start(version);
  }

  /** Starts the server again after it was stopped. Resolves when it listens. */
  async start(version: BuiltVersion): Promise<void> {
    this.version = version;
    await this.begin();
  }

  /** Resolves when a new server listens. */
  async kill(): Promise<void> {
    await this.server.stop('SIGKILL');
    await this.begin();
  }

  /** @throws Error when it does not end in order. */
  async stop(): Promise<void> {
    const code = await this.server.stop();
    if (code !== 0) throw new Error(`an instance ended with ${code ?? 'a signal'}`);
  }

  private async begin(): Promise<void> {
    this.server = await serverOf(this.version, this.db, this.port, this.shutdownDelay);
  }
}

async function serverOf(
  { folder, name }: BuiltVersion,
  db: TestDatabase,
  port: number,
  shutdownDelay: string,
): Promise<ServerProcess> {
  const server = await ServerProcess.start(
    {
      ...CHAOS_SETTINGS,
      ...addressOf(db),
      ...SETTINGS,
      PORT: String(port),
      TRUST_PROXY: 'loopback',
      SHUTDOWN_DELAY: shutdownDelay,
    },
    { folder, args: ['dist/main.js'] },
    (line) => {
      console.log(`server of ${name}: ${line}`);
    },
  );
  // A scenario that fails leaves no server behind.
  process.once('exit', () => void server.stop('SIGKILL'));
  return server;
}
