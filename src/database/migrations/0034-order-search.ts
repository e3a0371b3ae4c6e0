interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * The index by which orders are found by a field value or a delivered code. It is filled in the background, from the
 * orders; new orders write nothing here. A server of the previous release ignores the tables; its closing of an order
 * runs the trigger, whose function has the rights of its owner, since new tables are granted only after the migrations.
 */
export class OrderSearch1795200000034 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE order_search_values (
    account_id integer NOT NULL,
    -- Four bytes for the id of the secret key, and 16 of the HMAC-SHA-256 under a key that is derived from it.
    value bytea NOT NULL,
    -- Of the order.
    created_at timestamptz NOT NULL,
    order_id text NOT NULL,
    PRIMARY KEY (account_id, value, created_at, order_id)
  );
  -- For those who search the orders of all accounts.
  CREATE INDEX order_search_values_by_value ON order_search_values (value, created_at, order_id);

  -- How far the orders of each account are in the index. It references nothing, since a reference would lock the row of
  -- the account, on which orders wait.
  CREATE TABLE order_search_progress (
    account_id integer PRIMARY KEY,
    -- The id of the secret key of the values.
    key_id bytea NOT NULL CHECK (octet_length(key_id) = 4),
    key_since timestamptz NOT NULL DEFAULT now(),
    -- True while there may be values of other keys.
    has_others boolean NOT NULL DEFAULT false,
    -- The last order that was read soon after it was placed.
    recent_at timestamptz NOT NULL,
    recent_id text NOT NULL DEFAULT '',
    -- The last one of all that were read in the order of time, some minutes after they were placed.
    settled_at timestamptz NOT NULL DEFAULT '-infinity',
    settled_id text NOT NULL DEFAULT '',
    -- True once all orders of the account were read under the key.
    is_complete boolean NOT NULL DEFAULT false,
    -- When the account was last looked at.
    at timestamptz NOT NULL DEFAULT now()
  );

  -- Orders that have got codes since they were placed.
  CREATE TABLE order_search_changes (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id)
  );
  CREATE INDEX order_search_changes_by_time ON order_search_changes (due_at);

  CREATE FUNCTION note_delivered_codes() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO public.order_search_changes (account_id, order_id) VALUES (NEW.account_id, NEW.order_id)
    ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = now();
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_note_delivered_codes AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status
          AND num_nonnulls(NEW.delivered_codes, NEW.sealed_codes) > 0)
    EXECUTE FUNCTION note_delivered_codes();
`;

const DOWN = `
  DROP TRIGGER orders_note_delivered_codes ON orders;
  DROP FUNCTION note_delivered_codes;
  DROP TABLE order_search_changes, order_search_progress, order_search_values;
`;
