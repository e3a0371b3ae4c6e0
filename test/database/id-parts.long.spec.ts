import { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { ALL_IDS, partsOf, type IdRange } from '../../src/catalog/import/id-parts.js';
import { createStage, PRODUCT_TABLE } from '../../src/catalog/import/import-table.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const MOST_ROWS = 10_000;

let db: TestDatabase;
let client: Client;

beforeAll(async () => {
  // A shop of its own: it counts the ids of the whole catalog.
  db = await createTestDatabase();
  client = new Client({ connectionString: db.directUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

/** The ranges, and the shares that were told, with so many staged rows from 1 on and so many stored ones behind. */
async function partsWith(staged: number, firstStored: number, stored: number) {
  await client.query('BEGIN');
  try {
    await client.query(createStage(PRODUCT_TABLE));
    await client.query('INSERT INTO staged_products (id) SELECT generate_series(1, $1)', [staged]);
    await client.query("INSERT INTO categories (id, name) VALUES (1, 'Games')");
    await client.query(
      `INSERT INTO products (id, category_id, name, price, product_type)
       SELECT id, 1, 'UC', 1, 'package' FROM generate_series($1::integer, $2::integer) AS id`,
      [firstStored, firstStored + stored - 1],
    );
    const query = async (sql: string, values: unknown[]): Promise<object[]> =>
      (await client.query<object>(sql, values)).rows;
    const manager = { query } as unknown as EntityManager;
    const shares: number[] = [];
    const ranges: IdRange[] = [];
    const parts = partsOf(manager, PRODUCT_TABLE, (share) => shares.push(share));
    for await (const range of parts) ranges.push(range);
    const rows = [];
    for (const range of ranges) rows.push(await rowsIn(range));
    return { ranges, shares, rows };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function rowsIn(range: IdRange): Promise<number> {
  const found = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (
       SELECT id FROM staged_products UNION ALL SELECT id FROM products) every
     WHERE id > $1 AND id <= $2`,
    [...range],
  );
  return found.rows[0]?.count ?? 0;
}

it.each([
  ['nothing', 0, 1, 0, 1],
  ['few rows', 3, 2, 3, 1],
  ['staged rows alone', 25_000, 1, 0, 3],
  ['the same ids twice', 15_000, 1, 15_000, 3],
  ['stored rows behind the staged ones', 1, 1_000_000, 25_000, 3],
])('%s: every id is in one range of few rows', async (_, staged, first, stored, count) => {
  const { ranges, shares, rows } = await partsWith(staged, first, stored);
  expect(ranges).toHaveLength(count);
  expect(ranges.map(([after]) => after)).toEqual([
    ALL_IDS[0],
    ...ranges.slice(0, -1).map(([, through]) => through),
  ]);
  expect(ranges.at(-1)?.[1]).toBe(ALL_IDS[1]);
  expect(rows.reduce((sum, one) => sum + one, 0)).toBe(staged + stored);
  // Two rows with one id stand together.
  expect(Math.max(...rows)).toBeLessThanOrEqual(MOST_ROWS + 1);
  expect(shares.at(-1)).toBe(1);
});
