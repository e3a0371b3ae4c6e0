interface Runner {
  query(sql: string): Promise<unknown>;
}

/** An index by which it is known that operators have accepted orders of a product with codes. */
export class CodesByHand1795200000069 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_given_codes');
    await runner.query(`CREATE INDEX CONCURRENTLY orders_given_codes ON orders (product_id)
      WHERE decided_by LIKE 'operator%' AND (delivered_codes IS NOT NULL OR sealed_codes IS NOT NULL)`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP INDEX orders_given_codes');
  }
}
