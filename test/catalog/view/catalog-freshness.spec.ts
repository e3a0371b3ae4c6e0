import { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { ProductService } from '../../../src/catalog/editing/product.service.js';
import { PriceRuleService } from '../../../src/catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../../src/catalog/rules/visibility-rule.service.js';
import { endSeclusion, secludedAccount } from '../../support/secluded.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

/** All routes whose answers contain the product, and those that contain its category, with names in place of ids. */
const OF_PRODUCT = [
  'products',
  'products?base=1',
  'products?products_id=:product',
  'products-wrapped',
  'tree',
  'catalog',
  'content/:category',
];
const OF_CATEGORY = ['categories', 'categories/all', 'content/0', 'tree', 'catalog'];

let shop: TestShop;
let account: TestAccount;
let category: number;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
});

beforeEach(async () => {
  account = await secludedAccount(shop, { group: fresh('gold') });
  category = await shop.category({ name: 'Games' });
  product = await shop.product({ categoryId: category, name: '60 UC', price: '1.5' });
  // A second one, so that a list never becomes empty.
  await shop.product({ categoryId: category });
});

afterEach(() => endSeclusion(shop, account));

/** A route or statement with the ids of this case in place of their names. */
function withIds(text: string): string {
  return text
    .replace(':product', String(product))
    .replace(':category', String(category))
    .replace(':account', String(account.id));
}

