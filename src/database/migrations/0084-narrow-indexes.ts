interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Indexes that each new order is entered in, without what they need not hold. Orders of one account have one time only where one
 * statement has written them, so they are sorted by their ids after they were read. Ids begin with the time, so movements that are
 * entered by them stand at the end of the index, and fill its pages. The next migration drops those that they replace: a server of the
 * release before does not start without the unique one, unless it sees that a newer release has migrated.
 */
export class NarrowIndexes1795200000084 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      if (await isBuilt(runner, name)) continue;
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE ${definition.replace('INDEX', `INDEX CONCURRENTLY ${name}`)}`);
    }
  }

  async down(runner: Runner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}

const INDEXES = [
  ['orders_account_time_idx', 'INDEX ON orders (account_id, created_at)'],
  ['order_search_values_time_idx', 'INDEX ON order_search_values (value, created_at)'],
  [
    'ledger_entries_movement_key',
    // One debit and at most one refund of an order, and any number of reversals, which have sequences above 0.
    `UNIQUE INDEX ON ledger_entries
      (order_id, account_id, (CASE kind WHEN 'debit' THEN 0 WHEN 'refund' THEN -1 ELSE sequence END))
      WHERE order_id IS NOT NULL`,
  ],
] as const;

/** False also for an index whose building has failed halfway. */
async function isBuilt(runner: Runner, index: string): Promise<boolean> {
  const found = (await runner.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`,
  )) as { readonly rows?: readonly unknown[] };
  return found.rows?.length === 1;
}
