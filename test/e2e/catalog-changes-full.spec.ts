import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { ACME, createAcmeTables } from '../support/acme-policies.js';
import { CatalogMirror, type ChangesAnswer } from '../support/catalog-mirror.js';
import { Instance } from '../support/instance.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let db: TestDatabase;
let one: Instance;
let other: Instance;
let rows: ShopRows;
let account: { id: number; token: string };

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  await createAcmeTables(db);
  account = await rows.account({ group: 'gold' });
  await rows.category({ id: 1 });
  await rows.category({ id: 2, testingOnly: true });
  for (const id of [11, 12, 13]) await rows.product({ id, categoryId: 1, available: id !== 13 });
  await rows.product({ id: 21, categoryId: 2 });
  one = await Instance.on(db);
  other = await Instance.on(db);
  for (const each of [one, other]) each.service(CatalogPolicies).use(ACME);
});

afterAll(async () => {
  await one.close();
  await other.close();
  await db.drop();
});

const mirrorOf = (instance: Instance, token = account.token) =>
  new CatalogMirror((route) => instance.send(token, route));

async function bothCurrent(): Promise<void> {
  for (const each of [one, other]) await each.service(RevisionWatch).refresh();
}

async function followed(token = account.token): Promise<CatalogMirror> {
  await bothCurrent();
  const mirror = mirrorOf(one, token);
  await mirror.follow();
  return mirror;
}

/** Follows once more, and compares with a fresh catalog. */
async function next(mirror: CatalogMirror): Promise<ChangesAnswer> {
  await bothCurrent();
  const answer = await mirror.follow();
  expect(mirror.items).toEqual(await mirror.fresh());
  return answer;
}

const setPrice = (price: number, id = 11) =>
  db.query('UPDATE products SET price = $1 WHERE id = $2', [price, id]);
const revision = async (): Promise<{ revision: string; nonce: string }> =>
  (await db.query<{ revision: string; nonce: string }>('SELECT * FROM catalog_revision'))[0]!;

/** A mirror with the product 12, which a policy will soon hide. */
async function followedBeforeEnd(): Promise<CatalogMirror> {
  for (let seconds = 3; ; seconds *= 2) {
    await db.query('DELETE FROM acme_hours');
    await db.query('INSERT INTO acme_hours VALUES (12, now(), now() + make_interval(secs => $1))', [
      seconds,
    ]);
    const mirror = await followed();
    if (mirror.products.has(12)) return mirror;
  }
}

