import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { createAcmeTables, HOURS } from '../support/acme-policies.js';
import { CatalogChanger } from '../support/catalog-changes/catalog-changer.js';
import { changingShop, type ChangingShop } from '../support/catalog-changes/changing-shop.js';
import { Followers } from '../support/catalog-changes/followers.js';
import { ImportingOperator } from '../support/catalog-changes/imported-catalog.js';
import { Faults } from '../support/faults.js';
import { Instance } from '../support/instance.js';
import { Random } from '../support/random.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** `npm run changes` makes 20,000, with any seed and on real server processes. */
const CHANGES = 200;
const SEED = 15;

let db: TestDatabase;
let shop: ChangingShop;
let instances: Instance[];
let changer: CatalogChanger;
let followers: Followers;
let folder: string;

const random = new Random(SEED);
const faults = new Faults();

beforeAll(async () => {
  db = await createTestDatabase();
  shop = await changingShop(db, random.fork(), { accounts: 6, categories: 24, products: 60 });
  await createAcmeTables(db);
  const settled = await Instance.on(db);
  instances = [settled, await Instance.on(db)];
  changer = await CatalogChanger.on(db, random.fork(), shop, {
    get: (type) => settled.service(type),
  });
  followers = new Followers(db, shop, instances, random.fork(), faults);
  folder = await mkdtemp(join(tmpdir(), 'souk-changes-'));
  await followers.compare(await changer.mark(), { everyone: true });
});

afterAll(async () => {
  await changer.close();
  for (const instance of instances) await instance.close();
  await rm(folder, { recursive: true });
  await db.drop();
});

const everyone = { everyone: true };

it('copies that are kept by changes equal catalog after every step', async () => {
  const { tally } = followers;
  while (changer.count < CHANGES) {
    await followers.step(changer, random.between(1, 9));
    if (followers.steps % 6 === 0) await followers.changeAccount();
  }
  await followers.step(changer, 1, everyone);
  expect(faults.list).toEqual([]);
  expect(tally.comparisons).toBeGreaterThan(2 * followers.steps);
  expect(tally.removed).toBeGreaterThan(20);
  expect(Object.keys(tally.fulls)).toContain('an account that was changed');
});

it('also after imports and a change of more than a thousand rows', async () => {
  const operator = new ImportingOperator({ DATABASE_URL: db.url }, folder, random.fork());
  for (const work of [
    () => operator.importCatalog(db),
    () => operator.importPrices(db),
    () => db.query('UPDATE products SET price = price + 1'),
  ]) {
    await followers.step(changer, 4, { meanwhile: work, ...everyone });
  }
  expect(faults.list).toEqual([]);
  expect(followers.tally.fulls['a change of everything']).toBeGreaterThan(0);
});

it('a cursor outlives the instance that gave it', async () => {
  const { fulls } = followers.tally;
  const before = { ...fulls };
  await instances[1]?.close();
  instances[1] = await Instance.on(db);
  await db.query('UPDATE products SET price = 3 WHERE id = 11');
  await followers.compare(await changer.mark(), everyone);
  expect([faults.list, fulls]).toEqual([[], before]);
});

it('also after the moment at which a policy decides otherwise', async () => {
  followers.isNaive = false;
  for (const instance of instances) {
    instance.service(CatalogPolicies).use([{ extension: 'acme', port: HOURS }]);
  }
  for (const hours of ["'epoch', $1::timestamptz", "$1::timestamptz, timestamptz '3000-01-01'"]) {
    const [row] = await db.query<{ moment: Date }>(
      "SELECT clock_timestamp() + interval '2 seconds' AS moment",
    );
    await db.query('DELETE FROM acme_hours');
    await db.query(`INSERT INTO acme_hours SELECT id, ${hours} FROM products WHERE id % 3 = 0`, [
      row?.moment,
    ]);
    for (const reader of followers.readers) await reader.sync();
    await until(async () => {
      const passed = await db.query('SELECT WHERE clock_timestamp() >= $1', [row?.moment]);
      return passed.length > 0;
    });
    followers.expectFull('a policy by time');
    await followers.compare(await changer.mark(), everyone);
  }
  expect(faults.list).toEqual([]);
});
