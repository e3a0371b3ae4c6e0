import type { Random } from '../random.js';
import { FIRST_ATTIC_ID, type ChangingShop } from './changing-shop.js';
import { someId, somePrice, type ChangeContext, type ChangeKind } from './change-kinds.js';

async function insertProduct({ query, random, shop }: ChangeContext): Promise<void> {
  const rows = await query<{ id: number }>(
    `INSERT INTO products (category_id, name, price, product_type, available)
     SELECT id, 'New', $2, 'package', $3 FROM categories WHERE id = $1 RETURNING id`,
    [someId(random, shop.categories), somePrice(random), random.chance(0.8)],
  );
  shop.products.push(...rows.map(({ id }) => id));
}

async function insertCategory({ query, random, shop }: ChangeContext): Promise<void> {
  const rows = await query<{ id: number }>(
    `INSERT INTO categories (parent_id, name, testing_only)
     SELECT id, 'New', $2 FROM categories WHERE id = $1 RETURNING id`,
    [someId(random, shop.categories), random.chance(0.1)],
  );
  shop.categories.push(...rows.map(({ id }) => id));
}

/** Mostly below an older category; one time in ten below any, which may close a circle of parents that nobody sees. */
async function moveCategory({ query, random, shop }: ChangeContext): Promise<void> {
  const id = someId(random, shop.categories);
  const older = shop.categories.filter((other) => other < id);
  const among = random.chance(0.1) ? shop.categories : older;
  const parent = among.length === 0 || random.chance(0.2) ? null : random.pick(among);
  await query(
    `UPDATE categories SET parent_id = $2::integer WHERE id = $1 AND id IS DISTINCT FROM $2::integer
       AND ($2::integer IS NULL OR EXISTS (SELECT FROM categories WHERE id = $2::integer))`,
    [id, parent],
  );
}

/** An id that was deleted may come again as something else, but none that the sequence has not given yet. */
async function reinsertProduct({ query, random, shop }: ChangeContext): Promise<void> {
  await query(
    `INSERT INTO products (id, category_id, name, price, product_type)
     SELECT $1::integer, id, 'Again', $3, 'amount' FROM categories, products_id_seq
     WHERE id = $2 AND $1::integer <= last_value ON CONFLICT DO NOTHING`,
    [someId(random, shop.products), someId(random, shop.categories), somePrice(random)],
  );
}

/** Another id, for a product that no rule refers to. */
async function renumberProduct({ query, random, shop }: ChangeContext): Promise<void> {
  const rows = await query<{ id: number }>(
    `UPDATE products SET id = nextval(pg_get_serial_sequence('products', 'id'))
     WHERE id = $1 AND NOT EXISTS (SELECT FROM visibility_rules WHERE product_id = $1)
       AND NOT EXISTS (SELECT FROM price_rules WHERE product_id = $1) RETURNING id`,
    [someId(random, shop.products)],
  );
  shop.products.push(...rows.map(({ id }) => id));
}

/** One statement that changes rows of three tables. */
async function changeTogether(context: ChangeContext): Promise<void> {
  const { query, random, shop } = context;
  const [category, product] = [someId(random, shop.categories), someId(random, shop.products)];
  await query(
    `WITH renamed AS (UPDATE categories SET name = name || '+' WHERE id = $1 AND length(name) < 40),
       shown AS (UPDATE visibility_rules SET visible = NOT visible WHERE category_id = $1 OR product_id = $2)
     UPDATE products SET price = price + 1, available = true WHERE id = $2 OR category_id = $1`,
    [category, product],
  );
}

/** One statement that changes a column of one row. */
function set(
  table: 'categories' | 'products',
  assignment: string,
  value: (random: Random, shop: ChangingShop) => unknown,
) {
  const sql = `UPDATE ${table} SET ${assignment} WHERE id = $1`;
  return ({ query, random, shop }: ChangeContext): Promise<unknown> =>
    query(sql, [someId(random, shop[table]), value(random, shop)]);
}

