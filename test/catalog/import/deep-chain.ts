import type { TestDatabase } from '../../support/test-database.js';

/** Inserts categories with the ids from 1, each in the one before it; no service would make so many. */
export async function insertChain(db: TestDatabase, levels: number): Promise<void> {
  await db.query(
    `INSERT INTO categories (id, parent_id, name, position)
     SELECT id, nullif(id - 1, 0), 'Level ' || id, id FROM generate_series(1, $1::integer) AS id`,
    [levels],
  );
}