describe('everything is answered', () => {
  it.each<[string, string]>([
    ['its group', "group_id = (SELECT id FROM account_groups WHERE name = 'silver')"],
    ['having a group', 'group_id = NULL'],
    ['what it sees of products that are switched off', 'show_unavailable = true'],
    ['what it sees of testing categories', 'testing = true'],
  ])('to an account that has changed %s', async (_, change) => {
    await rows.group('silver');
    const { id, token } = await rows.account({ group: 'gold' });
    const mirror = await followed(token);
    await db.query(`UPDATE accounts SET ${change} WHERE id = $1`, [id]);
    await setPrice(2);
    expect(await next(mirror)).toMatchObject({ full: true });
    expect(await next(mirror)).toMatchObject({ full: false });
  });

  it('to the cursor of another account', async () => {
    const mirror = mirrorOf(one, (await rows.account({ group: 'gold' })).token);
    mirror.cursor = (await followed()).cursor;
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('to a cursor that nobody has given', async () => {
    const mirror = await followed();
    mirror.cursor = Buffer.alloc(40, 1).toString('base64url');
    expect(await next(mirror)).toMatchObject({ full: true });
    mirror.cursor = Buffer.alloc(40, 255).toString('base64url');
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after the key has changed', async () => {
    const mirror = await followed();
    await db.query('UPDATE database_history SET cursor_key = DEFAULT, id = DEFAULT');
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after a restore', async () => {
    const mirror = await followed();
    await db.query('UPDATE database_history SET id = DEFAULT');
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after changes were lost, whatever the number of the revision is now', async () => {
    const kept = await revision();
    for (const changes of [1, 2, 3]) {
      await setPrice(100 + changes);
      await setPrice(200 + changes);
      const mirror = await followed();
      await db.query(
        `WITH lost AS (DELETE FROM catalog_changes WHERE revision > ${kept.revision})
        UPDATE catalog_revision SET revision = $1, nonce = $2`,
        [kept.revision, kept.nonce],
      );
      for (let count = 0; count < changes; count++) await setPrice(300 + count, 12);
      expect(await next(mirror)).toMatchObject({ full: true });
      await db.query(
        `WITH lost AS (DELETE FROM catalog_changes WHERE revision > ${kept.revision})
        UPDATE catalog_revision SET revision = $1, nonce = $2`,
        [kept.revision, kept.nonce],
      );
    }
    await setPrice(1);
  });

  it('after the log was cut, and not before', async () => {
    const mirror = await followed();
    const { cursor } = mirror;
    await db.query(`DO $$ BEGIN FOR count IN 1..9999 LOOP
      UPDATE products SET price = count WHERE id = 11; END LOOP; END $$`);
    expect(await next(mirror)).toMatchObject({ full: false, products: [{ id: 11 }] });
    mirror.cursor = cursor;
    await setPrice(1.25);
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after a statement that has changed too much to be noted', async () => {
    const mirror = await followed();
    await db.query(`INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment)
      SELECT 1000 + number, 1, 'Many', 1, 'amount', '[]', '[]' FROM generate_series(1, 1001) AS number`);
    expect(await next(mirror)).toMatchObject({ full: true });
    await db.query("DELETE FROM products WHERE name = 'Many' AND id % 2 = 0");
    const { full, removed_products } = await next(mirror);
    expect([full, removed_products?.length]).toEqual([false, expect.any(Number)]);
    await db.query("DELETE FROM products WHERE name = 'Many'");
    await next(mirror);
  });

  it('after more changes than are compared, and the log stays small', async () => {
    await db.query(`INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment)
      SELECT 10000 + number, 1, 'Many', 1, 'amount', '[]', '[]' FROM generate_series(1, 5001) AS number`);
    const update = (count: number) =>
      db.query('UPDATE products SET price = price + 1 WHERE id BETWEEN 10001 AND $1', [
        10_000 + count,
      ]);
    const mirror = await followed();
    await update(1000);
    expect((await next(mirror)).products).toHaveLength(1000);
    // 5,001 items, by one change.
    await db.query("UPDATE categories SET name = 'Other' WHERE id = 1");
    expect(await next(mirror)).toMatchObject({ full: true });
    // 5,001 former rows, none of which differs.
    for (let first = 10_001; first <= 15_001; first += 1000) {
      await db.query('UPDATE products SET position = 1 WHERE id BETWEEN $1 AND $1 + 999', [first]);
    }
    expect(await next(mirror)).toMatchObject({ full: true });
    // 20,000 entries about 1,000 rows, and then more.
    for (let count = 0; count < 20; count++) await update(1000);
    expect(await next(mirror)).toMatchObject({ full: false });
    for (let count = 0; count < 21; count++) await update(1000);
    expect(await next(mirror)).toMatchObject({ full: true });
    const [log] = await db.query<{ entries: number }>(
      'SELECT count(*)::integer AS entries FROM catalog_changes',
    );
    expect(log!.entries).toBeLessThanOrEqual(21_000);
    for (let part = 0; part < 6; part++) {
      await db.query("DELETE FROM products WHERE name = 'Many' AND id % 6 = $1", [part]);
    }
  });

  it('for entries of the log that name no former row', async () => {
    const mirror = await followed();
    await setPrice(1.5);
    const { revision: number } = await revision();
    await db.query('UPDATE catalog_changes SET former = NULL WHERE revision = $1', [number]);
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after policies decide otherwise, and not after another change of their tables', async () => {
    const mirror = await followed();
    await db.query("INSERT INTO acme_blocked VALUES (11, 'DE')");
    await db.query('INSERT INTO acme_costs VALUES (999, 2)');
    await db.query('DELETE FROM acme_costs');
    await setPrice(1.75);
    expect(await next(mirror)).toMatchObject({ full: false, products: [{ id: 11 }] });
    await db.query("INSERT INTO acme_countries VALUES ($1, 'DE')", [account.id]);
    expect(await next(mirror)).toMatchObject({ full: true });
    expect(await next(mirror)).toMatchObject({ full: false, products: [] });
    await setPrice(3);
    await setPrice(3, 12);
    expect(await next(mirror)).toMatchObject({ full: false, products: [{ id: 12 }] });
  });

  it('when policies decide otherwise with time', async () => {
    const mirror = await followedBeforeEnd();
    await until(async () => (await mirror.follow()).full);
    expect(mirror.items).toEqual(await mirror.fresh());
    expect(mirror.products.has(12)).toBe(false);
    await db.query('DELETE FROM acme_hours');
    await next(mirror);
  });
});

describe('an instance that has not seen the catalog of the cursor', () => {
  it('reads it first', async () => {
    for (let count = 0; count < 20; count++) {
      const mirror = await followed();
      await setPrice(10 + count);
      await one.service(RevisionWatch).refresh();
      await mirror.follow();
      const behind = mirrorOf(other);
      [behind.products, behind.categories, behind.cursor] = [
        mirror.products,
        mirror.categories,
        mirror.cursor,
      ];
      expect(await behind.follow()).toMatchObject({ full: false, products: [] });
    }
  });
});

it.each(['', 'x', 'AAAA', `${'A'.repeat(53)}B`, '%00', '1:2'])(
  'answers 114 to the malformed cursor %j',
  async (since) => {
    const { status, json } = await one.send(account.token, `changes?since=${since}`);
    expect([status, json]).toMatchObject([400, { code: 114 }]);
  },
);

it('answers 114 to two cursors', async () => {
  const { cursor } = await followed();
  const { json } = await one.send(account.token, `changes?since=${cursor}&since=${cursor}`);
  expect(json).toMatchObject({ code: 114 });
});
