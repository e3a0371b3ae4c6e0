interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Since when the database is in its present lineage. What was sent in an earlier one may be unknown here. */
export class LineageSince1795200000063 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop_identity
        ADD COLUMN lineage text NOT NULL DEFAULT '',
        ADD COLUMN lineage_since timestamptz NOT NULL DEFAULT '-infinity'`);
    await runner.query(`
      UPDATE shop_identity
      SET lineage = current_database_lineage(),
          lineage_since = CASE WHEN EXISTS (SELECT FROM orders) THEN now() ELSE lineage_since END`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE shop_identity DROP COLUMN lineage, DROP COLUMN lineage_since');
  }
}
