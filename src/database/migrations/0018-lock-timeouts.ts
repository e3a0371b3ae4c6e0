interface Runner {
  query(sql: string): Promise<unknown>;
}

/** A limit for the first lock of each order. `place_orders` limits its own lock waits. */
export class LockTimeouts1795200000018 {
  async up(runner: Runner): Promise<void> {
    // Otherwise all orders wait as long as another session holds maintenance, each with a connection.
    await runner.query(`ALTER FUNCTION access_revision_of_order() SET lock_timeout = '500ms'`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER FUNCTION access_revision_of_order() RESET lock_timeout');
  }
}
