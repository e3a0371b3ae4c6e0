import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { presentVersion, versionOf, type BuiltVersion } from '../../../bench/git-version.js';
import { soukCommands } from '../../../bench/souk-commands.js';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS, chaosShop } from '../../chaos/shop/chaos-shop.js';
import { SECRET_KEY } from '../../chaos/shop/codes.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { freePort } from '../../support/free-port.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { databaseUrl, onServer } from '../../support/server-connection.js';
import { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { Haproxy } from '../haproxy.js';
import { OrderLoad } from '../order-load.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';

const CODES = 5_000;
/** How long each state of the upgrade is watched. */
const STATE_MS = 5_000;
/** How long an open transaction of somebody else keeps locks from the migrations. */
const BLOCKED_MS = 5_000;
/** Longer than the checks of the proxy take, whatever the default of the previous release is. */
const SHUTDOWN_DELAY = '8';

const BLOCK = `BEGIN; LOCK TABLE orders, accounts, stock_codes, access_revision, catalog_revision IN ACCESS SHARE MODE`;
const HALTED = 'SELECT FROM accounts WHERE orders_halted_at IS NOT NULL';

/** The previous release serves while the schema is migrated, and its instances are replaced one after the other. */
export const upgrade: Drill = needing(['haproxy'], {
  title: 'an upgrade from the previous release under load, and back again',
  run: async (random, amounts, say) => {
    const previous = await versionOf(amounts.previous);
    const db = await createTestDatabase({ empty: true });
    try {
      return await upgraded(await oldDatabase(db, previous), previous, { random, say, ...amounts });
    } finally {
      await db.drop();
      await previous.remove();
    }
  },
});

/** The database with the schema of the previous release, and the roles of a shop. */
async function oldDatabase(db: TestDatabase, { folder }: BuiltVersion): Promise<TestDatabase> {
  const name = new URL(db.directUrl).pathname.slice(1);
  const old = { ...db, url: databaseUrl(process.env.SOUK_TEST_APPLICATION ?? '', name) };
  await commands(old, folder, ['migrate']);
  return old;
}

async function commands(db: TestDatabase, folder: string, ...words: string[][]): Promise<void> {
  await soukCommands(folder, db.url, words, { ...addressOf(db), SECRET_KEYS: SECRET_KEY });
}

async function upgraded(
  db: TestDatabase,
  previous: BuiltVersion,
  { random, say, rate }: Pick<Amounts, 'rate'> & { random: Random; say: (line: string) => void },
): Promise<Findings> {
  const shop = await chaosShop(db, 16, CODES, (_, stock) => fillStock(db, previous, stock));
  const present = await presentVersion();
  const instances = [
    await Instance.start(db, previous),
    await Instance.start(db, previous),
  ] as const;
  const proxy = await Haproxy.start((port) => beforeInstances(port, instances));
  const load = new OrderLoad(shop, [`http://127.0.0.1:${proxy.port}`], random);
  const reached = (state: string): void => {
    say(`${state}; ${JSON.stringify(load.book.tally)}`);
  };
  load.start(rate);
  await sleep(STATE_MS);
  reached(`both instances are of ${previous.name}`);
  const steps = await migrated(db, present);
  reached(`migrated: ${steps.join(', ')}`);
  await sleep(STATE_MS);
  for (const [version, index] of [
    [present, 0],
    [present, 1],
    [previous, 1],
    [present, 1],
  ] as const) {
    await instances[index].replace(version);
    // As an operator does: the next one is not stopped before.
    await until(async () => isUp(await proxy.ask('show stat'), index));
    reached(`instance ${index + 1} is of ${version.name}`);
    await sleep(STATE_MS);
  }
  await load.stop();
  await proxy.stop();
  const faults = [...(await deliveriesEnded(db)), ...(await sweep(shop, load.book))];
  if ((await db.query(HALTED)).length > 0) faults.push('orders of an account were halted');
  for (const instance of instances) await instance.stop();
  const { order = 0, ...failed } = load.book.tally;
  if (Object.keys(failed).length > 0)
    faults.push(`not each was answered: ${JSON.stringify(failed)}`);
  if (steps.length === 0) faults.push('there was nothing to migrate');
  const did = `from ${previous.name} to ${present.name}: ${steps.length} migrations, ${order} orders at ${rate} a second, each answered at once`;
  return { did, faults };
}

async function fillStock(db: TestDatabase, { folder }: BuiltVersion, stock: string): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'souk-upgrade-'));
  const file = join(parent, 'codes.txt');
  await writeFile(file, Array.from({ length: CODES }, (_, n) => `${stock}-${n}`).join('\n'));
  await commands(db, folder, ['codes', 'import', stock, file]);
  await rm(parent, { recursive: true });
}

/** Migrates as an operator does, while another session has a transaction open. @returns the names of the migrations */
async function migrated(db: TestDatabase, { folder }: BuiltVersion): Promise<string[]> {
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

/** As deploy/proxy/haproxy.cfg, but for its limits on one address, which all clients of a drill share. */
function beforeInstances(port: number, instances: readonly Instance[]): readonly string[] {
  return [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 35s',
    '  timeout check 1s',
    'listen shop',
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    '  option httpchk GET /health/ready',
    '  http-check expect status 200',
    '  default-server check inter 2s fall 3 rise 2',
    '  retries 2',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    ...instances.map((instance, index) => `  server souk-${index + 1} 127.0.0.1:${instance.port}`),
  ];
}

/** True when haproxy's statistics say that the instance gets requests. */
function isUp(statistics: string, index: number): boolean {
  return new RegExp(`^shop,souk-${index + 1},.*,UP,`, 'm').test(statistics);
}

/** A server that is replaced on the same port. */
class Instance {
  private constructor(
    private readonly db: TestDatabase,
    readonly port: number,
    private server: ServerProcess,
  ) {}

  static async start(db: TestDatabase, version: BuiltVersion): Promise<Instance> {
    const port = await freePort();
    return new Instance(db, port, await serverOf(version, db, port));
  }

  /** Resolves when the new server listens. */
  async replace(version: BuiltVersion): Promise<void> {
    await this.stop();
    this.server = await serverOf(version, this.db, this.port);
  }

  /** @throws Error when it does not end in order. */
  async stop(): Promise<void> {
    const code = await this.server.stop();
    if (code !== 0) throw new Error(`an instance ended with ${code ?? 'a signal'}`);
  }
}

async function serverOf(
  { folder }: BuiltVersion,
  db: TestDatabase,
  port: number,
): Promise<ServerProcess> {
  const settings = { PORT: String(port), TRUST_PROXY: 'loopback', SHUTDOWN_DELAY };
  const server = await ServerProcess.start(
    { ...CHAOS_SETTINGS, ...addressOf(db), ...settings },
    { folder, args: ['dist/main.js'] },
    (line) => {
      console.log(`server: ${line}`);
    },
  );
  // A drill that fails leaves no server behind.
  process.once('exit', () => void server.stop('SIGKILL'));
  return server;
}
