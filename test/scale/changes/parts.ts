import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openShop } from '../../../src/start/open-shop.js';
import { CatalogChanger } from '../../support/catalog-changes/catalog-changer.js';
import { ImportingOperator } from '../../support/catalog-changes/imported-catalog.js';
import { soukJson } from '../../support/command-line.js';
import { otherName, takePlace } from '../../support/lagging-copy.js';
import { databaseUrl, onServer } from '../../support/server-connection.js';
import { until } from '../../support/until.js';
import type { Drill } from './changes.js';

/** One situation; resolves to its name. */
type Part = (drill: Drill) => Promise<string>;

const EXTENSION = fileURLToPath(new URL('hours.extension.js', import.meta.url));
const CHANGES_A_STEP = 20;
const STEPS_BETWEEN_ACCOUNT_CHANGES = 10;
const STEPS_BETWEEN_LINES = 100;
/** Of all changes, those of one situation. */
const SHARE = { start: 0.6, restart: 0.05, imports: 0.05, restore: 0.1, hours: 0.1 };
const MAX_MOMENTS = 20;
const BULK_PRODUCTS = 1_001;

const undisturbed: Part = async (drill) => {
  await changing(drill, async (changer) => {
    await drill.followers.compare(await changer.mark(), { everyone: true });
    await follow(drill, changer, SHARE.start);
  });
  return 'undisturbed';
};

/** Each server is killed while the catalog changes and accounts read, and started again. */
const killed: Part = async (drill) => {
  await changing(drill, async (changer) => {
    for (const index of [0, 1]) {
      const meanwhile = (): Promise<void> => drill.servers.restart(index, 'SIGKILL');
      await step(drill, changer, { meanwhile, everyone: true });
      await follow(drill, changer, SHARE.restart);
    }
  });
  return 'each server killed and started again';
};

const imported: Part = async (drill) => {
  const { db, settings, folder, random } = drill;
  const operator = new ImportingOperator(settings, folder, random.fork());
  const works = [
    () => operator.importCatalog(db),
    () => operator.importPrices(db),
    () => operator.importCatalog(db, { newProducts: BULK_PRODUCTS }),
    () => operator.importPrices(db),
    () => operator.removeNew(db),
    () => operator.importCatalog(db),
  ];
  await changing(drill, async (changer) => {
    for (const meanwhile of works) {
      await step(drill, changer, { meanwhile, everyone: true });
      await follow(drill, changer, SHARE.imports / works.length);
    }
  });
  return 'imports';
};

/** A backup takes the place of the database under the running servers, and the changes since are lost. */
const restored: Part = async (drill) => {
  const { db, settings, folder, followers } = drill;
  const backup = join(folder, 'souk.backup');
  await soukJson(settings, 'backup', backup);
  await changing(drill, (changer) => follow(drill, changer, SHARE.restore));
  const name = new URL(db.url).pathname.slice(1);
  const fresh = otherName(name);
  await onServer(process.env.SOUK_TEST_SERVER ?? '', (client) =>
    client.query(`CREATE DATABASE ${fresh}`),
  );
  const beside = {
    ...settings,
    DATABASE_URL: databaseUrl(db.url, fresh),
    DATABASE_DIRECT_URL: databaseUrl(db.directUrl, fresh),
  };
  await soukJson(beside, 'restore', backup);
  await takePlace(fresh, name);
  followers.forgetLog();
  followers.expectFull('a restore');
  await changing(drill, async (changer) => {
    await followers.compare(await changer.mark(), { everyone: true });
    await follow(drill, changer, SHARE.restore);
  });
  return 'a backup restored';
};

/** An extension shows products between two moments. */
const timed: Part = async (drill) => {
  const { db, servers, settings, followers, amounts, random } = drill;
  settings.SOUK_EXTENSIONS = servers.settings.SOUK_EXTENSIONS = EXTENSION;
  followers.isNaive = false;
  for (const index of servers.instances.keys()) await servers.restart(index, 'SIGTERM');
  followers.expectFull('a new extension');
  const moments = Math.min(MAX_MOMENTS, Math.ceil(amounts.followedChanges / 500));
  await changing(drill, async (changer) => {
    await followers.compare(await changer.mark(), { everyone: true });
    for (let count = 0; count < moments; count++) {
      const moment = await plan(drill, random.chance(0.5));
      await followers.change(changer, random.between(1, CHANGES_A_STEP));
      await until(async () => {
        const passed = await db.query('SELECT WHERE clock_timestamp() >= $1', [moment]);
        return passed.length > 0;
      });
      followers.expectFull('a moment of a policy');
      await followers.compare(await changer.mark(), { everyone: true });
    }
    await follow(drill, changer, SHARE.hours);
  });
  return `${moments} moments of a policy by time`;
};

export const PARTS: readonly Part[] = [undisturbed, killed, imported, restored, timed];

/** Some products will be shown, or no longer, from a moment on that is soon. @returns the moment */
async function plan({ db, random }: Drill, opens: boolean): Promise<Date> {
  const [row] = await db.query<{ moment: Date }>(
    "SELECT clock_timestamp() + interval '1 second' AS moment",
  );
  if (!row) throw new Error('the database has no clock');
  const hours = opens ? "$1::timestamptz, timestamptz '3000-01-01'" : "'epoch', $1::timestamptz";
  const part = random.between(0, 9);
  await db.query('DELETE FROM hours_shown WHERE product_id % 10 = $1', [part]);
  await db.query(
    `INSERT INTO hours_shown SELECT id, ${hours} FROM products
     WHERE id % 10 = $2 AND deleted_at IS NULL AND name NOT LIKE 'Marker %'`,
    [row.moment, part],
  );
  return row.moment;
}

/** Opens the shop as commands do, and makes changes with its services. */
async function changing(
  drill: Drill,
  work: (changer: CatalogChanger) => Promise<void>,
): Promise<void> {
  const { db, shop, settings, random } = drill;
  const remark = (): void => undefined;
  const opened = async (services: Parameters<Parameters<typeof openShop>[1]>[0]): Promise<void> => {
    const changer = await CatalogChanger.on(db, random.fork(), shop, services);
    try {
      await work(changer);
    } finally {
      drill.made += changer.count;
      await changer.close();
    }
  };
  await openShop(settings, opened, remark);
}

/** Steps until a share of all changes has been made. */
async function follow(drill: Drill, changer: CatalogChanger, share: number): Promise<void> {
  const { followers, amounts } = drill;
  const end = changer.count + share * amounts.followedChanges;
  for (let steps = 1; changer.count < end; steps++) {
    if (steps % STEPS_BETWEEN_ACCOUNT_CHANGES === 0) await followers.changeAccount();
    await step(drill, changer, { everyone: false });
    if (steps % STEPS_BETWEEN_LINES === 0)
      drill.say(`${drill.made + changer.count} changes so far`);
  }
  await step(drill, changer, { everyone: true });
}

function step(
  { followers, random, amounts }: Drill,
  changer: CatalogChanger,
  options: { readonly meanwhile?: () => Promise<void>; readonly everyone: boolean },
): Promise<void> {
  const intervalMs = 1000 / amounts.changes;
  return followers.step(changer, random.between(1, CHANGES_A_STEP), { intervalMs, ...options });
}
