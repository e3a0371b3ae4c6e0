interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * The texts of a new ledger entry (reference, note, actor) are committed to by salted hashes, so that an entry whose texts are
 * withheld or erased proves its amount all the same; docs/ledger.md describes both forms. The release before cannot verify this
 * form, so a shop that has accounts goes on with the other one; a later release ends that.
 */
export class LedgerTexts1795200000073 {
  async up(runner: Runner): Promise<void> {
    await runner.query(
      'ALTER TABLE ledger_entries ADD COLUMN salts bytea, ADD COLUMN commitments bytea',
    );
    await runner.query(
      'ALTER TABLE shop_identity ADD COLUMN commits_ledger_texts boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      'UPDATE shop_identity SET commits_ledger_texts = NOT EXISTS (SELECT FROM accounts)',
    );
    await runner.query(COMMITMENTS);
    await runner.query(HASH);
    await runner.query(CHAIN);
    await runner.query(CHECKED_BY_TRIGGER);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(CHECKED_BY_CONSTRAINTS);
    await runner.query(CHAIN_BEFORE);
    await runner.query(HASH_BEFORE);
    await runner.query(
      'DROP FUNCTION expected_ledger_commitments(ledger_entries), ledger_text_commitments(bytea, text, text, text)',
    );
    await runner.query('ALTER TABLE shop_identity DROP COLUMN commits_ledger_texts');
    await runner.query('ALTER TABLE ledger_entries DROP COLUMN salts, DROP COLUMN commitments');
  }
}

/** An entry that holds its texts: each field is preceded by its length in bytes. */
const NETSTRINGS = `octet_length(entry.account_id::text) || ':' || entry.account_id || ','
      || octet_length(entry.sequence::text) || ':' || entry.sequence || ','
      || octet_length(entry.kind) || ':' || entry.kind || ','
      || octet_length(entry.amount::text) || ':' || entry.amount || ','
      || octet_length(entry.balance_after::text) || ':' || entry.balance_after || ','
      || coalesce(octet_length(convert_to(entry.order_id, 'UTF8')) || ':' || entry.order_id, '-')
      || ',' || coalesce(
           octet_length(convert_to(entry.reference, 'UTF8')) || ':' || entry.reference, '-')
      || ',' || octet_length(convert_to(entry.note, 'UTF8')) || ':' || entry.note || ','
      || octet_length(convert_to(entry.actor, 'UTF8')) || ':' || entry.actor || ',27:'
      || to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ',',`;

const COMMITMENTS = `
  -- The commitments to the texts of an entry, by two salts of 16 bytes: to its reference, and to its note and actor.
  CREATE FUNCTION ledger_text_commitments(salts bytea, reference text, note text, actor text) RETURNS bytea
  LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256(substr(salts, 1, 16) || convert_to(coalesce(reference, ''), 'UTF8'))
        || sha256(substr(salts, 17) || convert_to(array_to_json(ARRAY[note, actor])::text, 'UTF8'))
  $$;

  -- What an entry must be committed to; erased salts prove nothing, but that there were texts.
  CREATE FUNCTION expected_ledger_commitments(entry ledger_entries) RETURNS bytea
  LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN entry.commitments IS NULL THEN NULL
      WHEN entry.reference IS NULL AND entry.note = '' AND entry.actor = 'api' THEN '\\x'::bytea
      WHEN entry.salts IS NULL AND octet_length(entry.commitments) = 64 THEN entry.commitments
      ELSE ledger_text_commitments(entry.salts, entry.reference, entry.note, entry.actor)
    END
  $$`;

const HASH_BEFORE = `
  CREATE OR REPLACE FUNCTION ledger_entry_hash(previous bytea, entry ledger_entries) RETURNS bytea
  LANGUAGE sql STABLE AS $$
    SELECT sha256(previous || convert_to(
      ${NETSTRINGS}
      'UTF8'))
  $$`;

const HASH = `
  CREATE OR REPLACE FUNCTION ledger_entry_hash(previous bytea, entry ledger_entries) RETURNS bytea
  LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN entry.commitments IS NULL THEN sha256(previous || convert_to(
      ${NETSTRINGS}
      'UTF8'))
    ELSE sha256(previous || convert_to(
      array_to_json(ARRAY[
        entry.account_id::text, entry.sequence::text, entry.kind, entry.amount::text, entry.balance_after::text,
        entry.order_id, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        encode(entry.commitments, 'hex')])::text,
      'UTF8')) END
  $$`;

