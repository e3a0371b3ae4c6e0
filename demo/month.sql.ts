/** A part of the time in which the demo shop was filled, and the time in which it is told to have happened. */
export interface Span {
  readonly was: readonly [from: Date, to: Date];
  readonly is: readonly [from: Date, to: Date];
}

const literal = (date: Date): string => `'${date.toISOString()}'`;

/**
 * Moves the orders of the demo shop, their costs and the entries of its ledgers into the month before. This is the one thing that is
 * done to it by SQL: no service takes a time from its caller, and none should. The entries are chained anew, since each hash is of
 * its time, too, so the books of the demo shop are sound; nowhere else are they touched.
 */
export function moveIntoTheMonth(spans: readonly Span[]): string {
  const rows = spans.map(({ was, is }) => `(${[...was, ...is].map(literal).join(', ')})`);
  return `
    BEGIN;
    CREATE TEMP TABLE spans (was_from timestamptz, was_to timestamptz, is_from timestamptz, is_to timestamptz);
    INSERT INTO spans VALUES ${rows.join(', ')};
    CREATE FUNCTION pg_temp.moved(moment timestamptz) RETURNS timestamptz LANGUAGE sql AS $$
      SELECT coalesce((
        SELECT is_from + (is_to - is_from) * (extract(epoch FROM moment - was_from) / extract(epoch FROM was_to - was_from))::float8
        FROM spans WHERE moment >= was_from AND moment < was_to), moment)
    $$;
    -- A purchase took as long as others do on its day, although all of them were waited for at the end.
    UPDATE orders SET created_at = pg_temp.moved(created_at),
      decided_at = CASE WHEN decided_at IS NOT NULL THEN
        least(pg_temp.moved(decided_at), pg_temp.moved(created_at) + interval '25 minutes') END;
    UPDATE order_costs SET recorded_at = pg_temp.moved(recorded_at);
    ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only, DISABLE TRIGGER ledger_entries_texts_erased_only;
    DO $$
    DECLARE
      entry ledger_entries;
      account integer;
      previous bytea;
      computed bytea;
    BEGIN
      FOR entry IN SELECT * FROM ledger_entries ORDER BY account_id, sequence LOOP
        IF account IS DISTINCT FROM entry.account_id THEN
          account := entry.account_id;
          previous := decode(repeat('00', 32), 'hex');
        END IF;
        entry.created_at := pg_temp.moved(entry.created_at);
        computed := ledger_entry_hash(previous, entry);
        UPDATE ledger_entries SET created_at = entry.created_at, previous_hash = previous, entry_hash = computed
        WHERE account_id = entry.account_id AND sequence = entry.sequence;
        previous := computed;
      END LOOP;
    END $$;
    ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only, ENABLE TRIGGER ledger_entries_texts_erased_only;
    COMMIT`;
}
