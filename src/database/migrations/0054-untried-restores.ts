interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Since when backups are to be restored for a trial, and why that could not be tried. */
export class UntriedRestores1795200000054 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(
      'ALTER TABLE nightly_backup DROP COLUMN first_good_at, DROP COLUMN untried_restore',
    );
  }
}

const UP = `
  ALTER TABLE nightly_backup
    ADD COLUMN first_good_at timestamptz,
    -- Why the last trial could not be made, for a reason that is not in the backup; empty if it could.
    ADD COLUMN untried_restore text NOT NULL DEFAULT '';
  UPDATE nightly_backup SET first_good_at = good_at`;
