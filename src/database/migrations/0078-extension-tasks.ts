interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Periodic tasks of extensions, each of which runs on one server at a time. */
export class ExtensionTasks1795200000078 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      CREATE TABLE extension_tasks (
        extension text NOT NULL,
        name text NOT NULL,
        -- From the start of a run to the start of the next one.
        every_seconds integer NOT NULL CONSTRAINT extension_tasks_every_seconds_check CHECK (every_seconds >= 1),
        next_run_at timestamptz NOT NULL DEFAULT now(),
        -- Until then no other server begins a run; null while none is under way.
        leased_until timestamptz,
        -- The host and process of the last run.
        holder text,
        -- Numbers the runs: only the last one that was begun may extend its lease or end it.
        runs bigint NOT NULL DEFAULT 0,
        last_started_at timestamptz,
        last_ended_at timestamptz,
        -- Of the last run that has failed; null if none has.
        last_fault text,
        -- Since when no run has succeeded, and how many have failed since.
        failing_since timestamptz,
        failures integer NOT NULL DEFAULT 0,
        PRIMARY KEY (extension, name)
      )`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE extension_tasks');
  }
}
