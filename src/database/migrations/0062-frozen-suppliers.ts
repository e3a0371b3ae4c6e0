interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Until when nothing new is bought from a supplier. */
export class FrozenSuppliers1795200000062 {
  async up(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE suppliers ADD COLUMN frozen_until timestamptz');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE suppliers DROP COLUMN frozen_until');
  }
}
