interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Chains the entries of each account by hash, those that exist included, and adds adjustments. The canonical form
 * that is hashed is described in docs/ledger.md.
 */
export class LedgerChain1795200000004 {
  async up(runner: Runner): Promise<void> {
    await runner.query(ADJUSTMENTS);
    await runner.query(HASHES);
    await runner.query(CHAIN_WHAT_EXISTS);
    await runner.query(CHAIN_WHAT_COMES);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP TRIGGER ledger_entries_chain ON ledger_entries;
      DROP FUNCTION chain_ledger_entry();
      DROP FUNCTION ledger_entry_hash(bytea, ledger_entries);
      ALTER TABLE ledger_entries
        DROP COLUMN previous_hash,
        DROP COLUMN entry_hash,
        DROP CONSTRAINT ledger_entries_adjustment_explained,
        DROP CONSTRAINT ledger_entries_created_at_is_date,
        DROP CONSTRAINT ledger_entries_kind_known,
        DROP CONSTRAINT ledger_entries_amount_sign,
        ADD CONSTRAINT ledger_entries_kind_known CHECK (kind IN ('deposit', 'debit', 'refund')),
        ADD CONSTRAINT ledger_entries_amount_sign CHECK ((kind = 'debit') = (amount < 0));
    `);
  }
}

const ADJUSTMENTS = `
  ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_kind_known,
    DROP CONSTRAINT ledger_entries_amount_sign,
    ADD CONSTRAINT ledger_entries_kind_known
      CHECK (kind IN ('deposit', 'debit', 'refund', 'adjustment')),
    ADD CONSTRAINT ledger_entries_amount_sign
      CHECK (kind = 'adjustment' OR (kind = 'debit') = (amount < 0)),
    -- Deposits and adjustments need a reason.
    ADD CONSTRAINT ledger_entries_adjustment_explained CHECK (kind <> 'adjustment' OR note <> '');
`;

const HASHES = `
  ALTER TABLE ledger_entries
    ADD COLUMN previous_hash bytea,
    ADD COLUMN entry_hash bytea,
    ADD CONSTRAINT ledger_entries_previous_hash_is_sha256 CHECK (octet_length(previous_hash) = 32),
    ADD CONSTRAINT ledger_entries_entry_hash_is_sha256 CHECK (octet_length(entry_hash) = 32),
    -- A year of four digits, so that every time is hashed as 27 bytes.
    ADD CONSTRAINT ledger_entries_created_at_is_date
      CHECK (created_at BETWEEN '1000-01-01Z' AND '9999-12-30Z');

  -- Each field is preceded by its length in bytes, so that no two entries have the same form. There is no function for
  -- a field, because every order runs this, and it would be three times as slow.
  CREATE FUNCTION ledger_entry_hash(previous bytea, entry ledger_entries) RETURNS bytea
  LANGUAGE sql STABLE AS $$
    SELECT sha256(previous || convert_to(
      octet_length(entry.account_id::text) || ':' || entry.account_id || ','
      || octet_length(entry.sequence::text) || ':' || entry.sequence || ','
      || octet_length(entry.kind) || ':' || entry.kind || ','
      || octet_length(entry.amount::text) || ':' || entry.amount || ','
      || octet_length(entry.balance_after::text) || ':' || entry.balance_after || ','
      || coalesce(octet_length(convert_to(entry.order_id, 'UTF8')) || ':' || entry.order_id, '-')
      || ',' || coalesce(
           octet_length(convert_to(entry.reference, 'UTF8')) || ':' || entry.reference, '-')
      || ',' || octet_length(convert_to(entry.note, 'UTF8')) || ':' || entry.note || ','
      || octet_length(convert_to(entry.actor, 'UTF8')) || ':' || entry.actor || ',27:'
      || to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ',',
      'UTF8'))
  $$;
`;

/** Chains existing entries unchanged. A wrong entry does not prevent the upgrade; "souk ledger verify" finds it. */
const CHAIN_WHAT_EXISTS = `
  ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only;
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
      computed := ledger_entry_hash(previous, entry);
      UPDATE ledger_entries SET previous_hash = previous, entry_hash = computed
      WHERE account_id = entry.account_id AND sequence = entry.sequence;
      previous := computed;
    END LOOP;
  END $$;
  ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only;
  ALTER TABLE ledger_entries
    ALTER COLUMN previous_hash SET NOT NULL, ALTER COLUMN entry_hash SET NOT NULL;
`;

const CHAIN_WHAT_COMES = `
  -- A trigger, so that every new entry is chained. Hashes that a statement provides, such as a restore, must equal the
  -- computed ones.
  CREATE FUNCTION chain_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    previous bytea := decode(repeat('00', 32), 'hex');
    previous_balance numeric := 0;
    computed bytea;
  BEGIN
    IF NEW.sequence > 1 THEN
      SELECT entry_hash, balance_after INTO previous, previous_balance FROM ledger_entries
      WHERE account_id = NEW.account_id AND sequence = NEW.sequence - 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'ledger entry % of account % does not follow: there is no entry before it',
          NEW.sequence, NEW.account_id
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
      END IF;
    END IF;
    IF NEW.balance_after IS DISTINCT FROM previous_balance + NEW.amount THEN
      RAISE EXCEPTION 'ledger entry % of account % does not follow: % plus % is not %',
        NEW.sequence, NEW.account_id, previous_balance, NEW.amount, NEW.balance_after
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
    END IF;
    computed := ledger_entry_hash(previous, NEW);
    IF coalesce(NEW.previous_hash, previous) <> previous
      OR coalesce(NEW.entry_hash, computed) <> computed THEN
      RAISE EXCEPTION 'ledger entry % of account % does not follow: its hashes are of another entry',
        NEW.sequence, NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
    END IF;
    NEW.previous_hash := previous;
    NEW.entry_hash := computed;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_entries_chain BEFORE INSERT ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION chain_ledger_entry();
`;
