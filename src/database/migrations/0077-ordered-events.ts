interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * The events of each account in order, with its deposits and adjustments, for listeners that are told one after the other. Each
 * step may run again, since a migration with a concurrent index is no transaction.
 */
export class OrderedEvents1795200000077 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(
      // Null in entries from before: they stand before all events.
      'ALTER TABLE ledger_entries ADD COLUMN IF NOT EXISTS after_event bigint',
    );
    await runner.query(PLACE);
    await runner.query(PLACE_TRIGGER);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_by_hand');
    await runner.query(`
      CREATE INDEX CONCURRENTLY ledger_entries_by_hand ON ledger_entries (account_id, sequence)
      WHERE kind IN ('deposit', 'adjustment')`);
    await runner.query(LISTENERS);
    await runner.query(POSITIONS);
    await runner.query(
      // Null for an event of a listener that is not told in order.
      'ALTER TABLE failed_events ADD COLUMN IF NOT EXISTS account_id integer',
    );
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE failed_events DROP COLUMN IF EXISTS account_id');
    await runner.query('DROP TABLE IF EXISTS listener_positions, ordered_listeners');
    await runner.query('DROP INDEX IF EXISTS ledger_entries_by_hand');
    await runner.query('DROP TRIGGER IF EXISTS ledger_entries_place ON ledger_entries');
    await runner.query('DROP FUNCTION IF EXISTS place_ledger_entry()');
    await runner.query('ALTER TABLE ledger_entries DROP COLUMN IF EXISTS after_event');
  }
}

/**
 * The chain of events stays as it is: an entry remembers behind which event it was written. The lock of the account's row, which
 * whoever numbers events holds, too, lets nobody write an event in between.
 */
const PLACE = `
  CREATE OR REPLACE FUNCTION place_ledger_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  BEGIN
    -- A restore brings the place along.
    IF current_setting('souk.account_events', true) = 'off' THEN
      RETURN NEW;
    END IF;
    PERFORM FROM public.accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
    NEW.after_event := coalesce((
      SELECT number FROM public.account_events WHERE account_id = NEW.account_id ORDER BY number DESC LIMIT 1
    ), 0);
    RETURN NEW;
  END $$`;

const PLACE_TRIGGER = `
  CREATE OR REPLACE TRIGGER ledger_entries_place BEFORE INSERT ON ledger_entries
    FOR EACH ROW WHEN (NEW.kind IN ('deposit', 'adjustment')) EXECUTE FUNCTION place_ledger_entry()`;

const LISTENERS = `
  CREATE TABLE IF NOT EXISTS ordered_listeners (
    extension text NOT NULL,
    listener text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (extension, listener)
  )`;

const POSITIONS = `
  -- No row: the listener has not been told of the account. No foreign key to accounts, which would write to rows that orders lock.
  CREATE TABLE IF NOT EXISTS listener_positions (
    extension text NOT NULL,
    listener text NOT NULL,
    account_id integer NOT NULL,
    -- The last event and the last deposit or adjustment that it has been told, and the beginnings of their hashes.
    event_number bigint NOT NULL DEFAULT 0,
    event_hash text NOT NULL DEFAULT '',
    entry_number bigint NOT NULL DEFAULT 0,
    entry_hash text NOT NULL DEFAULT '',
    -- True until it has been told that a restore may have undone events that it knows.
    restored boolean NOT NULL DEFAULT false,
    -- Of an event that has failed; infinity while a restore holds the account back.
    retry_at timestamptz,
    -- The server that tells it now, and until when another one leaves the account to it.
    claimed_by uuid,
    claimed_until timestamptz,
    PRIMARY KEY (extension, listener, account_id),
    FOREIGN KEY (extension, listener) REFERENCES ordered_listeners ON DELETE CASCADE
  )`;