const DELETED = 'deleted_at = CASE WHEN $2::boolean THEN now() END';

/** Changes of categories and products by an operator's own SQL, each a single statement. */
export const ITEM_CHANGES: readonly ChangeKind[] = [
  { name: 'price', weight: 12, run: set('products', 'price = $2', somePrice) },
  {
    name: 'switch',
    weight: 10,
    run: set('products', 'available = $2', (random) => random.chance(0.75)),
  },
  {
    name: 'product name',
    weight: 3,
    run: set('products', 'name = $2', (random) => `Product, no. ${random.between(1, 999)}`),
  },
  {
    name: 'product place',
    weight: 6,
    run: set(
      'products',
      'category_id = coalesce((SELECT id FROM categories WHERE id = $2), category_id)',
      (random, shop) => someId(random, shop.categories),
    ),
  },
  {
    name: 'product position',
    weight: 1,
    run: set('products', 'position = $2', (random) => random.between(0, 9)),
  },
  {
    name: 'product image',
    weight: 1,
    run: set('products', 'image = $2', (random) => `/images/${random.between(1, 9)}.svg`),
  },
  {
    name: 'product deleted',
    weight: 5,
    run: set('products', DELETED, (random) => random.chance(0.2)),
  },
  {
    name: 'category name',
    weight: 3,
    run: set('categories', 'name = $2', (random) => `Category [${random.between(1, 999)}]`),
  },
  {
    name: 'category image',
    weight: 1,
    run: set('categories', 'image = $2', (random) => `/images/${random.between(1, 9)}.svg`),
  },
  {
    name: 'category position',
    weight: 1,
    run: set('categories', 'position = $2', (random) => random.between(0, 9)),
  },
  {
    name: 'category deleted',
    weight: 3,
    run: set('categories', DELETED, (random) => random.chance(0.12)),
  },
  {
    name: 'testing category',
    weight: 3,
    run: set('categories', 'testing_only = $2', (random) => random.chance(0.12)),
  },
  { name: 'category place', weight: 6, run: moveCategory },
  { name: 'new product', weight: 1, run: insertProduct },
  { name: 'new category', weight: 0.3, run: insertCategory },
  { name: 'product again', weight: 2, run: reinsertProduct },
  { name: 'product id', weight: 2, run: renumberProduct },
  {
    name: 'product gone',
    weight: 2,
    run: ({ query, random, shop }) =>
      query('DELETE FROM products WHERE id = $1', [someId(random, shop.products)]),
  },
  {
    name: 'category gone',
    weight: 1,
    run: ({ query, random, shop }) =>
      query(
        `DELETE FROM categories WHERE id = $1 AND NOT EXISTS (SELECT FROM products WHERE category_id = $1)
           AND NOT EXISTS (SELECT FROM categories child WHERE child.parent_id = $1)`,
        [someId(random, shop.categories)],
      ),
  },
  {
    name: 'some prices',
    weight: 2,
    run: ({ query, random }) =>
      query('UPDATE products SET price = price + 0.01 WHERE id > 1 AND id < $1 AND id % 13 = $2', [
        FIRST_ATTIC_ID,
        random.between(0, 12),
      ]),
  },
  { name: 'three tables', weight: 2, run: changeTogether },
  {
    name: 'no row',
    weight: 0.5,
    run: ({ query }) => query('UPDATE products SET price = 1 WHERE id = 0'),
  },
];

/** Changes of more rows than are listed: they count as changes of everything. */
export const CHANGES_OF_EVERYTHING: readonly ChangeKind[] = [
  {
    name: 'all prices',
    weight: 2,
    run: ({ query }) => query('UPDATE products SET price = price + 0.000001'),
  },
  {
    name: 'all positions',
    weight: 1,
    run: ({ query }) => query('UPDATE products SET position = position + 1'),
  },
  {
    name: 'all price rules gone',
    weight: 1,
    run: ({ query }) => query('TRUNCATE price_rules'),
  },
];
