interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * What finds orders of all accounts by order_uuid, and tells how complete the search is, without asking each account. It is
 * filled in the background, from the orders; new orders write nothing here. Servers of the previous release ignore it.
 */
export class OrderSearchKeys1795200000044 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(KEYS_TABLE);
    await runner.query(STATE_TABLE);
    for (const [name, columns] of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(runner: Runner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TABLE order_search_state, order_search_keys');
  }
}

/** Of the few rows that the condition holds for: no new order writes one of them. */
const INDEXES = [
  ['order_keys_sealed', 'order_keys (order_uuid, account_id) WHERE order_id IS NULL'],
  ['order_search_progress_open', 'order_search_progress (account_id) WHERE NOT is_complete'],
] as const;

const KEYS_TABLE = `
  CREATE TABLE IF NOT EXISTS order_search_keys (
    -- The first bytes of the SHA-256 of the order_uuid of an order; the key itself stands in order_keys.
    key_hash bytea NOT NULL,
    account_id integer NOT NULL,
    PRIMARY KEY (key_hash, account_id)
  )`;

/** Begun by the first server that fills it. */
const STATE_TABLE = `
  CREATE TABLE IF NOT EXISTS order_search_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The last order whose key was noted soon after it was placed.
    recent_at timestamptz NOT NULL,
    recent_id text NOT NULL DEFAULT '',
    -- The last one of all that were read in the order of time, some minutes after they were placed.
    settled_at timestamptz NOT NULL DEFAULT '-infinity',
    settled_id text NOT NULL DEFAULT '',
    -- True once the keys of all former orders were noted.
    keys_complete boolean NOT NULL DEFAULT false,
    -- True once no account had an order without a progress of its own.
    values_complete boolean NOT NULL DEFAULT false
  )`;
