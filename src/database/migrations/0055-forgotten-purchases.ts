interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Finds the purchases that their supplier has forgotten, of all that were ever made. */
export class ForgottenPurchases1795200000055 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS supplier_attempts_forgotten');
    await runner.query(`
      CREATE INDEX CONCURRENTLY supplier_attempts_forgotten ON supplier_attempts (forgotten_at)
      WHERE forgotten_at IS NOT NULL`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP INDEX supplier_attempts_forgotten');
  }
}
