import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { CatalogMirror, type ChangesAnswer } from '../support/catalog-mirror.js';
import { Instance } from '../support/instance.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;
let one: Instance;
let other: Instance;
let rows: ShopRows;
let account: { id: number; token: string };

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  account = await rows.account({ group: 'gold' });
  await rows.category({ id: 1, name: 'Games' });
  await rows.category({ id: 2, name: 'Inner', parentId: 1 });
  await rows.category({ id: 3, name: 'Other' });
  await rows.category({ id: 4, name: 'Hidden' });
  for (const [id, categoryId] of [
    [11, 1],
    [21, 2],
    [22, 2],
    [31, 3],
    [41, 4],
  ]) {
    const fields = [{ name: 'id', label: 'ID', type: 'string', required: true } as const];
    await rows.product({
      id: id!,
      categoryId: categoryId!,
      name: `Product ${id}`,
      price: '1.000000000000000001',
      fields,
    });
  }
  await db.query('INSERT INTO visibility_rules (category_id, visible) VALUES (4, false)');
  one = await Instance.on(db);
  other = await Instance.on(db);
});

afterAll(async () => {
  await one.close();
  await other.close();
  await db.drop();
});

const mirrorOf = (instance: Instance, token = account.token) =>
  new CatalogMirror((route) => instance.send(token, route));

/** Has both instances read the revisions, so that they answer from the present catalog. */
async function bothCurrent(): Promise<void> {
  for (const each of [one, other]) await each.service(RevisionWatch).refresh();
}

/** What a client is answered after a change that it has followed up to now. */
async function changesAfter(...statements: string[]): Promise<ChangesAnswer> {
  await bothCurrent();
  const mirror = mirrorOf(one);
  await mirror.follow();
  for (const statement of statements) await db.query(statement);
  await bothCurrent();
  const answer = await mirror.follow();
  expect(mirror.items).toEqual(await mirror.fresh());
  return answer;
}

const idsIn = ({
  full,
  categories,
  products,
  removed_categories,
  removed_products,
}: ChangesAnswer) => ({
  full,
  categories: categories.map(({ id }) => id),
  products: products.map(({ id }) => id),
  removed_categories,
  removed_products,
});

const NOTHING = {
  full: false,
  categories: [],
  products: [],
  removed_categories: [],
  removed_products: [],
};

it('without a cursor answers everything, with a cursor and no removed ids', async () => {
  const { json, headers } = await one.send(account.token, 'changes');
  expect(Object.keys(json as object)).toEqual([
    'status',
    'full',
    'categories',
    'products',
    'cursor',
  ]);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    etag: expect.any(String) as string,
  });
  const mirror = mirrorOf(one);
  expect(idsIn(await mirror.follow())).toEqual({
    full: true,
    categories: [1, 2, 3],
    products: [11, 21, 22, 31],
  });
  expect(mirror.items).toEqual(await mirror.fresh());
});

it('answers nothing while nothing has changed, with the same cursor, and 304', async () => {
  const mirror = mirrorOf(one);
  await mirror.follow();
  const { cursor } = mirror;
  expect(idsIn(await mirror.follow())).toEqual(NOTHING);
  expect(mirror.cursor).toBe(cursor);
  const { headers } = await one.send(account.token, `changes?since=${cursor}`);
  const again = await one.send(account.token, `changes?since=${cursor}`, {
    headers: { 'If-None-Match': headers.etag! },
  });
  expect(again.status).toBe(304);
});

