interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Tasks that one server of the shop does at a time, with what their last run has found, and how far the sentinel has checked
 * each ledger. Servers of the release before go on remembering that by themselves.
 */
export class SentinelCheckpoints1795200000079 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      CREATE TABLE server_tasks (
        name text PRIMARY KEY,
        next_run_at timestamptz NOT NULL DEFAULT now(),
        -- Until then no other server begins a run; null while none is under way.
        leased_until timestamptz,
        -- The process that has begun the last run.
        holder uuid,
        -- Of the last run that has succeeded.
        last_ended_at timestamptz,
        result jsonb
      )`);
    await runner.query(`
      CREATE TABLE sentinel_checkpoints (
        account_id integer PRIMARY KEY,
        -- The last entry that was found valid, with the balance after it; 0 before the first one.
        sequence bigint NOT NULL,
        balance numeric(28,8) NOT NULL CONSTRAINT sentinel_checkpoints_balance_number CHECK (balance <> 'NaN'),
        entry_hash bytea NOT NULL,
        -- In another lineage of the database it says nothing.
        lineage text NOT NULL DEFAULT current_database_lineage()
      )`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE sentinel_checkpoints');
    await runner.query('DROP TABLE server_tasks');
  }
}
