import { hashOfToken, newToken } from '../../../src/account/access/token-secret.js';
import type { TestDatabase } from '../../support/test-database.js';

const ROOTS = 20;
/** Products in each category that holds products, whatever the size of the catalog. */
const SHELF = 100;
export const AUDIENCES = 50;

/** A large catalog, and accounts that see it in many ways. */
export interface LargeShop {
  readonly db: TestDatabase;
  readonly products: number;
  /** Ids of the categories that hold products. */
  readonly shelves: readonly number[];
  readonly readers: readonly LargeReader[];
}

export interface LargeReader {
  readonly token: string;
  /** The id of its group, from 1; all of a group see the same. */
  readonly group: number;
}

/**
 * Fills a migrated database by a few statements, since commands would take minutes.
 * @param audiences in how many ways the catalog is seen; each of so many accounts has its own
 */
export async function largeShop(
  db: TestDatabase,
  products: number,
  accounts: number,
  audiences = AUDIENCES,
): Promise<LargeShop> {
  const shelfCount = Math.ceil(products / SHELF);
  await db.query(
    `INSERT INTO categories (id, parent_id, name, position)
     SELECT id, CASE WHEN id > ${ROOTS} THEN 1 + id % ${ROOTS} END, 'قسم ' || id, id
     FROM generate_series(1, $1::integer) AS id`,
    [ROOTS + shelfCount],
  );
  await db.query(PRODUCTS, [products]);
  for (const statement of AUDIENCE_ROWS) await db.query(statement, [audiences]);
  const readers = await fillAccounts(db, accounts, audiences);
  await db.query('ANALYZE');
  const shelves = Array.from({ length: shelfCount }, (_, index) => ROOTS + 1 + index);
  return { db, products, shelves, readers };
}

/** One product's price becomes another one. */
export async function changePrice({ db }: LargeShop, product: number): Promise<void> {
  await db.query('UPDATE products SET price = price + 0.01 WHERE id = $1', [product]);
}

async function fillAccounts(
  db: TestDatabase,
  count: number,
  audiences: number,
): Promise<LargeReader[]> {
  const readers = Array.from({ length: count }, (_, index) => ({
    token: newToken(),
    group: 1 + (index % audiences),
  }));
  await db.query(
    `WITH made AS (
       INSERT INTO accounts (id, name, email, group_id)
       SELECT 10000 + place, 'Reseller ' || place, 'ops@acme.example', given.group_id
       FROM unnest($1::integer[]) WITH ORDINALITY AS given (group_id, place) RETURNING id)
     INSERT INTO access_tokens (account_id, token_hash)
     SELECT 10000 + place, token_hash FROM unnest($2::bytea[]) WITH ORDINALITY AS given (token_hash, place)
     WHERE 10000 + place IN (SELECT id FROM made)`,
    [readers.map(({ group }) => group), readers.map(({ token }) => hashOfToken(token))],
  );
  return readers;
}

const PRODUCTS = `
  INSERT INTO products (id, category_id, name, price, available, product_type, qty_values, fields, image, position)
  SELECT id, ${ROOTS} + 1 + (id - 1) / ${SHELF}, id || ' UC – شحن فوري',
    (id % 500 || '.' || lpad(id::text, 8, '0'))::numeric, id % 50 <> 0, 'amount',
    json_build_object('min', '1', 'max', (1000 + id)::text),
    '[{"name":"playerId","label":"Player ID | معرف اللاعب","type":"string","required":true}]',
    '/images/' || id % 100 || '.svg', id
  FROM generate_series(1, $1::integer) AS id`;

/** Each group has its percentage, prices of its own for some products, and does not see some others and a root. */
const AUDIENCE_ROWS = [
  `INSERT INTO account_groups (id, name) SELECT id, 'Group ' || id FROM generate_series(1, $1::integer) AS id`,
  `INSERT INTO price_rules (group_id, percentage) SELECT id, id * 0.25 FROM generate_series(1, $1::integer) AS id`,
  `INSERT INTO price_rules (group_id, product_id, fixed_price) SELECT id, product, id + 0.125
   FROM generate_series(1, $1::integer) AS id, generate_series(1, 20) AS product`,
  `INSERT INTO visibility_rules (group_id, product_id, visible) SELECT id, 20 + id + product, false
   FROM generate_series(1, $1::integer) AS id, generate_series(1, 20) AS product`,
  `INSERT INTO visibility_rules (group_id, category_id, visible) SELECT id, 1 + id % ${ROOTS}, false
   FROM generate_series(1, $1::integer) AS id`,
];