async function answers(routes: readonly string[]): Promise<Record<string, string>> {
  const entries = routes.map(async (route): Promise<[string, string]> => {
    const { status, text } = await account.api(`/client/api/${withIds(route)}`);
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

const sql = (statement: string) => () => shop.db.query(withIds(statement));

describe('a change by SQL is in the very next answer of every route', () => {
  const PRICED = OF_PRODUCT.filter((route) => !route.includes('base'));
  const forAccount = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (account_id, ${columns}) VALUES (:account, ${values})`;
  const forGroup = (table: string, columns: string, values: string) =>
    `INSERT INTO ${table} (group_id, ${columns}) SELECT group_id, ${values} FROM accounts WHERE id = :account`;

  it.each([
    ['a name', `UPDATE products SET name = 'UC' WHERE id = :product`, OF_PRODUCT],
    ['a price', 'UPDATE products SET price = 2 WHERE id = :product', PRICED],
    ['a switch', 'UPDATE products SET available = false WHERE id = :product', OF_PRODUCT],
    ['a deletion', 'UPDATE products SET deleted_at = now() WHERE id = :product', OF_PRODUCT],
    ['a row taken away', 'DELETE FROM products WHERE id = :product', OF_PRODUCT],
    [
      'a new product',
      `INSERT INTO products (category_id, name, price, product_type) VALUES (:category, 'a', 1, 'amount')`,
      OF_PRODUCT.filter((route) => !route.includes('products_id')),
    ],
    ['a category’s name', `UPDATE categories SET name = 'UC' WHERE id = :category`, OF_CATEGORY],
    [
      'a category’s name, in its products',
      `UPDATE categories SET name = 'UC' WHERE id = :category`,
      PRICED,
    ],
    ['a new category', `INSERT INTO categories (name) VALUES ('a')`, OF_CATEGORY],
    [
      'a deleted category',
      'UPDATE categories SET deleted_at = now() WHERE id = :category',
      OF_CATEGORY,
    ],
    [
      'a deleted category, in its products',
      'UPDATE categories SET deleted_at = now() WHERE id = :category',
      OF_PRODUCT,
    ],
    [
      'a hidden category',
      'INSERT INTO visibility_rules (category_id, visible) VALUES (:category, false)',
      [...OF_CATEGORY, ...OF_PRODUCT],
    ],
    [
      'a hidden product',
      forAccount('visibility_rules', 'product_id, visible', ':product, false'),
      OF_PRODUCT,
    ],
    [
      'an account’s price',
      forAccount('price_rules', 'product_id, fixed_price', ':product, 9'),
      PRICED,
    ],
    ['a group’s percentage', forGroup('price_rules', 'percentage', '10'), PRICED],
  ])('%s', async (_, statement, routes) => {
    expect(await changedBy(routes, sql(statement))).toEqual([...new Set(routes)]);
  });

  it('a group that the account gets or leaves', async () => {
    await sql(forGroup('price_rules', 'percentage', '10'))();
    const [before] = await shop.db.query<{ group: number }>(
      'SELECT group_id AS group FROM accounts WHERE id = $1',
      [account.id],
    );

    expect(
      await changedBy(PRICED, sql('UPDATE accounts SET group_id = NULL WHERE id = :account')),
    ).toEqual(PRICED);
    await shop.db.query('UPDATE accounts SET group_id = $1 WHERE id = $2', [
      before?.group,
      account.id,
    ]);
    expect(
      (await account.api(withIds('/client/api/products?products_id=:product'))).text,
    ).toContain(':1.65,');
  });

  it('an account that is to see what is switched off', async () => {
    await sql('UPDATE products SET available = false WHERE id = :product')();

    const change = sql('UPDATE accounts SET show_unavailable = true WHERE id = :account');
    expect(await changedBy(OF_PRODUCT, change)).toEqual(OF_PRODUCT);
  });
});

describe('a change by the operator’s services is in the very next answer', () => {
  it('of every route', async () => {
    const products = shop.service(ProductService);
    const prices = shop.service(PriceRuleService);
    const visibilities = shop.service(VisibilityRuleService);
    const me = { accountId: account.id };
    const target = { productId: product };
    const above = { categoryId: category };
    const priced = OF_PRODUCT.filter((route) => !route.includes('base'));
    const all = [...new Set([...OF_CATEGORY, ...OF_PRODUCT])];

    const changes: [(manager: EntityManager) => Promise<unknown>, readonly string[]][] = [
      [(manager) => products.change(manager, product, { name: 'UC' }), OF_PRODUCT],
      [(manager) => products.change(manager, product, { price: '2.25' }), priced],
      [(manager) => prices.set(me, target, { fixedPrice: '3' }, manager), priced],
      [(manager) => prices.set(me, target, { percentage: '+10%' }, manager), priced],
      [(manager) => prices.clear(me, target, manager), priced],
      [(manager) => visibilities.set(me, target, false, manager), OF_PRODUCT],
      [(manager) => visibilities.set(me, target, true, manager), OF_PRODUCT],
      [(manager) => visibilities.set({}, above, false, manager), all],
      [(manager) => visibilities.clear({}, above, manager), all],
      [(manager) => products.change(manager, product, { available: false }), OF_PRODUCT],
      [(manager) => products.change(manager, product, { available: true }), OF_PRODUCT],
      [(manager) => products.change(manager, product, { deleted: true }), OF_PRODUCT],
      [(manager) => products.change(manager, product, { deleted: false }), OF_PRODUCT],
    ];
    for (const [change, routes] of changes) {
      expect(await changedBy(routes, () => shop.inTransaction(change))).toEqual(routes);
    }
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
        await other.query(
          withIds(`UPDATE products SET name = 'UC', price = 2 WHERE id = :product`),
        );
        await other.query(withIds(`UPDATE categories SET name = 'UC' WHERE id = :category`));
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
      await other.query(withIds('UPDATE products SET price = 2 WHERE id = :product'));
      expect(await changedBy(OF_PRODUCT, () => other.query('ROLLBACK'))).toEqual([]);
      // The next change gets the revision that the rolled back one had.
      const change = sql('UPDATE products SET price = 3 WHERE id = :product');
      expect(await changedBy(['products'], change)).toEqual(['products']);
    } finally {
      await other.end();
    }
  });
});

describe('many requests and many changes at once', () => {
  it('give each request what was committed before it began, or later', async () => {
    for (let price = 2; price < 30; price += 1) {
      await shop.db.query('UPDATE products SET price = $1 WHERE id = $2', [price, product]);
      const later = shop.db.query('UPDATE products SET price = $1 WHERE id = $2', [
        price + 0.5,
        product,
      ]);
      const prices = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const { json } = await account.api(`/client/api/products?products_id=${product}`);
          return (json as [{ price: number }])[0].price;
        }),
      );
      await later;

      for (const told of prices) expect([price, price + 0.5]).toContain(told);
    }
  });
});
