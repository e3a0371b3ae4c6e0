interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Orders are committed to the codes that they have delivered, and so is the event that tells of them. The release before
 * delivers codes without commitments: triggers note these orders, and a server of this release commits them later.
 */
export class CodeCommitments1795200000075 {
  async up(runner: Runner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(UNCOMMITTED);
    await runner.query(ADD_TO_EVENT);
    await runner.query(noteChangedOrder(true));
    await runner.query(TRIGGERS);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_note_late_codes ON orders;
      DROP TRIGGER account_events_add_codes ON account_events;
      ${noteChangedOrder(false)};
      DROP FUNCTION add_code_commitments();
      DROP TABLE uncommitted_codes;
      ALTER TABLE orders DROP COLUMN sealed_code_salts, DROP COLUMN code_commitments;
    `);
  }
}

/** Without checks, which each statement would compile that places orders. */
const COLUMNS = `
  ALTER TABLE orders
    -- SHA-256 over a salt and a code, for the codes in their order. The last codes may have none yet.
    ADD COLUMN code_commitments bytea,
    -- The salts, 16 bytes for each commitment, in base64 and encrypted under SECRET_KEYS like the codes.
    ADD COLUMN sealed_code_salts bytea`;

const UNCOMMITTED = `
  -- Orders with codes that no event has committed to.
  CREATE TABLE uncommitted_codes (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id)
  );
  CREATE INDEX uncommitted_codes_due ON uncommitted_codes (due_at);
  -- Those that were given codes since there are events.
  INSERT INTO uncommitted_codes (account_id, order_id)
  SELECT DISTINCT account_id, order_id FROM account_events event
  WHERE type IN ('accepted', 'codes') AND commitments IS NULL AND EXISTS (
    SELECT FROM orders placed
    WHERE (placed.account_id, placed.order_id) = (event.account_id, event.order_id)
      AND num_nonnulls(delivered_codes, sealed_codes) > 0 AND NOT rehearsal)`;

/** Runs before the trigger that chains the event. An order that is inserted as accepted has its commitments already. */
const ADD_TO_EVENT = `
  CREATE FUNCTION add_code_commitments() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  DECLARE
    told record;
  BEGIN
    SELECT code_commitments INTO told FROM public.orders
    WHERE account_id = NEW.account_id AND order_id = NEW.order_id
      AND num_nonnulls(delivered_codes, sealed_codes) > 0 AND NOT rehearsal;
    IF NOT FOUND THEN
      RETURN NEW;
    END IF;
    IF NEW.type = 'accepted' THEN
      NEW.commitments := told.code_commitments;
    END IF;
    IF NEW.commitments IS NULL THEN
      INSERT INTO public.uncommitted_codes (account_id, order_id) VALUES (NEW.account_id, NEW.order_id)
      ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = now();
    END IF;
    RETURN NEW;
  END $$`;

const REASON = "sha256(salt || convert_to(NEW.reason_for_reseller, 'UTF8'))";

/** An update adds commitments behind those that the order had. */
const ADDED = `
    IF NOT NEW.rehearsal AND substring(NEW.code_commitments FOR octet_length(had)) = had THEN
      added := nullif(substring(NEW.code_commitments FROM octet_length(had) + 1), '');
    END IF;
    IF what = 'late' AND added IS NULL THEN
      RETURN NULL;
    END IF;`;

const LATE = `
    ELSIF (NEW.delivered_codes, NEW.sealed_codes) IS NOT DISTINCT FROM (OLD.delivered_codes, OLD.sealed_codes) THEN
      what := 'late';`;

const DECLARE = `
    had bytea := coalesce(OLD.code_commitments, '');
    added bytea;`;

/** @param commits false for the function as migration 0072 has made it */
const noteChangedOrder = (commits: boolean): string => `
  CREATE OR REPLACE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  DECLARE
    what text;
    salt bytea;${commits ? DECLARE : ''}
  BEGIN
    IF current_setting('souk.account_events', true) = 'off' THEN
      RETURN NULL;
    END IF;
    IF NEW.status IS DISTINCT FROM OLD.status THEN
      what := NEW.status || 'ed';${commits ? LATE : ''}
    ELSIF EXISTS (
      SELECT FROM public.order_search_changes
      WHERE account_id = NEW.account_id AND order_id = NEW.order_id AND due_at = now()
    ) THEN
      what := 'codes';
    ELSE
      RETURN NULL;
    END IF;${commits ? ADDED : ''}
    IF NEW.reason_for_reseller IS NOT NULL AND NOT NEW.rehearsal THEN
      salt := uuid_send(gen_random_uuid());
    END IF;
    PERFORM FROM public.accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
    INSERT INTO public.account_events (account_id, type, order_id, salts, commitments)
    VALUES (NEW.account_id, what, NEW.order_id, salt, ${commits ? `coalesce(${REASON}, added)` : REASON});
    RETURN NULL;
  END $$`;

/** A restore, which inserts events itself, brings along what they have committed to and what is noted. */
const TRIGGERS = `
  CREATE TRIGGER orders_note_late_codes AFTER UPDATE OF code_commitments ON orders
    FOR EACH ROW WHEN (
      NEW.code_commitments IS DISTINCT FROM OLD.code_commitments
      AND (OLD.status, OLD.delivered_codes, OLD.sealed_codes)
        IS NOT DISTINCT FROM (NEW.status, NEW.delivered_codes, NEW.sealed_codes))
    EXECUTE FUNCTION note_changed_order();
  CREATE TRIGGER account_events_add_codes BEFORE INSERT ON account_events
    FOR EACH ROW WHEN (
      NEW.type IN ('accepted', 'codes') AND NEW.commitments IS NULL AND pg_trigger_depth() > 0)
    EXECUTE FUNCTION add_code_commitments()`;
