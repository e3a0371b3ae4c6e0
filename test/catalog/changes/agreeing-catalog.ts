import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAcmeTables } from '../../support/acme-policies.js';
import { CatalogChanger } from '../../support/catalog-changes/catalog-changer.js';
import { changingShop } from '../../support/catalog-changes/changing-shop.js';
import { Followers } from '../../support/catalog-changes/followers.js';
import { Faults } from '../../support/faults.js';
import { Instance } from '../../support/instance.js';
import { Random } from '../../support/random.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const SEED = 15;

/** A catalog that changes by chance on two servers, and copies that follow it by `changes`. */
export interface AgreeingCatalog {
  readonly db: TestDatabase;
  readonly random: Random;
  /** The second may be exchanged for another one. */
  readonly instances: Instance[];
  readonly changer: CatalogChanger;
  readonly followers: Followers;
  readonly faults: Faults;
  readonly folder: string;
  close(): Promise<void>;
}

// A shop of its own: copies of the whole catalog, and two servers, one of which starts anew.
export async function agreeingCatalog(): Promise<AgreeingCatalog> {
  const [random, faults] = [new Random(SEED), new Faults()];
  const db = await createTestDatabase();
  const size = { accounts: 6, categories: 24, products: 60 };
  const shop = await changingShop(db, random.fork(), size);
  await createAcmeTables(db);
  const settled = await Instance.on(db);
  const instances = [settled, await Instance.on(db)];
  const get = settled.service.bind(settled);
  const changer = await CatalogChanger.on(db, random.fork(), shop, { get });
  const followers = new Followers(db, shop, instances, random.fork(), faults);
  const folder = await mkdtemp(join(tmpdir(), 'souk-changes-'));
  await followers.compare(await changer.mark(), { everyone: true });
  const close = async (): Promise<void> => {
    await changer.close();
    for (const instance of instances) await instance.close();
    await rm(folder, { recursive: true });
    await db.drop();
  };
  return { db, random, instances, changer, followers, faults, folder, close };
}

/** Makes so many changes and more; the copies equal the catalog after every step. */
export async function agreeAfterChanges(
  { changer, followers, faults, random }: AgreeingCatalog,
  changes: number,
): Promise<void> {
  const { tally } = followers;
  while (changer.count < changes) {
    await followers.step(changer, random.between(1, 9));
    if (followers.steps % 6 === 0) await followers.changeAccount();
  }
  await followers.step(changer, 1, { everyone: true });
  expect(faults.list).toEqual([]);
  expect(tally.comparisons).toBeGreaterThan(2 * followers.steps);
  expect(tally.removed).toBeGreaterThan(changes / 10);
  expect(Object.keys(tally.fulls)).toContain('an account that was changed');
}
