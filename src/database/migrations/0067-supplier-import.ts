interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What of a supplier's catalog is listed here, and the pictures of what is listed, which its host served before. */
export class SupplierImport1795200000067 {
  async up(runner: Runner): Promise<void> {
    // Their ids; null in both for all of their catalog. The applied ones are those of the last sync.
    await runner.query(
      `ALTER TABLE suppliers ADD COLUMN picked_categories integer[], ADD COLUMN picked_products integer[],
         ADD COLUMN applied_categories integer[], ADD COLUMN applied_products integer[],
         ADD COLUMN pictures_at timestamptz`,
    );
    // The address of a picture of theirs that is still to be fetched.
    for (const table of LISTED) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN awaited_picture text,
           ADD COLUMN picture_tries smallint NOT NULL DEFAULT 0`,
      );
      await runner.query(
        `CREATE INDEX ${table}_awaited ON ${table} (supplier_id, awaited_picture)
         WHERE awaited_picture IS NOT NULL`,
      );
    }
    await runner.query(`
      CREATE TABLE pictures (
        -- Drawn at random, so that nobody can ask another shop for the same picture.
        name text COLLATE "C" PRIMARY KEY,
        -- SHA-256 of the bytes.
        hash bytea NOT NULL UNIQUE,
        type text NOT NULL,
        bytes bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    // They are compressed already.
    await runner.query('ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE pictures');
    for (const table of LISTED) {
      await runner.query(
        `ALTER TABLE ${table} DROP COLUMN awaited_picture, DROP COLUMN picture_tries`,
      );
    }
    await runner.query(
      `ALTER TABLE suppliers DROP COLUMN picked_categories, DROP COLUMN picked_products,
         DROP COLUMN applied_categories, DROP COLUMN applied_products, DROP COLUMN pictures_at`,
    );
  }
}

const LISTED = ['supplier_products', 'supplier_categories'] as const;
