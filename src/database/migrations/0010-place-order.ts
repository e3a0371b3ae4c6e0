interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The revision of what the guard decides on, and the function that places an undisputed order in one statement. */
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

  -- A trigger, so that no way of changing them, an operator's own SQL included, can forget it. What moves with every
  -- request or order, last use and balance, is left out.
  CREATE FUNCTION raise_access_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE access_revision SET revision = revision + 1;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;

  -- The same as before, and tells those who listen.
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
  -- Places and charges an order that waits for the operator, in one statement, or changes nothing at all. It never
  -- refuses: false says that the caller has to decide in a transaction of its own, because something that it decided
  -- on has changed, the key is known, the money is short or orders are stopped.
  -- A function, because its plans are kept by the session, also behind a pooler that knows no prepared statements.
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
    -- After the claim, and by the clock of the database: whoever finds the key free after the deadline may be sure that
    -- this statement, wherever it has been on its way, comes to nothing.
    IF clock_timestamp() > deadline THEN
      DELETE FROM order_keys WHERE account_id = payer AND order_uuid = key;
      RETURN false;
    END IF;

    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
                        total, field_schema, sent_fields, fields, extra_parameters, via)
    VALUES (payer, id, key, product, product_label, price, units,
            amount, asked_fields, fields_as_sent, fields_compared, extras, passed_shops);

    -- Last, since other orders of the account wait for its row.
    UPDATE accounts SET balance = balance - amount, ledger_sequence = ledger_sequence + 1
    WHERE accounts.id = payer AND balance + credit_limit >= amount AND orders_halted_at IS NULL
    RETURNING ledger_sequence, balance INTO entry_number, rest;
    IF NOT FOUND THEN
      -- Others were faster. Raised, so that the key and the order are taken back.
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
