import { Costs1795200000032 } from '../../src/database/migrations/0032-costs.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;

beforeEach(async () => {
  // A shop of its own: a migration is undone and repeated.
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const columns = (): Promise<object[]> =>
  db.query(`
    SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
    WHERE table_name IN ('product_costs', 'order_costs', 'stock_codes') ORDER BY 1, 2`);
const isValidated = async (): Promise<unknown> =>
  (
    await db.query(
      `SELECT convalidated FROM pg_constraint WHERE conname = 'stock_codes_cost_is_number'`,
    )
  )[0];

it('the migration of costs can be repeated after it has failed at any statement', async () => {
  const expected = await columns();
  const migration = new Costs1795200000032();
  const statements: string[] = [];
  await migration.up({ query: (sql) => Promise.resolve(statements.push(sql)) });
  for (let done = 0; done <= statements.length; done++) {
    await migration.down({ query: (sql) => db.query(sql) });
    for (const sql of statements.slice(0, done)) await db.query(sql);
    await migration.up({ query: (sql) => db.query(sql) });

    expect(await columns()).toEqual(expected);
    expect(await isValidated()).toEqual({ convalidated: true });
  }
});

it('a server of the release before goes on importing and selling codes', async () => {
  await db.query(`INSERT INTO code_stocks (name) VALUES ('gift')`);
  await db.query(
    `INSERT INTO stock_codes (stock, code_hash, sealed_code, delivered_at)
     SELECT 'gift', sha256('a'), '', NULL`,
  );
  await db.query(`UPDATE stock_codes SET account_id = 1, order_id = 'ID_1', delivered_at = now()`);

  expect(await db.query('SELECT cost FROM stock_codes')).toEqual([{ cost: null }]);
});
