interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What the nightly backups of this database have come to. Servers of the previous release make none. */
export class NightlyBackup1795200000051 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE nightly_backup');
  }
}

const UP = `
  CREATE TABLE nightly_backup (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The last attempt.
    began_at timestamptz NOT NULL DEFAULT '-infinity',
    -- The last attempt that has written a file. A new database waits for its first night.
    ended_at timestamptz NOT NULL DEFAULT now(),
    -- Why the last attempt has made no good backup; empty if it has.
    failure text NOT NULL DEFAULT '',
    -- The last good one: the time of its snapshot, its file, its size, and the id of its key, which is empty without one.
    good_at timestamptz,
    good_file text,
    good_bytes bigint,
    good_key text,
    -- The last restore for a trial that has succeeded, and why the last one has failed.
    restored_at timestamptz,
    restore_failure text NOT NULL DEFAULT '',
    -- The database of a trial that is under way, or was broken off.
    trial_database text,
    -- When an operator has confirmed that a copy and this key lie elsewhere.
    confirmed_at timestamptz,
    confirmed_key text
  );
  INSERT INTO nightly_backup DEFAULT VALUES`;
