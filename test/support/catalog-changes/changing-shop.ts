import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { Random } from '../random.js';
import type { TestDatabase } from '../test-database.js';

/** No rule and no change is about these two, so all accounts always see them. */
const MARKER_CATEGORY = 1;
export const MARKER_PRODUCT = 1;
const FIRST_ID = 10;
/** More than a statement may change without counting as a change of everything. */
const ATTIC_PRODUCTS = 1_050;
/** Deleted products, which nobody sees. */
export const FIRST_ATTIC_ID = 100_000;
const GROUPS = ['gold', 'silver', 'bronze'];

/** An account that follows the catalog. */
export interface ChangingAccount {
  readonly id: number;
  readonly token: string;
}

/** A catalog in which everything changes, and the ids that the changes choose from. */
export interface ChangingShop {
  readonly accounts: readonly ChangingAccount[];
  readonly groups: readonly number[];
  /** Ids that exist or have existed. */
  readonly categories: number[];
  readonly products: number[];
}

interface ShopSize {
  readonly accounts: number;
  readonly categories: number;
  readonly products: number;
}

/** Fills a migrated database. */
export async function changingShop(
  db: TestDatabase,
  random: Random,
  size: ShopSize,
): Promise<ChangingShop> {
  const rows = new ShopRows(db);
  await rows.category({ id: MARKER_CATEGORY, name: 'Marker', position: -1 });
  await rows.product({ id: MARKER_PRODUCT, categoryId: MARKER_CATEGORY, name: 'Marker 0' });
  const categories = idsFrom(FIRST_ID, size.categories);
  for (const [index, id] of categories.entries()) {
    const parentId = index < 5 ? null : random.pick(categories.slice(0, index));
    await rows.category({ id, parentId, name: `Category ${id}`, testingOnly: index % 11 === 4 });
  }
  const products = idsFrom(FIRST_ID, size.products);
  for (const id of products) {
    await rows.product({
      id,
      categoryId: random.pick(categories),
      name: `Product ${id} "قسم"`,
      price: `${id % 90}.${String(id).padStart(18, '0')}`,
      available: id % 9 !== 0,
      fields: ['playerId'],
    });
  }
  await db.query(
    `INSERT INTO products (id, category_id, name, price, product_type, deleted_at)
     SELECT $1::integer + step, $2, 'Attic ' || step, 1, 'package', now() FROM generate_series(1, $3::integer) AS step`,
    [FIRST_ATTIC_ID, MARKER_CATEGORY, ATTIC_PRODUCTS],
  );
  await moveSequences(db);
  const accounts: ChangingAccount[] = [];
  for (let number = 0; number < size.accounts; number++) {
    accounts.push(await rows.account({ name: `Reseller ${number}`, ...audienceOf(number) }));
  }
  const groups = await db.query<{ id: number }>('SELECT id FROM account_groups ORDER BY id');
  return { accounts, groups: groups.map(({ id }) => id), categories, products };
}

/** A name that every account sees as soon as an answer has all that was committed before. */
export async function setMarker(db: Pick<TestDatabase, 'query'>, name: string): Promise<void> {
  await db.query('UPDATE products SET name = $2 WHERE id = $1', [MARKER_PRODUCT, name]);
}

/** Each group has accounts with and without each flag; the fifth of each ten is in no group. */
function audienceOf(number: number) {
  const group = GROUPS[number % 4];
  return {
    ...(group !== undefined && { group }),
    showUnavailable: number % 3 === 1,
    testing: number % 5 < 2,
  };
}

/** Ids that an insertion without one gives must not be those of the rows above. */
async function moveSequences(db: TestDatabase): Promise<void> {
  for (const table of ['categories', 'products']) {
    await db.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  }
}

function idsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
