import { hashOfToken, newToken } from '../../../src/account/access/token-secret.js';
import { Instance } from '../../support/instance.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let db: TestDatabase;
let one: Instance;
let other: Instance;
let rows: ShopRows;
let account: { id: number; token: string };
let product: number;

beforeAll(async () => {
  // A shop of its own: two servers share it, and a trigger is taken away for a while.
  db = await createTestDatabase();
  rows = new ShopRows(db);
  account = await rows.account({ balance: '100' });
  product = await rows.product({ price: '1.5' });
  // A shop of its own: the first of the two servers.
  one = await Instance.on(db);
  // A shop of its own: the second of the two servers.
  other = await Instance.on(db);
});

afterAll(async () => {
  await one.close();
  await other.close();
  await db.drop();
});

const both = () => [one, other];

async function changed(
  route: string,
  change: () => Promise<unknown>,
  token = account.token,
): Promise<string[]> {
  const before = await Promise.all(both().map((each) => each.ask(token, route)));
  await change();
  return Promise.all(
    both().map((each, index) => each.untilChanged(token, route, before[index] ?? '')),
  );
}

const setPrice = (price: string) => () =>
  db.query('UPDATE products SET price = $2 WHERE id = $1', [product, price]);

it('both answer a changed price', async () => {
  for (const text of await changed('products', setPrice('2.5'))) {
    expect(text).toContain('"price":2.5,');
  }
});

it('both answer it when nobody announces it', async () => {
  await db.query('DROP TRIGGER products_note_update ON products');
  for (const text of await changed('products', async () => {
    await setPrice('2.75')();
    await db.query(`INSERT INTO catalog_changes (revision, kind)
      SELECT revision + 1, 'everything' FROM catalog_revision`);
    await db.query('UPDATE catalog_revision SET revision = revision + 1');
  })) {
    expect(text).toContain('"price":2.75,');
  }
  await db.query(`CREATE TRIGGER products_note_update AFTER UPDATE ON products
    REFERENCING OLD TABLE AS former_rows NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('product')`);
});

it('both answer it when their listening connections have been cut', async () => {
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name LIKE 'souk revisions%' AND datname = current_database()`,
  );
  for (const text of await changed('products', setPrice('3'))) {
    expect(text).toContain('"price":3,');
  }
});

it('both refuse a token that was revoked, and an account that was barred', async () => {
  const token = await rows.token(account.id);
  const before = await Promise.all(both().map((each) => each.ask(token, 'profile')));
  expect(before.join()).not.toContain('ERROR');
  await db.query(
    'UPDATE access_tokens SET revoked_at = now() WHERE id = (SELECT max(id) FROM access_tokens)',
  );
  for (const [index, each] of both().entries()) {
    expect(await each.untilChanged(token, 'profile', before[index] ?? '')).toContain('"code":121');
  }
  const barred = (permitted: boolean) => () =>
    db.query('UPDATE accounts SET api_permitted = $2 WHERE id = $1', [account.id, permitted]);
  for (const text of await changed('profile', barred(false))) expect(text).toContain('"code":122');
  await changed('profile', barred(true));
});

it('both obey the scopes and Allowed IPs of a token once they have changed', async () => {
  const token = await rows.token(account.id);
  const set = (column: string, value: string) => () =>
    db.query(`UPDATE access_tokens SET ${column} = $1 WHERE token_hash = $2`, [
      value,
      hashOfToken(token),
    ]);
  const steps: [string, string, string][] = [
    ['scopes', '{orders}', '"code":124'],
    ['scopes', '{catalog}', '"name":'],
    ['allowed_ips', '{192.0.2.1/32}', '"code":123'],
    ['allowed_ips', '{}', '"name":'],
  ];
  for (const [column, value, part] of steps) {
    const texts = await changed('products', set(column, value), token);
    for (const text of texts) expect(text).toContain(part);
  }
});

it('both let a token in as soon as it is committed, although they know all others', async () => {
  for (const each of both()) {
    for (let count = 0; count < 3; count++) {
      expect(await each.ask(newToken(), 'profile')).toContain('"code":121');
    }
  }
  for (let count = 0; count < 20; count++) {
    const token = await rows.token(account.id);
    const texts = await Promise.all(both().map((each) => each.ask(token, 'profile')));
    expect(texts.join()).not.toContain('ERROR');
  }
});
