import { chaosShop, type ChaosShop } from '../../chaos/shop/chaos-shop.js';
import type { TestDatabase } from '../../support/test-database.js';

const GROUPS = 4;
/** Products that are read and changed, but not ordered; their ids begin here. */
export const FIRST_READ = 100_001;
export const READ_PRODUCTS = 1_000;
const SHELVES = 20;

/** The shop of the chaos scenarios with a larger catalog and several audiences. */
export async function soakShop(db: TestDatabase): Promise<ChaosShop> {
  const shop = await chaosShop(db);
  for (const statement of STATEMENTS) await db.query(statement);
  return shop;
}

const STATEMENTS = [
  `INSERT INTO categories (id, name, position)
   SELECT ${FIRST_READ} + shelf, 'Shelf ' || shelf, shelf FROM generate_series(0, ${SHELVES - 1}) AS shelf`,
  `INSERT INTO products (id, category_id, name, price, product_type, position)
   SELECT ${FIRST_READ} + place, ${FIRST_READ} + place % ${SHELVES}, place || ' UC', 1 + place * 0.01, 'package', place
   FROM generate_series(0, ${READ_PRODUCTS - 1}) AS place`,
  `INSERT INTO account_groups (id, name)
   SELECT id, 'Group ' || id FROM generate_series(1, ${GROUPS}) AS id`,
  `UPDATE accounts SET group_id = 1 + id % ${GROUPS}`,
  `INSERT INTO price_rules (group_id, percentage) SELECT id, id FROM account_groups`,
  `INSERT INTO visibility_rules (group_id, category_id, visible)
   SELECT id, ${FIRST_READ} + id, false FROM account_groups`,
];

/** Changes that go on all day; $1 is a product, $2 another one. */
export const CHANGES = [
  'UPDATE products SET price = price + 0.01 WHERE id = $1 AND id <> $2::integer',
  'UPDATE products SET available = NOT available WHERE id = $1 AND id <> $2::integer',
  `UPDATE products SET category_id = other.category_id
   FROM products other WHERE products.id = $1 AND other.id = $2`,
  `UPDATE categories SET name = 'Shelf of ' || $1::integer
   WHERE id = (SELECT category_id FROM products WHERE id = $2)`,
];
