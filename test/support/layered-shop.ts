import type {
  CatalogRows,
  CategoryRow,
  ProductRow,
} from '../../src/catalog/view/catalog-snapshot.js';
import type { PriceRuleRow, VisibilityRuleRow } from '../../src/catalog/view/rules.js';
import type { TestDatabase } from './test-database.js';
import { startTestShop, type TestAccount, type TestShop } from './test-shop.js';

/** One catalog that is another one for each of three resellers. */
export interface LayeredShop {
  readonly shop: TestShop;
  /** Of the group `gold`, with rules and prices of its own. */
  readonly gold: TestAccount;
  /** Of the group `silver`, with prices of its own. */
  readonly silver: TestAccount;
  /** Of no group, and sees what is switched off for now. */
  readonly plain: TestAccount;
}

/** Four levels; the digits of an id tell its ancestors. 4 stays empty, 5 and 113 are deleted. */
const CATEGORIES = [
  [1, 2, 3, 4, 5],
  [11, 12, 21, 31, 51],
  [111, 112, 113, 121, 211, 311],
  [1111, 1112, 1121, 1131, 2111, 3111],
].flat();
const DELETED_CATEGORIES = [5, 113];
/** A product's id is its category's with 1, 2 or 3 behind. */
const PRODUCTS = CATEGORIES.filter((id) => id !== 4).flatMap((id) =>
  [1, 2, 3].map((last) => id * 10 + last),
);
const DELETED_PRODUCTS = [111_12, 213];
const UNAVAILABLE_PRODUCTS = [12, 1113, 312, 1112_1];
const PRICES = ['0.000061', '0.00772255027173913', '1.5', '500', '0.000000000000000001'];

export const HIDDEN_FROM_ALL = { category: 3, product: 2113 };
export const DELETED = { category: 113, product: 213 };

/** Starts a shop with rules of every audience on every kind of target. */
export async function startLayeredShop(): Promise<LayeredShop> {
  const shop = await startTestShop();
  const gold = await shop.account({ group: 'gold', balance: '100' });
  const silver = await shop.account({ group: 'silver', balance: '100' });
  const plain = await shop.account({ showUnavailable: true, balance: '100' });
  await insertItems(shop);
  await hide(shop, 'category_id', HIDDEN_FROM_ALL.category);
  await hide(shop, 'product_id', HIDDEN_FROM_ALL.product);
  await hideFrom(shop, gold, silver);
  await priceFor(shop, gold, silver);
  return { shop, gold, silver, plain };
}

async function insertItems(shop: TestShop): Promise<void> {
  for (const id of CATEGORIES) {
    const parentId = id < 10 ? null : Math.floor(id / 10);
    // Against the order of ids, so that the two are not taken for each other.
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
