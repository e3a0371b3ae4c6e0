interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The access revision, and the function that places a simple order in one statement. */
export class PlaceOrder1795200000010 {
  async up(runner: Runner): Promise<void> {
    await runner.query(ACCESS_REVISION);
    await runner.query(PLACE_ORDER);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const ACCESS_REVISION = `
  CREATE TABLE access_revision (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    revision bigint NOT NULL DEFAULT 1
  );
  INSERT INTO access_revision DEFAULT VALUES;

  -- A trigger, so that every change raises it, also one by an operator's own SQL. The columns that change with every
  -- request or order, last use and balance, do not count.
  CREATE FUNCTION raise_access_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE access_revision SET revision = revision + 1;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;

  -- As before, and also notifies listeners.
  CREATE OR REPLACE FUNCTION raise_catalog_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE catalog_revision SET revision = revision + 1;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;

  CREATE TRIGGER accounts_raise_access_revision
    AFTER UPDATE OF name, email, group_id, api_permitted, show_unavailable, testing, error_http_status,
      order_uuid_mode OR DELETE OR TRUNCATE ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER access_tokens_raise_access_revision
    AFTER INSERT OR UPDATE OF account_id, token_hash, expires_at, revoked_at OR DELETE OR TRUNCATE
    ON access_tokens FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER allowed_ips_raise_access_revision
    AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON allowed_ips
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER maintenance_raise_access_revision
    AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON maintenance
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER account_webhooks_raise_access_revision
    AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON account_webhooks
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
`;

const PLACE_ORDER = `
  -- Places and charges an order that waits for the operator, in one statement, or changes nothing. It never refuses an
  -- order: false means that the caller has to use a transaction, because a revision has changed, the key exists, the
  -- balance is too small, or the account is halted.
  -- A function, because the session caches its plans, also behind a pooler without prepared statements.
  CREATE FUNCTION place_order(
    seen_catalog_revision bigint, seen_access_revision bigint,
    payer integer, key text, id text, product integer, product_label text, price numeric, units numeric,
    amount numeric, asked_fields json, fields_as_sent json, fields_compared json, extras json,
    passed_shops text[], placed_by text, deadline timestamptz
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    entry_number bigint;
    rest numeric;
  BEGIN
    PERFORM FROM catalog_revision, access_revision, accounts
    WHERE catalog_revision.revision = seen_catalog_revision
      AND access_revision.revision = seen_access_revision
      AND accounts.id = payer AND balance + credit_limit >= amount AND orders_halted_at IS NULL;
    IF NOT FOUND THEN
      RETURN false;
    END IF;

    INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES (payer, key, id)
    ON CONFLICT (account_id, order_uuid) DO NOTHING;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    -- Checked after the key was inserted, by the clock of the database. When a later request finds the key free after
    -- the deadline, this statement can no longer place the order, however long the network has delayed it.
    IF clock_timestamp() > deadline THEN
      DELETE FROM order_keys WHERE account_id = payer AND order_uuid = key;
      RETURN false;
    END IF;

    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
                        total, field_schema, sent_fields, fields, extra_parameters, via)
    VALUES (payer, id, key, product, product_label, price, units,
            amount, asked_fields, fields_as_sent, fields_compared, extras, passed_shops);

    -- Last, since other orders of the account wait for the lock on this row.
    UPDATE accounts SET balance = balance - amount, ledger_sequence = ledger_sequence + 1
    WHERE accounts.id = payer AND balance + credit_limit >= amount AND orders_halted_at IS NULL
    RETURNING ledger_sequence, balance INTO entry_number, rest;
    IF NOT FOUND THEN
      -- Concurrent orders have used the balance. Raised, so that the key and the order are rolled back.
      RAISE EXCEPTION 'the balance went to other orders' USING ERRCODE = 'SK100';
    END IF;
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
    VALUES (payer, entry_number, 'debit', -amount, rest, id, placed_by);
    RETURN true;
  END $$;
`;

const DOWN = `
  DROP FUNCTION place_order(bigint, bigint, integer, text, text, integer, text, numeric, numeric, numeric,
    json, json, json, json, text[], text, timestamptz);
  DROP TRIGGER accounts_raise_access_revision ON accounts;
  DROP TRIGGER access_tokens_raise_access_revision ON access_tokens;
  DROP TRIGGER allowed_ips_raise_access_revision ON allowed_ips;
  DROP TRIGGER maintenance_raise_access_revision ON maintenance;
  DROP TRIGGER account_webhooks_raise_access_revision ON account_webhooks;
  DROP FUNCTION raise_access_revision();
  DROP TABLE access_revision;
  CREATE OR REPLACE FUNCTION raise_catalog_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE catalog_revision SET revision = revision + 1;
    RETURN NULL;
  END $$;
`;
