interface Runner {
  query(sql: string): Promise<unknown>;
}

/** From which change on a price is unusual, and what the last sync of a supplier has held back. Releases before hold nothing back. */
export class UnusualChanges1795200000065 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE catalog_settings (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- A price that changes by more percent than that is unusual.
    unusual_percent integer NOT NULL DEFAULT 30
      CONSTRAINT catalog_settings_percent CHECK (unusual_percent BETWEEN 1 AND 10000)
  );
  INSERT INTO catalog_settings DEFAULT VALUES;
  -- Null if the last sync has held nothing back.
  ALTER TABLE suppliers ADD COLUMN held_changes json`;

const DOWN = `
  ALTER TABLE suppliers DROP COLUMN held_changes;
  DROP TABLE catalog_settings`;
