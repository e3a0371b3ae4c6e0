import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { measured, type Duration, type Rate } from './load.js';

/** Tables of the benchmark's own, without triggers or foreign keys, so that they stay the same whatever Souk becomes. */
const TABLES = `
  CREATE TABLE bench_accounts (
    id integer PRIMARY KEY, balance numeric(20,8) NOT NULL, sequence bigint NOT NULL DEFAULT 0);
  CREATE TABLE bench_entries (
    account_id integer NOT NULL, sequence bigint NOT NULL, order_id uuid NOT NULL, amount numeric(20,8) NOT NULL,
    balance_after numeric(20,8) NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, sequence));
  CREATE TABLE bench_orders (
    account_id integer NOT NULL, order_uuid uuid NOT NULL, product_id integer NOT NULL, total numeric(20,8) NOT NULL,
    fields jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, order_uuid))`;

/** The least that an order must do: charge whoever can pay, write the entry, write the order. One commit. */
const ORDER = `
  WITH moved AS (
    UPDATE bench_accounts SET balance = balance - $3::numeric, sequence = sequence + 1
    WHERE id = $1 AND balance >= $3::numeric RETURNING id, sequence, balance
  ), entry AS (
    INSERT INTO bench_entries (account_id, sequence, order_id, amount, balance_after)
    SELECT id, sequence, $2::uuid, -$3::numeric, balance FROM moved
  )
  INSERT INTO bench_orders (account_id, order_uuid, product_id, total, fields)
  SELECT id, $2::uuid, $4, $3::numeric, $5::jsonb FROM moved`;

/** Makes the tables in a database, with accounts 1, 2, … that can pay. */
export async function makeBareTables(url: string, accounts: number): Promise<void> {
  const client = await connected(url);
  await client.query(TABLES);
  await client.query(
    'INSERT INTO bench_accounts (id, balance) SELECT number, 1000000 FROM generate_series(1, $1::integer) AS number',
    [accounts],
  );
  await client.end();
}

/**
 * Orders by the bare statement through `pg`, each client on a connection of its own.
 * @throws Error when an order was not placed.
 */
export async function bareOrders(
  url: string,
  accounts: number,
  clients: number,
  duration: Duration,
): Promise<Rate> {
  const connections = await Promise.all(Array.from({ length: clients }, () => connected(url)));
  let next = 0;
  try {
    return await measured(clients, duration, async (client) => {
      const number = next++;
      const fields = JSON.stringify({ playerId: String(number) });
      const account = (number % accounts) + 1;
      const values = [account, randomUUID(), '1.26048', 1001, fields];
      const result = await connections[client]?.query(ORDER, values);
      if (result?.rowCount !== 1) throw new Error('the bare statement placed no order');
    });
  } finally {
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
