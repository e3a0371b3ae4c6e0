import type {
  CatalogRows,
  CategoryRow,
  ProductRow,
} from '../../src/catalog/view/catalog-snapshot.js';
import type { PriceRuleRow, VisibilityRuleRow } from '../../src/catalog/view/rules.js';
import type { TestDatabase } from './test-database.js';
import { startTestShop, type TestAccount, type TestShop } from './test-shop.js';

/** A catalog that three resellers see differently. */
export interface LayeredShop {
  readonly shop: TestShop;
  /** Of the group `gold`, with rules and prices of its own. */
  readonly gold: TestAccount;
  /** Of the group `silver`, with rules and prices of its own. */
  readonly silver: TestAccount;
  /** Of no group, without rules, and sees what is switched off for now. */
  readonly plain: TestAccount;
}

/** Four levels; all but the last digit of an id is its parent's. 4 stays empty. */
const CATEGORIES = [
  [1, 2, 3, 4, 5],
  [11, 12, 21, 31, 51],
  [111, 112, 113, 121, 211, 311],
  [1111, 1112, 1121, 1131, 2111, 3111],
].flat();
const EMPTY_CATEGORY = 4;
const DELETED_CATEGORIES = [5, 113];
/** Three in each category; all but the last digit of an id is the category's. */
const PRODUCTS = CATEGORIES.filter((id) => id !== EMPTY_CATEGORY).flatMap((id) =>
  [1, 2, 3].map((last) => id * 10 + last),
);
const DELETED_PRODUCTS = [213, 11112];
const UNAVAILABLE_PRODUCTS = [12, 312, 1113, 11121];
const PRICES = ['0.000061', '0.00772255027173913', '1.5', '500', '0.000000000000000001'];

/** Account, group, category, product; null is everyone or everything. */
type Scope = readonly [string | null, string | null, number | null, number | null];

const VISIBILITY: readonly (readonly [...Scope, visible: boolean])[] = [
  [null, null, 3, null, false],
  [null, null, null, 2113, false],
  // A rule of the account overrides one of its group, which overrides one for everyone.
  [null, 'gold', 3, null, true],
  ['gold', null, null, 2113, true],
  [null, 'silver', 12, null, false],
  ['silver', null, 12, null, true],
  [null, 'silver', null, 11, false],
  // A hidden category hides all below it, rules that show an item included.
  ['gold', null, 31, null, false],
  ['gold', null, 311, null, true],
  [null, 'silver', 111, null, false],
  ['silver', null, null, 1111, true],
];

const PERCENTAGES: readonly (readonly [...Scope, percentage: string])[] = [
  [null, 'gold', null, null, '10'],
  [null, 'gold', 11, null, '20'],
  ['gold', null, 111, null, '-12.345678'],
  [null, 'silver', null, null, '50'],
  [null, 'silver', 2, null, '5'],
  ['silver', null, 21, null, '33.333333'],
];

const FIXED_PRICES: readonly (readonly [...Scope, price: string])[] = [
  // The first is replaced by the account's price for the whole of category 111.
  [null, 'gold', null, 1112, '7'],
  [null, 'gold', null, 1122, '0.25'],
  ['gold', null, null, 11111, '0.00772255027173913'],
  ['silver', null, null, 2111, '0.000000000000000001'],
];

let shared: Promise<LayeredShop> | undefined;

/**
 * The layered shop that the specs of a worker share, which take back what they change. Its ids are those of the rows
 * above, so it is no part of the shop that all specs share.
 */
export function workerLayeredShop(): Promise<LayeredShop> {
  return (shared ??= startLayeredShop());
}

/** A layered shop of its own. */
export async function startLayeredShop(): Promise<LayeredShop> {
  const shop = await startTestShop();
  const balance = '1000000';
  const gold = await shop.account({ name: 'gold', group: 'gold', balance });
  const silver = await shop.account({ name: 'silver', group: 'silver', balance });
  const plain = await shop.account({ name: 'plain', showUnavailable: true, balance });
  await insertItems(shop);
  for (const row of VISIBILITY) await insertRule(shop.db, 'visibility_rules', 'visible', row);
  for (const row of PERCENTAGES) await insertRule(shop.db, 'price_rules', 'percentage', row);
  for (const row of FIXED_PRICES) await insertRule(shop.db, 'price_rules', 'fixed_price', row);
  return { shop, gold, silver, plain };
}

async function insertItems(shop: TestShop): Promise<void> {
  for (const id of CATEGORIES) {
    const parentId = id < 10 ? null : Math.floor(id / 10);
    // Positions run against the ids: an answer that is sorted by ids instead is wrong.
    await shop.category({ id, parentId, name: `Category ${id} · قسم`, position: -id });
  }
  for (const id of PRODUCTS) {
    const categoryId = Math.floor(id / 10);
    const price = PRICES[id % PRICES.length] ?? '1';
    const available = !UNAVAILABLE_PRODUCTS.includes(id);
    await shop.product({ id, categoryId, name: `Product ${id} 🎮`, price, available });
  }
  const deleted = 'SET deleted_at = now() WHERE id = ANY ($1)';
  await shop.db.query(`UPDATE categories ${deleted}`, [DELETED_CATEGORIES]);
  await shop.db.query(`UPDATE products ${deleted}`, [DELETED_PRODUCTS]);
}

async function insertRule(
  db: TestDatabase,
  table: string,
  setting: string,
  row: readonly unknown[],
): Promise<void> {
  await db.query(
    `INSERT INTO ${table} (account_id, group_id, category_id, product_id, ${setting})
     VALUES ((SELECT id FROM accounts WHERE name = $1),
             (SELECT id FROM account_groups WHERE name = $2), $3, $4, $5)`,
    row,
  );
}

/** The stored catalog and its rules, read by plain SQL. */
export async function storedCatalog(db: TestDatabase): Promise<CatalogRows> {
  const live = 'WHERE deleted_at IS NULL ORDER BY position, id';
  const scope = `account_id AS "accountId", group_id AS "groupId",
    category_id AS "categoryId", product_id AS "productId"`;
  return {
    revision: '0',
    categories: await db.query<CategoryRow>(
      `SELECT id, parent_id AS "parentId", name, image, testing_only AS "testingOnly" FROM categories ${live}`,
    ),
    products: await db.query<ProductRow>(
      `SELECT id, category_id AS "categoryId", price::text, available FROM products ${live}`,
    ),
    visibilityRules: await db.query<VisibilityRuleRow>(
      `SELECT ${scope}, visible FROM visibility_rules`,
    ),
    priceRules: await db.query<PriceRuleRow>(
      `SELECT ${scope}, fixed_price AS "fixedPrice", percentage FROM price_rules`,
    ),
  };
}
