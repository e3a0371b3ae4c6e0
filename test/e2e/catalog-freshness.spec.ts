import { Client } from 'pg';
import { ProductService } from '../../src/catalog/editing/product.service.js';
import { PriceRuleService } from '../../src/catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../src/catalog/rules/visibility-rule.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const CATEGORY = 3;
const PRODUCT = 7;

/** All routes whose answers contain the product, and those that contain its category. */
const OF_PRODUCT = [
  'products',
  'products?base=1',
  `products?products_id=${PRODUCT}`,
  'products-wrapped',
  'tree',
  'catalog',
  `content/${CATEGORY}`,
];
const OF_CATEGORY = ['categories', 'categories/all', 'content/0', 'tree', 'catalog'];

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await startTestShop();
});

beforeEach(async () => {
  for (const table of ['price_rules', 'visibility_rules', 'products', 'categories']) {
    await shop.db.query(`DELETE FROM ${table}`);
  }
  account = await shop.account({ group: 'gold' });
  await shop.category({ id: CATEGORY, name: 'Games' });
  await shop.product({ id: PRODUCT, categoryId: CATEGORY, name: '60 UC', price: '1.5' });
  // A second one, so that a list never becomes empty.
  await shop.product({ id: 8, categoryId: CATEGORY });
});

afterAll(() => shop.close());

