import { Client } from 'pg';
import { COUNT_FREE, RESERVE, TAKE } from '../../../src/fulfillment/codes/stock/code-stock.sql.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const ADD_STOCK = `
  INSERT INTO code_stocks (name, cleared_for) VALUES ($1, current_database_lineage())`;
const ADD_CODES = `
  INSERT INTO stock_codes (stock, code_hash, sealed_code)
  SELECT $1, sha256(convert_to($1 || number, 'UTF8')), '' FROM generate_series(1, $2::integer) AS number`;

/** In the eyes of PostgreSQL no code has been sold yet, so that the index of all ids looks as good as that of the unsold. */
describe.each([1, 300, 20_000])('of a stock of %i codes', (codes) => {
  it.each<[string, string, (stock: string) => unknown[]]>([
    ['a batch of orders', RESERVE, (stock) => [[stock], [1]]],
    ['an order', TAKE, (stock) => [stock, 1, 1, 'ID_1']],
    ['a quote', COUNT_FREE, (stock) => [stock, 1, []]],
  ])('%s reads no code that was sold', async (_, statement, given) => {
    const [stock, other] = [fresh('planned'), fresh('other')];
    const client = new Client({ connectionString: (await workerShop()).db.directUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      for (const name of [stock, other]) await client.query(ADD_STOCK, [name]);
      await client.query(ADD_CODES, [stock, codes]);
      await client.query(ADD_CODES, [other, 5000]);
      await client.query('ANALYZE stock_codes, code_stocks');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ${statement}`,
        given(stock),
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Scan using stock_codes_free_idx');
      // What is taken is changed by its id.
      expect(plan).not.toMatch(/Seq Scan on stock_codes|Index Cond: \(id [><]/);
    } finally {
      await client.end();
    }
  });
});
