interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Drops the indexes that those of the migration before have replaced. */
export class WideIndexes1795200000085 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    for (const [name] of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    }
  }

  async down(runner: Runner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      await runner.query(`CREATE ${definition.replace('INDEX', `INDEX ${name}`)}`);
    }
  }
}

const INDEXES = [
  ['orders_by_time', 'INDEX ON orders (account_id, created_at, order_id)'],
  ['order_search_values_by_value', 'INDEX ON order_search_values (value, created_at, order_id)'],
  [
    'ledger_entries_order_movement_key',
    `UNIQUE INDEX ON ledger_entries
      (account_id, order_id, kind, (CASE kind WHEN 'reversal' THEN sequence ELSE 0 END))
      WHERE order_id IS NOT NULL`,
  ],
] as const;
