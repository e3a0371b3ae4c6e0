import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import type { CatalogMirror } from '../../support/catalog-mirror.js';
import { until } from '../../support/until.js';
import { FollowedCatalog } from './followed-catalog.js';

let catalog: FollowedCatalog;

beforeAll(async () => {
  // A shop of its own: policies decide about its catalog, and its log of changes is cut and lost.
  catalog = await FollowedCatalog.start();
});
afterAll(() => catalog.close());

const followed = (token?: string) => catalog.followed(token);
const next = (mirror: CatalogMirror) => catalog.next(mirror);
const setPrice = (price: number, id?: number) => catalog.setPrice(price, id);
const query = (sql: string, parameters?: readonly unknown[]) => catalog.db.query(sql, parameters);

/** A mirror with the product 12, which a policy will soon hide. */
async function followedBeforeEnd(): Promise<CatalogMirror> {
  for (let seconds = 0.5; ; seconds *= 2) {
    await query('DELETE FROM acme_hours');
    await query('INSERT INTO acme_hours VALUES (12, now(), now() + make_interval(secs => $1))', [
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
    await catalog.rows.group('silver');
    const { id, token } = await catalog.rows.account({ group: 'gold' });
    const mirror = await followed(token);
    await query(`UPDATE accounts SET ${change} WHERE id = $1`, [id]);
    await setPrice(2);
    expect(await next(mirror)).toMatchObject({ full: true });
    expect(await next(mirror)).toMatchObject({ full: false });
  });

  it('to the cursor of another account', async () => {
    const mirror = catalog.mirrorOf(
      catalog.one,
      (await catalog.rows.account({ group: 'gold' })).token,
    );
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
    await query('UPDATE database_history SET cursor_key = DEFAULT, id = DEFAULT');
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after a restore', async () => {
    const mirror = await followed();
    await query('UPDATE database_history SET id = DEFAULT');
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after changes were lost, whatever the number of the revision is now', async () => {
    const kept = await catalog.revision();
    for (const changes of [1, 2, 3]) {
      await setPrice(100 + changes);
      await setPrice(200 + changes);
      const mirror = await followed();
      await query(
        `WITH lost AS (DELETE FROM catalog_changes WHERE revision > ${kept.revision})
        UPDATE catalog_revision SET revision = $1, nonce = $2`,
        [kept.revision, kept.nonce],
      );
      for (let count = 0; count < changes; count++) await setPrice(300 + count, 12);
      expect(await next(mirror)).toMatchObject({ full: true });
      await query(
        `WITH lost AS (DELETE FROM catalog_changes WHERE revision > ${kept.revision})
        UPDATE catalog_revision SET revision = $1, nonce = $2`,
        [kept.revision, kept.nonce],
      );
    }
    await setPrice(1);
  });

  it('after ten thousand revisions, which the log is cut to', async () => {
    const entries = (number: string) =>
      query('SELECT FROM catalog_changes WHERE revision = $1', [number]);
    const mirror = await followed();
    await setPrice(1.25);
    const { revision: first } = await catalog.revision();
    await query('UPDATE catalog_revision SET revision = revision + 9998');
    await setPrice(1.3);
    expect(await entries(first)).toHaveLength(1);
    await setPrice(1.35);
    expect(await entries(first)).toEqual([]);
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after a statement that has changed too much to be noted', async () => {
    const mirror = await followed();
    await query(`INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment)
      SELECT 1000 + number, 1, 'Many', 1, 'amount', '[]', '[]' FROM generate_series(1, 1001) AS number`);
    expect(await next(mirror)).toMatchObject({ full: true });
    await query("DELETE FROM products WHERE name = 'Many' AND id % 2 = 0");
    const { full, removed_products } = await next(mirror);
    expect([full, removed_products?.length]).toEqual([false, expect.any(Number)]);
    await query("DELETE FROM products WHERE name = 'Many'");
    await next(mirror);
  });

  it('for entries of the log that name no former row', async () => {
    const mirror = await followed();
    await setPrice(1.5);
    const { revision: number } = await catalog.revision();
    await query('UPDATE catalog_changes SET former = NULL WHERE revision = $1', [number]);
    expect(await next(mirror)).toMatchObject({ full: true });
  });

  it('after policies decide otherwise, and not after another change of their tables', async () => {
    const account = await catalog.rows.account({ group: 'gold' });
    const mirror = await followed(account.token);
    await query("INSERT INTO acme_blocked VALUES (11, 'DE')");
    await query('INSERT INTO acme_costs VALUES (999, 2)');
    await query('DELETE FROM acme_costs');
    await setPrice(1.75);
    expect(await next(mirror)).toMatchObject({ full: false, products: [{ id: 11 }] });
    await query("INSERT INTO acme_countries VALUES ($1, 'DE')", [account.id]);
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
    await query('DELETE FROM acme_hours');
    await next(mirror);
  });
});

describe('an instance that has not seen the catalog of the cursor', () => {
  it('reads it first', async () => {
    for (let count = 0; count < 20; count++) {
      const mirror = await followed();
      await setPrice(10 + count);
      await catalog.one.service(RevisionWatch).refresh();
      await mirror.follow();
      const behind = catalog.mirrorOf(catalog.other);
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
    const { status, json } = await catalog.one.send(catalog.token, `changes?since=${since}`);
    expect([status, json]).toMatchObject([400, { code: 114 }]);
  },
);

it('answers 114 to two cursors', async () => {
  const { cursor } = await followed();
  const { json } = await catalog.one.send(catalog.token, `changes?since=${cursor}&since=${cursor}`);
  expect(json).toMatchObject({ code: 114 });
});
