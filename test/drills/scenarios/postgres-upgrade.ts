import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { QueryResultRow } from 'pg';
import { startEmbeddedPostgres } from '../../../src/database/embedded/index.js';
import { prepareSchema } from '../../../src/start/prepare-schema.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { onServer } from '../../support/server-connection.js';
import { until } from '../../support/until.js';
import { PostgresServer } from '../cluster.js';
import { MovedShop, settingsOf, type Home } from '../moved-shop.js';
import { postgresVersions, type PostgresVersion } from '../postgres-versions.js';
import { needing } from '../programs.js';
import type { Drill } from '../scenario.js';

const SCRIPT = join(import.meta.dirname, '../../../deploy/postgresql/move.sh');
const ROLES = 'souk_app souk';

/** How a part of the drill is run. */
interface Trial {
  readonly versions: readonly PostgresVersion[];
  readonly random: Random;
  readonly rate: number;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** The database of a shop moves from PostgreSQL 15 to 16, 17 and 18, and from the embedded one to one of its own. */
export const postgresUpgrade: Drill = needing(['postgresql'], {
  title: 'PostgreSQL 15 to 16, 17 and 18 by replication and by backups; embedded to own',
  run: async (random, { rate }, say) => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-postgresql-'));
    try {
      const trial = { versions: await postgresVersions(folder), random, rate, folder, say };
      const replicated = await byReplication(trial);
      const restored = await byBackup(trial);
      const embedded = await fromEmbedded(trial);
      const all = [replicated, restored, embedded];
      return {
        did: all.map(({ did }) => did).join('; '),
        faults: all.flatMap((one) => one.faults),
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Each server follows the one before, until the shop is switched to it by the script of docs/postgresql-upgrades.md. */
async function byReplication({ versions, random, rate, say }: Trial): Promise<Findings> {
  let server = await started(versions[0]);
  const told: string[] = [];
  const options = { instances: 2, rate };
  const judged = await MovedShop.run(homeAt(server), random.fork(), options, async (shop) => {
    say(await calledOff(server, versions[1]));
    for (const version of versions.slice(1)) {
      const [old, next] = [server, await started(version)];
      const move = (step: string): Promise<string> => moved(old, next, step);
      say(await move('prepare'));
      await shop.restartEach(both(old, next));
      await until(async () => (await move('status')).startsWith('0 tables'));
      await sleep(random.between(1000, 3000));
      const pause = await shop.moving(async () => {
        say(await move('switch'));
        return { ...homeAt(next), settings: both(old, next) };
      });
      await old.remove();
      server = next;
      told.push(`${version.major}: ${pause}`);
      say(`replicated to ${version.major}: ${pause}; ${shop.tally}`);
    }
  });
  await server.remove();
  return { did: `by replication to ${told.join(', ')}; ${judged.told}`, faults: judged.faults };
}

/** A move that is called off while rows are copied, and another one whose new server is gone, leave nothing behind. */
async function calledOff(old: PostgresServer, version?: PostgresVersion): Promise<string> {
  const told: string[] = [];
  for (const NEW of [undefined, 'gone']) {
    const next = await started(version);
    await moved(old, next, 'prepare');
    if (NEW !== undefined) await next.remove();
    told.push(await moved(old, next, 'cancel', { NEW }));
    const left = await old.query(LEFT);
    if (left.length > 0) throw new Error(`a cancel has left ${JSON.stringify(left)}`);
    if (NEW === undefined) await next.remove();
  }
  return told.join(' ');
}

const LEFT = `
  SELECT slot_name FROM pg_replication_slots UNION ALL SELECT pubname FROM pg_publication
  UNION ALL SELECT array_to_string(setconfig, ' ') FROM pg_db_role_setting
  WHERE 'default_transaction_read_only=on' = ANY (setconfig)`;

/** The servers are stopped for as long as `souk backup` and `souk restore` take. */
async function byBackup({ versions, random, rate, folder, say }: Trial): Promise<Findings> {
  let server = await started(versions[0]);
  const told: string[] = [];
  const options = { instances: 2, rate };
  const judged = await MovedShop.run(homeAt(server), random.fork(), options, async (shop) => {
    for (const version of versions.slice(1)) {
      const [old, next] = [server, await started(version)];
      await sleep(random.between(2000, 4000));
      const pause = await shop.moving(() =>
        restored(shop, next, join(folder, `${version.major}.backup`)),
      );
      await old.remove();
      server = next;
      told.push(`${version.major}: ${pause}`);
      say(`restored in ${version.major}: ${pause}; ${shop.tally}`);
    }
  });
  await server.remove();
  return { did: `by backups to ${told.join(', ')}; ${judged.told}`, faults: judged.faults };
}

/** The two commands with which a shop leaves the embedded PostgreSQL. */
async function fromEmbedded({ versions, random, rate, folder, say }: Trial): Promise<Findings> {
  const dataDir = join(folder, 'shop');
  const embedded = await startEmbeddedPostgres({ dataDir });
  const own = await started(versions.at(-1));
  try {
    const { url, directUrl } = embedded;
    await prepareSchema({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
    const home: Home = {
      ...{ url, directUrl, settings: { SOUK_DATA_DIR: dataDir } },
      query: <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
        onServer(directUrl, async (db) => (await db.query<Row>(sql, [...parameters])).rows),
    };
    let pause = '';
    const options = { instances: 1, rate };
    const judged = await MovedShop.run(home, random.fork(), options, async (shop) => {
      await sleep(random.between(2000, 4000));
      pause = await shop.moving(() => restored(shop, own, join(folder, 'embedded.backup')));
      say(`from the embedded one: ${pause}; ${shop.tally}`);
    });
    return { did: `from the embedded one: ${pause}; ${judged.told}`, faults: judged.faults };
  } finally {
    await embedded.stop();
    await own.remove();
  }
}

async function restored(shop: MovedShop, next: PostgresServer, file: string): Promise<Home> {
  await shop.stopServers();
  await shop.souk(['backup', file]);
  await shop.souk(['restore', file, '--nothing-sold-since'], settingsOf(next));
  await shop.startServers(settingsOf(next));
  return homeAt(next);
}

function homeAt(server: PostgresServer): Home {
  const { url, directUrl } = server;
  return { url, directUrl, query: (sql, parameters) => server.query(sql, parameters) };
}

function started(version: PostgresVersion | undefined): Promise<PostgresServer> {
  return PostgresServer.primary(['wal_level = logical'], version?.program);
}

/** Addresses that name both servers; Souk uses the one that can be written. */
function both(old: PostgresServer, next: PostgresServer): Readonly<Record<string, string>> {
  const add = (address: string): string =>
    address.replace(/\/souk$/, `,127.0.0.1:${next.port}/souk`);
  return { DATABASE_URL: add(old.url), DATABASE_DIRECT_URL: add(old.directUrl) };
}

/** Runs a step of the script. @returns what it said */
async function moved(
  old: PostgresServer,
  next: PostgresServer,
  step: string,
  { NEW = next.superuserUrl }: { readonly NEW?: string | undefined } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', [SCRIPT, step], {
    env: { PATH: process.env.PATH, OLD: old.superuserUrl, NEW, ROLES },
  });
  return stdout.trim();
}