const CHAIN = `
  CREATE OR REPLACE FUNCTION chain_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    previous bytea := '\\x0000000000000000000000000000000000000000000000000000000000000000';
    previous_balance numeric := 0;
    commits_texts boolean;
    computed bytea;
  BEGIN
    IF NEW.sequence > 1 THEN
      SELECT entry_hash, balance_after, (SELECT shop.commits_ledger_texts FROM shop_identity shop)
      INTO previous, previous_balance, commits_texts
      FROM ledger_entries WHERE account_id = NEW.account_id AND sequence = NEW.sequence - 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'ledger entry % of account % does not follow: there is no entry before it',
          NEW.sequence, NEW.account_id
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
      END IF;
    ELSE
      SELECT commits_ledger_texts INTO commits_texts FROM shop_identity;
    END IF;
    -- A year of four digits, so that every time is hashed as 27 bytes.
    IF NEW.sequence < 1 OR NEW.kind <> ALL ('{deposit,debit,refund,adjustment,reversal}')
      OR NEW.amount = 'NaN' OR NEW.amount = 0 OR NEW.balance_after = 'NaN'
      OR (NEW.kind <> 'adjustment' AND (NEW.kind = 'debit') <> (NEW.amount < 0))
      OR (NEW.kind = ANY ('{debit,refund,reversal}')) <> (NEW.order_id IS NOT NULL)
      OR (NEW.kind = ANY ('{adjustment,reversal}') AND NEW.note = '')
      OR (NEW.kind = 'reversal' AND NEW.reference IS NULL)
      OR NEW.created_at NOT BETWEEN '1000-01-01Z' AND '9999-12-30Z' THEN
      RAISE EXCEPTION 'ledger entry % of account % is none that a ledger can have', NEW.sequence, NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
    END IF;
    IF NEW.balance_after IS DISTINCT FROM previous_balance + NEW.amount THEN
      RAISE EXCEPTION 'ledger entry % of account % does not follow: % plus % is not %',
        NEW.sequence, NEW.account_id, previous_balance, NEW.amount, NEW.balance_after
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
    END IF;
    -- An entry that comes with its hash, as in a restore, has the form that it had.
    IF NEW.entry_hash IS NULL THEN
      NEW.salts := NULL;
      NEW.commitments := CASE WHEN commits_texts THEN '\\x'::bytea END;
      IF commits_texts AND (NEW.reference IS NOT NULL OR NEW.note <> '' OR NEW.actor <> 'api') THEN
        NEW.salts := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
        NEW.commitments := ledger_text_commitments(NEW.salts, NEW.reference, NEW.note, NEW.actor);
      END IF;
    END IF;
    computed := ledger_entry_hash(previous, NEW);
    IF coalesce(NEW.previous_hash, previous) <> previous
      OR coalesce(NEW.entry_hash, computed) <> computed
      OR (NEW.entry_hash IS NOT NULL AND NEW.commitments IS DISTINCT FROM expected_ledger_commitments(NEW)) THEN
      RAISE EXCEPTION 'ledger entry % of account % does not follow: its hashes are of another entry',
        NEW.sequence, NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_chain';
    END IF;
    NEW.previous_hash := previous;
    NEW.entry_hash := computed;
    RETURN NEW;
  END $$`;

/** The trigger has what these checked: every statement that charges orders would compile each of them anew. */
const CHECKED_BY_TRIGGER = `
  ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_kind_known,
    DROP CONSTRAINT ledger_entries_sequence_positive,
    DROP CONSTRAINT ledger_entries_amount_is_number,
    DROP CONSTRAINT ledger_entries_amount_sign,
    DROP CONSTRAINT ledger_entries_balance_is_number,
    DROP CONSTRAINT ledger_entries_order_given,
    DROP CONSTRAINT ledger_entries_adjustment_explained,
    DROP CONSTRAINT ledger_entries_reversal_explained,
    DROP CONSTRAINT ledger_entries_created_at_is_date,
    DROP CONSTRAINT ledger_entries_previous_hash_is_sha256,
    DROP CONSTRAINT ledger_entries_entry_hash_is_sha256`;

const CHECKED_BY_CONSTRAINTS = `
  ALTER TABLE ledger_entries
    ADD CONSTRAINT ledger_entries_kind_known
      CHECK (kind IN ('deposit', 'debit', 'refund', 'adjustment', 'reversal')),
    ADD CONSTRAINT ledger_entries_sequence_positive CHECK (sequence > 0),
    ADD CONSTRAINT ledger_entries_amount_is_number CHECK (amount <> 'NaN' AND amount <> 0),
    ADD CONSTRAINT ledger_entries_amount_sign
      CHECK (kind = 'adjustment' OR (kind = 'debit') = (amount < 0)),
    ADD CONSTRAINT ledger_entries_balance_is_number CHECK (balance_after <> 'NaN'),
    ADD CONSTRAINT ledger_entries_order_given
      CHECK ((kind IN ('debit', 'refund', 'reversal')) = (order_id IS NOT NULL)),
    ADD CONSTRAINT ledger_entries_adjustment_explained CHECK (kind <> 'adjustment' OR note <> ''),
    ADD CONSTRAINT ledger_entries_reversal_explained
      CHECK (kind <> 'reversal' OR (note <> '' AND reference IS NOT NULL)),
    ADD CONSTRAINT ledger_entries_created_at_is_date
      CHECK (created_at BETWEEN '1000-01-01Z' AND '9999-12-30Z'),
    ADD CONSTRAINT ledger_entries_previous_hash_is_sha256 CHECK (octet_length(previous_hash) = 32),
    ADD CONSTRAINT ledger_entries_entry_hash_is_sha256 CHECK (octet_length(entry_hash) = 32)`;

const CHAIN_BEFORE = `
  CREATE OR REPLACE FUNCTION chain_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$`;
