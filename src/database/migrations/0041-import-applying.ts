interface Runner {
  query(sql: string): Promise<unknown>;
}

/** An upload tells that it is being applied, and why the last attempt has changed nothing. */
export class ImportApplying1795200000041 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- While a server applies it, which then says each second in active_at that it does. Servers of the release before know
  -- neither column; they apply without telling.
  ALTER TABLE catalog_imports
    ADD COLUMN applying boolean NOT NULL DEFAULT false,
    -- Why the last attempt to apply it has changed nothing.
    ADD COLUMN apply_fault text;`;

const DOWN = 'ALTER TABLE catalog_imports DROP COLUMN apply_fault, DROP COLUMN applying';