async function answers(routes: readonly string[]): Promise<Record<string, string>> {
  const entries = routes.map(async (route): Promise<[string, string]> => {
    const { status, text } = await account.api(`/client/api/${route}`);
    return [route, `${status} ${text}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The routes whose answers are no longer the same. */
function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(before).filter((route) => before[route] !== after[route]);
}

async function changedBy(
  routes: readonly string[],
  change: () => Promise<unknown>,
): Promise<string[]> {
  const before = await answers(routes);
  expect(changed(before, await answers(routes))).toEqual([]);
  await change();
  return changed(before, await answers(routes));
}

const sql = (statement: string) => () => shop.db.query(statement);

describe('a change by SQL is in the very next answer of every route', () => {
  const PRICED = OF_PRODUCT.filter((route) => !route.includes('base'));
  const forAccount = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (account_id, ${columns}) SELECT id, ${values} FROM accounts`;
  const forGroup = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (group_id, ${columns}) SELECT id, ${values} FROM account_groups`;

  it.each([
    ['a name', `UPDATE products SET name = 'UC' WHERE id = 7`, OF_PRODUCT],
    ['a price', 'UPDATE products SET price = 2 WHERE id = 7', PRICED],
    ['a switch', 'UPDATE products SET available = false WHERE id = 7', OF_PRODUCT],
    ['a deletion', 'UPDATE products SET deleted_at = now() WHERE id = 7', OF_PRODUCT],
    ['a row taken away', 'DELETE FROM products WHERE id = 7', OF_PRODUCT],
    [
      'a new product',
      `INSERT INTO products (category_id, name, price, product_type) VALUES (3, 'a', 1, 'amount')`,
      OF_PRODUCT.filter((route) => !route.includes('products_id')),
    ],
    ['a category’s name', `UPDATE categories SET name = 'UC'`, OF_CATEGORY],
    ['a category’s name, in its products', `UPDATE categories SET name = 'UC'`, PRICED],
    ['a new category', `INSERT INTO categories (name) VALUES ('a')`, OF_CATEGORY],
    ['a deleted category', 'UPDATE categories SET deleted_at = now()', OF_CATEGORY],
    ['a deleted category, in its products', 'UPDATE categories SET deleted_at = now()', OF_PRODUCT],
    [
      'a hidden category',
      'INSERT INTO visibility_rules (category_id, visible) VALUES (3, false)',
      [...OF_CATEGORY, ...OF_PRODUCT],
    ],
    [
      'a hidden product',
      forAccount('visibility_rules', 'product_id, visible', '7, false'),
      OF_PRODUCT,
    ],
    ['an account’s price', forAccount('price_rules', 'product_id, fixed_price', '7, 9'), PRICED],
    ['a group’s percentage', forGroup('price_rules', 'percentage', '10'), PRICED],
  ])('%s', async (_, statement, routes) => {
    expect(await changedBy(routes, sql(statement))).toEqual([...new Set(routes)]);
  });

  it('a group that the account gets or leaves', async () => {
    await shop.db.query(forGroup('price_rules', 'percentage', '10'));

    expect(await changedBy(PRICED, sql('UPDATE accounts SET group_id = NULL'))).toEqual(PRICED);
    await shop.db.query('UPDATE accounts SET group_id = (SELECT id FROM account_groups)');
    expect((await account.api('/client/api/products?products_id=7')).text).toContain(':1.65,');
  });

  it('an account that is to see what is switched off', async () => {
    await shop.db.query('UPDATE products SET available = false WHERE id = 7');

    const change = sql('UPDATE accounts SET show_unavailable = true');
    expect(await changedBy(OF_PRODUCT, change)).toEqual(OF_PRODUCT);
  });
});

describe('a change by the operator’s services is in the very next answer', () => {
  it('of every route', async () => {
    const products = shop.service(ProductService);
    const prices = shop.service(PriceRuleService);
    const visibilities = shop.service(VisibilityRuleService);
    const me = { accountId: account.id };
    const product = { productId: PRODUCT };
    const above = { categoryId: CATEGORY };
    const priced = OF_PRODUCT.filter((route) => !route.includes('base'));
    const all = [...new Set([...OF_CATEGORY, ...OF_PRODUCT])];

    const changes: [() => Promise<unknown>, readonly string[]][] = [
      [() => products.set(PRODUCT, { name: 'UC' }), OF_PRODUCT],
      [() => products.set(PRODUCT, { price: '2.25' }), priced],
      [() => prices.set(me, product, { fixedPrice: '3' }), priced],
      [() => prices.set(me, product, { percentage: '+10%' }), priced],
      [() => prices.clear(me, product), priced],
      [() => visibilities.set(me, product, false), OF_PRODUCT],
      [() => visibilities.set(me, product, true), OF_PRODUCT],
      [() => visibilities.set({}, above, false), all],
      [() => visibilities.clear({}, above), all],
      [() => products.set(PRODUCT, { available: false }), OF_PRODUCT],
      [() => products.set(PRODUCT, { available: true }), OF_PRODUCT],
      [() => products.set(PRODUCT, { deleted: true }), OF_PRODUCT],
      [() => products.set(PRODUCT, { deleted: false }), OF_PRODUCT],
    ];
    for (const [change, routes] of changes) expect(await changedBy(routes, change)).toEqual(routes);
  });
});

describe('a change that is not committed', () => {
  it('is in no answer before the commit, and in all after it', async () => {
    const routes = [...new Set([...OF_CATEGORY, ...OF_PRODUCT])];
    const other = new Client({ connectionString: shop.db.url });
    await other.connect();
    try {
      const during = await changedBy(routes, async () => {
        await other.query('BEGIN');
        await other.query(`UPDATE products SET name = 'UC', price = 2 WHERE id = 7`);
        await other.query(`UPDATE categories SET name = 'UC'`);
      });
      expect(during).toEqual([]);
      const after = await changedBy(routes, () => other.query('COMMIT'));
      expect(after).toEqual(routes);
    } finally {
      await other.end();
    }
  });

  it('and never will be is in no answer', async () => {
    const other = new Client({ connectionString: shop.db.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE products SET price = 2');
      expect(await changedBy(OF_PRODUCT, () => other.query('ROLLBACK'))).toEqual([]);
      // The next change gets the revision that the rolled back one had.
      const change = sql('UPDATE products SET price = 3 WHERE id = 7');
      expect(await changedBy(['products'], change)).toEqual(['products']);
    } finally {
      await other.end();
    }
  });
});

describe('many requests and many changes at once', () => {
  it('give each request what was committed before it began, or later', async () => {
    for (let price = 2; price < 30; price += 1) {
      await shop.db.query('UPDATE products SET price = $1 WHERE id = 7', [price]);
      const later = shop.db.query('UPDATE products SET price = $1 WHERE id = 7', [price + 0.5]);
      const prices = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const { json } = await account.api('/client/api/products?products_id=7');
          return (json as [{ price: number }])[0].price;
        }),
      );
      await later;

      for (const told of prices) expect([price, price + 0.5]).toContain(told);
    }
  });
});
