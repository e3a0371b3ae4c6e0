import { onServer } from '../../test/support/server-connection.js';
import type { BenchCatalog } from '../bench-catalog.js';

/** Tables of the hurried shop's own, so that they stay the same whatever Souk becomes. */
const TABLES = `
  CREATE TABLE categories (
    id integer PRIMARY KEY, parent_id integer REFERENCES categories (id), name text NOT NULL, image text,
    position integer NOT NULL);
  CREATE INDEX ON categories (parent_id);
  CREATE TABLE products (
    id integer PRIMARY KEY, category_id integer NOT NULL REFERENCES categories (id), name text NOT NULL,
    price numeric NOT NULL, available boolean NOT NULL, product_type text NOT NULL, qty_values json,
    fields json NOT NULL, image text, position integer NOT NULL);
  CREATE INDEX ON products (category_id);
  CREATE TABLE accounts (
    id integer PRIMARY KEY, token text NOT NULL UNIQUE, balance numeric(20,8) NOT NULL CHECK (balance >= 0));
  CREATE TABLE orders (
    account_id integer NOT NULL REFERENCES accounts (id), order_uuid uuid NOT NULL,
    product_id integer NOT NULL REFERENCES products (id), total numeric(20,8) NOT NULL, fields jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, order_uuid));
  CREATE TABLE ledger_entries (
    account_id integer NOT NULL REFERENCES accounts (id), order_uuid uuid NOT NULL, amount numeric(20,8) NOT NULL,
    balance_after numeric(20,8) NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_uuid))`;

/**
 * Makes the tables in an empty database, with a catalog and accounts that can pay.
 * @param tokens one for each account.
 */
export async function makeHurriedTables(
  url: string,
  { categories, products }: BenchCatalog,
  tokens: readonly string[],
): Promise<void> {
  const accounts = tokens.map((token, index) => ({ id: index + 1, token, balance: '1000000' }));
  await onServer(url, async (client) => {
    await client.query(TABLES);
    for (const [table, rows] of Object.entries({ categories, products, accounts })) {
      await client.query(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query('ANALYZE');
  });
}
