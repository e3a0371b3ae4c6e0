import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { HOURS } from '../../support/acme-policies.js';
import { ImportingOperator } from '../../support/catalog-changes/imported-catalog.js';
import { Instance } from '../../support/instance.js';
import { until } from '../../support/until.js';
import { agreeAfterChanges, agreeingCatalog, type AgreeingCatalog } from './agreeing-catalog.js';

/** `npm run changes` makes 20,000, with any seed and on real server processes. */
const CHANGES = 200;

let catalog: AgreeingCatalog;

beforeAll(async () => {
  catalog = await agreeingCatalog();
});
afterAll(() => catalog.close());

const everyone = { everyone: true };

it('copies that are kept by changes equal catalog after every step', () =>
  agreeAfterChanges(catalog, CHANGES));

it('also after imports and a change of more than a thousand rows', async () => {
  const { changer, db, faults, folder, followers, random } = catalog;
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
  const { changer, db, faults, followers, instances } = catalog;
  const { fulls } = followers.tally;
  const before = { ...fulls };
  await instances[1]?.close();
  instances[1] = await Instance.on(db);
  await db.query('UPDATE products SET price = 3 WHERE id = 11');
  await followers.compare(await changer.mark(), everyone);
  expect([faults.list, fulls]).toEqual([[], before]);
});

it('also after the moment at which a policy decides otherwise', async () => {
  const { changer, db, faults, followers, instances } = catalog;
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
  // The other cases go on without it.
  for (const instance of instances) instance.service(CatalogPolicies).use([]);
  await db.query('DELETE FROM acme_hours');
  followers.expectFull('a policy by time');
  await followers.compare(await changer.mark(), everyone);
  followers.isNaive = true;
});
