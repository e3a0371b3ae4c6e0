interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * What happens to the orders of each account, numbered without gaps and chained by hash. Triggers write it, so that the
 * servers of the release before do so, too. Orders from before have no event of their placement. The canonical form that is
 * hashed is described in docs/ledger.md.
 */
export class AccountEvents1795200000072 {
  async up(runner: Runner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(APPEND_ONLY);
    await runner.query(CHAIN);
    await runner.query(NOTE_PLACED);
    await runner.query(NOTE_CHANGED);
    await runner.query(NOTE_REVERSED);
    // In the order in which transactions write these tables.
    await runner.query(ORDER_TRIGGERS);
    await runner.query(LEDGER_TRIGGER);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP TRIGGER ledger_entries_note_reversal ON ledger_entries;
      DROP TRIGGER orders_note_events_at_update ON orders;
      DROP TRIGGER orders_note_events_at_insert ON orders;
      DROP FUNCTION note_reversal();
      DROP FUNCTION note_changed_order();
      DROP FUNCTION note_placed_orders();
      DROP TRIGGER account_events_chain ON account_events;
      DROP FUNCTION chain_account_event();
      DROP FUNCTION account_event_details(account_events);
      DROP TABLE account_events;
      DROP FUNCTION guard_account_events();
    `);
  }
}

/**
 * No foreign keys: accounts and orders are never deleted, and who writes an event has locked both rows. No checks, which every
 * statement would compile anew: the trigger below has them.
 */
const TABLE = `
  CREATE TABLE account_events (
    account_id integer NOT NULL,
    number bigint NOT NULL,
    type text NOT NULL,
    order_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- USD that a reversal has paid back.
    amount numeric(28,8),
    -- A random salt for each commitment. They are deleted with the texts, so that nobody can find these by trying.
    salts bytea,
    -- SHA-256 over a salt and a text, for each text of the event.
    commitments bytea,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (account_id, number)
  )`;

const APPEND_ONLY = `
  -- Salts alone may be deleted.
  CREATE FUNCTION guard_account_events() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      OLD.salts := NULL;
      IF NEW IS NOT DISTINCT FROM OLD THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'account events are append-only';
  END $$;
  CREATE TRIGGER account_events_salts_erased_only BEFORE UPDATE ON account_events
    FOR EACH ROW EXECUTE FUNCTION guard_account_events();
  CREATE TRIGGER account_events_append_only BEFORE DELETE OR TRUNCATE ON account_events
    FOR EACH STATEMENT EXECUTE FUNCTION guard_account_events()`;

/**
 * PostgreSQL writes an array of texts as JSON.stringify does. Numbers and hashes that come with an event, as in a restore, must
 * be the computed ones. The trigger of new orders, which has their columns at hand, gives the canonical form behind the number
 * in the column of the hash: an event of a new order would take half as much time again if its order were read here.
 */
const CHAIN = `
  CREATE FUNCTION account_event_details(event account_events) RETURNS text
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT array_to_json(
      ARRAY[event.account_id::text, event.number::text, event.type, event.order_id,
            to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')]
      || CASE event.type
           WHEN 'placed' THEN (
             SELECT ARRAY[order_uuid, product_id::text, product_name, quantity::text, unit_price::text,
                          total::text, rehearsal::text]
             FROM public.orders WHERE account_id = event.account_id AND order_id = event.order_id)
           WHEN 'reversed' THEN ARRAY[event.amount::text]
         END
      || encode(event.commitments, 'hex'))::text
  $$;

  CREATE FUNCTION chain_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    last_number bigint;
    last_hash bytea;
    given bytea := NEW.hash;
  BEGIN
    SELECT number, hash INTO last_number, last_hash FROM public.account_events
    WHERE account_id = NEW.account_id ORDER BY number DESC LIMIT 1;
    IF last_number IS NULL THEN
      last_number := 0;
      last_hash := '\\x0000000000000000000000000000000000000000000000000000000000000000';
    END IF;
    IF NEW.number <> last_number + 1 OR NEW.previous_hash <> last_hash THEN
      RAISE EXCEPTION 'event % of account % does not follow the event %', NEW.number, NEW.account_id, last_number
        USING ERRCODE = 'check_violation', CONSTRAINT = 'account_events_chain';
    END IF;
    NEW.number := last_number + 1;
    NEW.previous_hash := last_hash;
    IF octet_length(given) > 32 AND pg_trigger_depth() > 1 THEN
      NEW.hash := sha256(
        last_hash || convert_to('["' || NEW.account_id || '","' || NEW.number || '",', 'UTF8') || given);
      RETURN NEW;
    END IF;
    -- A year of four digits, so that every time is hashed as 27 bytes.
    IF NEW.type <> ALL ('{placed,accepted,codes,late,rejected,reversed}')
      OR (NEW.type = 'reversed') <> (NEW.amount IS NOT NULL) OR NEW.amount = 'NaN' OR NEW.amount <= 0
      OR octet_length(NEW.salts) * 2 <> octet_length(NEW.commitments)
      OR NEW.created_at NOT BETWEEN '1000-01-01Z' AND '9999-12-30Z' THEN
      RAISE EXCEPTION 'event % of account % is none that an order can have', NEW.number, NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'account_events_chain';
    END IF;
    NEW.hash := sha256(last_hash || convert_to(public.account_event_details(NEW), 'UTF8'));
    IF given <> NEW.hash THEN
      RAISE EXCEPTION 'event % of account % has the hash of another event', NEW.number, NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'account_events_chain';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER account_events_chain BEFORE INSERT ON account_events
    FOR EACH ROW EXECUTE FUNCTION chain_account_event()`;

/**
 * The triggers have the rights of their owner: new tables are granted only when all migrations have run, and servers of the
 * release before go on meanwhile. Who numbers the events of an account holds the lock of its row, as a charge does. Sessions keep
 * the plans of these functions: one that was made while a table was known to be empty would read all of it for each event.
 */
const NOTE_PLACED = `
  CREATE FUNCTION note_placed_orders() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  BEGIN
    -- A restore brings the events along.
    IF current_setting('souk.account_events', true) = 'off' THEN
      RETURN NULL;
    END IF;
    PERFORM FROM public.accounts WHERE id IN (SELECT account_id FROM added) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO public.account_events (account_id, type, order_id, salts, commitments, hash)
    SELECT account_id, 'placed', order_id, salt, commitment,
           convert_to(substr(array_to_json(ARRAY[
             'placed', order_id, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), order_uuid,
             product_id::text, product_name, quantity::text, unit_price::text, total::text, rehearsal::text,
             encode(commitment, 'hex')])::text, 2), 'UTF8')
    FROM (
      SELECT *, sha256(salt || convert_to(sent_fields::text, 'UTF8')) AS commitment
      -- 16 bytes, of which 122 bits are random: no other function of PostgreSQL without extensions is as random.
      FROM (SELECT *, CASE WHEN NOT rehearsal THEN uuid_send(gen_random_uuid()) END AS salt FROM added OFFSET 0) salted
      OFFSET 0
    ) committed;
    IF EXISTS (SELECT FROM added WHERE status <> 'wait') THEN
      INSERT INTO public.account_events (account_id, type, order_id, salts, commitments)
      SELECT account_id, status || 'ed', order_id, salt, sha256(salt || convert_to(reason_for_reseller, 'UTF8'))
      FROM (
        SELECT *, CASE WHEN reason_for_reseller IS NOT NULL AND NOT rehearsal
                       THEN uuid_send(gen_random_uuid()) END AS salt
        FROM added WHERE status <> 'wait' OFFSET 0
      ) decided;
    END IF;
    RETURN NULL;
  END $$`;

/**
 * An order that has a decision, also one that SQL has corrected; and one that has got codes. These are told from those whose
 * encryption was renewed by the note for the search, which is written by the statement that adds codes, and by it alone.
 */
const NOTE_CHANGED = `
  CREATE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  DECLARE
    what text;
    salt bytea;
  BEGIN
    IF current_setting('souk.account_events', true) = 'off' THEN
      RETURN NULL;
    END IF;
    IF NEW.status IS DISTINCT FROM OLD.status THEN
      what := NEW.status || 'ed';
    ELSIF EXISTS (
      SELECT FROM public.order_search_changes
      WHERE account_id = NEW.account_id AND order_id = NEW.order_id AND due_at = now()
    ) THEN
      what := 'codes';
    ELSE
      RETURN NULL;
    END IF;
    IF NEW.reason_for_reseller IS NOT NULL AND NOT NEW.rehearsal THEN
      salt := uuid_send(gen_random_uuid());
    END IF;
    PERFORM FROM public.accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
    INSERT INTO public.account_events (account_id, type, order_id, salts, commitments)
    VALUES (NEW.account_id, what, NEW.order_id, salt, sha256(salt || convert_to(NEW.reason_for_reseller, 'UTF8')));
    RETURN NULL;
  END $$`;

/** At the entry of the ledger, which comes after the sum in the order, and has reference and note. */
const NOTE_REVERSED = `
  CREATE FUNCTION note_reversal() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  DECLARE
    of_reference bytea := uuid_send(gen_random_uuid());
    of_note bytea := uuid_send(gen_random_uuid());
  BEGIN
    IF current_setting('souk.account_events', true) = 'off' THEN
      RETURN NULL;
    END IF;
    PERFORM FROM public.accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
    INSERT INTO public.account_events (account_id, type, order_id, amount, salts, commitments)
    VALUES (NEW.account_id, 'reversed', NEW.order_id, NEW.amount, of_reference || of_note,
            sha256(of_reference || convert_to(NEW.reference, 'UTF8')) || sha256(of_note || convert_to(NEW.note, 'UTF8')));
    RETURN NULL;
  END $$`;

const ORDER_TRIGGERS = `
  CREATE TRIGGER orders_note_events_at_insert AFTER INSERT ON orders
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_placed_orders();
  CREATE TRIGGER orders_note_events_at_update AFTER UPDATE OF status, delivered_codes, sealed_codes ON orders
    FOR EACH ROW WHEN (
      NEW.status <> 'wait' AND (OLD.status, OLD.delivered_codes, OLD.sealed_codes)
        IS DISTINCT FROM (NEW.status, NEW.delivered_codes, NEW.sealed_codes))
    EXECUTE FUNCTION note_changed_order()`;

const LEDGER_TRIGGER = `
  CREATE TRIGGER ledger_entries_note_reversal AFTER INSERT ON ledger_entries
    FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION note_reversal()`;
