interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What of a supplier's catalog is listed here, and the pictures of what is listed, which its host served before. */
export class SupplierImport1795200000067 {
  async up(runner: Runner): Promise<void> {
    // Their ids; null in both for all of their catalog.
    await runner.query(
      'ALTER TABLE suppliers ADD COLUMN picked_categories integer[], ADD COLUMN picked_products integer[]',
    );
    await runner.query(`
      CREATE TABLE pictures (
        -- SHA-256 of the bytes, in hexadecimal.
        hash text COLLATE "C" PRIMARY KEY,
        type text NOT NULL,
        bytes bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    // They are compressed already.
    await runner.query('ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE pictures');
    await runner.query(
      'ALTER TABLE suppliers DROP COLUMN picked_categories, DROP COLUMN picked_products',
    );
  }
}
