import { FollowedCatalog } from './followed-catalog.js';

let catalog: FollowedCatalog;

beforeAll(async () => {
  catalog = await FollowedCatalog.start();
});
afterAll(() => catalog.close());

describe('everything is answered', () => {
  it('after the log was cut, and not before', async () => {
    const mirror = await catalog.followed();
    const { cursor } = mirror;
    // Commits now and then: the versions of a row that one transaction makes are passed over by all of its updates.
    await catalog.db.query(`DO $$ BEGIN FOR count IN 1..9999 LOOP
      UPDATE products SET price = count WHERE id = 11;
      IF count % 50 = 0 THEN COMMIT; END IF; END LOOP; END $$`);
    expect(await catalog.next(mirror)).toMatchObject({ full: false, products: [{ id: 11 }] });
    mirror.cursor = cursor;
    await catalog.setPrice(1.25);
    expect(await catalog.next(mirror)).toMatchObject({ full: true });
  });

  it('after more changes than are compared, and the log stays small', async () => {
    await catalog.db
      .query(`INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment)
      SELECT 10000 + number, 1, 'Many', 1, 'amount', '[]', '[]' FROM generate_series(1, 5001) AS number`);
    const update = (count: number) =>
      catalog.db.query('UPDATE products SET price = price + 1 WHERE id BETWEEN 10001 AND $1', [
        10_000 + count,
      ]);
    const mirror = await catalog.followed();
    await update(1000);
    expect((await catalog.next(mirror)).products).toHaveLength(1000);
    // 5,001 items, by one change.
    await catalog.db.query("UPDATE categories SET name = 'Other' WHERE id = 1");
    expect(await catalog.next(mirror)).toMatchObject({ full: true });
    // 5,001 former rows, none of which differs.
    for (let first = 10_001; first <= 15_001; first += 1000) {
      await catalog.db.query('UPDATE products SET position = 1 WHERE id BETWEEN $1 AND $1 + 999', [
        first,
      ]);
    }
    expect(await catalog.next(mirror)).toMatchObject({ full: true });
    // 20,000 entries about 1,000 rows, and then more.
    for (let count = 0; count < 20; count++) await update(1000);
    expect(await catalog.next(mirror)).toMatchObject({ full: false });
    for (let count = 0; count < 21; count++) await update(1000);
    expect(await catalog.next(mirror)).toMatchObject({ full: true });
    const [log] = await catalog.db.query<{ entries: number }>(
      'SELECT count(*)::integer AS entries FROM catalog_changes',
    );
    expect(log!.entries).toBeLessThanOrEqual(21_000);
    for (let part = 0; part < 6; part++) {
      await catalog.db.query("DELETE FROM products WHERE name = 'Many' AND id % 6 = $1", [part]);
    }
  });
});