it.each<[string, string[], Partial<ReturnType<typeof idsIn>>]>([
  ['a price', ['UPDATE products SET price = 2 WHERE id = 11'], { products: [11] }],
  [
    'a name of a category',
    ["UPDATE categories SET name = 'New' WHERE id = 1"],
    { categories: [1], products: [11] },
  ],
  [
    'a fulfillment, which nobody sees',
    [`UPDATE products SET fulfillment = '[{"handler":"codes","settings":{}}]' WHERE id = 11`],
    {},
  ],
  [
    'a position',
    [
      'UPDATE products SET position = 5 WHERE id = 21',
      'UPDATE categories SET position = 5 WHERE id = 1',
    ],
    {},
  ],
  ['a product that is hidden', ['UPDATE products SET price = 3 WHERE id = 41'], {}],
  [
    'a price and back',
    [
      'UPDATE products SET price = 5 WHERE id = 31',
      'UPDATE products SET price = 1.000000000000000001 WHERE id = 31',
    ],
    {},
  ],
  [
    'a category that moves',
    ['UPDATE categories SET parent_id = 3 WHERE id = 2'],
    { categories: [2] },
  ],
  [
    'a category that moves into a hidden one',
    ['UPDATE categories SET parent_id = 4 WHERE id = 2'],
    { removed_categories: [2], removed_products: [21, 22] },
  ],
  [
    'and back to the root',
    ['UPDATE categories SET parent_id = NULL WHERE id = 2'],
    { categories: [2], products: [21, 22] },
  ],
  [
    'a soft deletion',
    ['UPDATE products SET deleted_at = now() WHERE id = 21'],
    { removed_products: [21] },
  ],
  [
    'and the restored item',
    ['UPDATE products SET deleted_at = NULL WHERE id = 21'],
    { products: [21] },
  ],
  [
    'a deleted category',
    ['UPDATE categories SET deleted_at = now() WHERE id = 3'],
    { removed_categories: [3], removed_products: [31] },
  ],
  [
    'and the restored one',
    ['UPDATE categories SET deleted_at = NULL WHERE id = 3'],
    { categories: [3], products: [31] },
  ],
  [
    'a product that is switched off',
    ['UPDATE products SET available = false WHERE id = 31'],
    { removed_products: [31] },
  ],
  [
    'a new product',
    [
      "INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment) VALUES (12, 1, 'New', 1, 'amount', '[]', '[]')",
    ],
    { products: [12] },
  ],
  [
    'a product that came and went',
    [
      "INSERT INTO products (id, category_id, name, price, product_type, fields, fulfillment) VALUES (13, 1, 'New', 1, 'amount', '[]', '[]')",
      'DELETE FROM products WHERE id = 13',
    ],
    {},
  ],
  ['a deleted row', ['DELETE FROM products WHERE id = 12'], { removed_products: [12] }],
  [
    'a product with another id',
    ['UPDATE products SET id = 14 WHERE id = 22'],
    { products: [14], removed_products: [22] },
  ],
  [
    'a rule of the group on all',
    ['INSERT INTO price_rules (group_id, percentage) SELECT min(id), 50 FROM account_groups'],
    { products: [11, 14, 21] },
  ],
  [
    'a rule of the group on a category',
    [
      'INSERT INTO price_rules (group_id, category_id, percentage) SELECT min(id), 2, 100 FROM account_groups',
    ],
    { products: [14, 21] },
  ],
  [
    'a rule of the account on a product',
    [
      'INSERT INTO price_rules (account_id, product_id, fixed_price) SELECT min(id), 21, 7 FROM accounts',
    ],
    { products: [21] },
  ],
  ['rules that end', ['DELETE FROM price_rules'], { products: [11, 14, 21] }],
  [
    'a category that a rule hides',
    ['INSERT INTO visibility_rules (category_id, visible) VALUES (2, false)'],
    { removed_categories: [2], removed_products: [14, 21] },
  ],
  [
    'and shows to the account',
    [
      'INSERT INTO visibility_rules (account_id, category_id, visible) SELECT min(id), 2, true FROM accounts',
    ],
    { categories: [2], products: [14, 21] },
  ],
  [
    'a hidden one that is shown',
    ['DELETE FROM visibility_rules WHERE category_id = 4'],
    { categories: [4], products: [41] },
  ],
  [
    'a testing category',
    ['UPDATE categories SET testing_only = true WHERE id = 4'],
    { removed_categories: [4], removed_products: [41] },
  ],
])('answers %s', async (_, statements, expected) => {
  expect(idsIn(await changesAfter(...statements))).toEqual({ ...NOTHING, ...expected });
});
