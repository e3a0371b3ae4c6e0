interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Indexes that each new order is entered in, without what they need not hold. Orders of one account have one time only where one
 * statement has written them, so they are sorted by their ids after they were read. Ids begin with the time, so movements that are
 * entered by them stand at the end of the index, and fill its pages.
 */
export class NarrowIndexes1795200000084 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    for (const { name, definition, former } of INDEXES) {
      // When it is repeated, the index that this one replaces may be gone already.
      if (!(await isBuilt(runner, name))) {
        await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await runner.query(created(name, definition, 'CONCURRENTLY'));
      }
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${former.name}`);
    }
  }

  async down(runner: Runner): Promise<void> {
    for (const { name, former } of INDEXES) {
      await runner.query(created(former.name, former.definition));
      await runner.query(`DROP INDEX ${name}`);
    }
  }
}

const INDEXES = [
  {
    name: 'orders_account_time_idx',
    definition: 'INDEX ON orders (account_id, created_at)',
    former: {
      name: 'orders_by_time',
      definition: 'INDEX ON orders (account_id, created_at, order_id)',
    },
  },
  {
    name: 'order_search_values_time_idx',
    definition: 'INDEX ON order_search_values (value, created_at)',
    former: {
      name: 'order_search_values_by_value',
      definition: 'INDEX ON order_search_values (value, created_at, order_id)',
    },
  },
  {
    name: 'ledger_entries_movement_key',
    // One debit and at most one refund of an order, and any number of reversals, which have sequences above 0.
    definition: `UNIQUE INDEX ON ledger_entries
      (order_id, account_id, (CASE kind WHEN 'debit' THEN 0 WHEN 'refund' THEN -1 ELSE sequence END))
      WHERE order_id IS NOT NULL`,
    former: {
      name: 'ledger_entries_order_movement_key',
      definition: `UNIQUE INDEX ON ledger_entries
        (account_id, order_id, kind, (CASE kind WHEN 'reversal' THEN sequence ELSE 0 END))
        WHERE order_id IS NOT NULL`,
    },
  },
] as const;

function created(name: string, definition: string, way = ''): string {
  return `CREATE ${definition.replace('INDEX', `INDEX ${way} ${name}`)}`;
}

/** False also for an index whose building has failed halfway. */
async function isBuilt(runner: Runner, index: string): Promise<boolean> {
  const found = (await runner.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`,
  )) as { readonly rows?: readonly unknown[] };
  return found.rows?.length === 1;
}
