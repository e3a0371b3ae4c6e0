interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The function that places simple orders, many in one statement. It replaces the one for a single order. */
export class PlaceOrders1795200000012 {
  async up(runner: Runner): Promise<void> {
    await runner.query(PLACE_ORDERS);
    await runner.query(DROP_PLACE_ORDER);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(PLACE_ORDER);
    await runner.query('DROP FUNCTION place_orders(json, text, timestamptz)');
    await runner.query('DROP TYPE order_to_place');
  }
}

const PLACE_ORDERS = `
  -- An order to place, and the revisions that it was checked against.
  CREATE TYPE order_to_place AS (
    catalog bigint, access bigint,
    payer integer, key text, id text, product integer, label text, price numeric, units numeric,
    amount numeric, asked_fields json, fields_as_sent json, fields_compared json, extras json, via text[]
  );

  -- Places and charges orders that wait for the operator, and returns the ids of those that it has placed. It never
  -- refuses an order: the caller has to place each of the others in a transaction, because a revision has changed, the
  -- key exists, the balance is too small, or the account is halted.
  -- Keys are locked before accounts, and both in a fixed order, so that concurrent calls cannot deadlock.
  -- A function, because the session caches its plans, also behind a pooler without prepared statements.
  CREATE FUNCTION place_orders(batch json, placed_by text, deadline timestamptz) RETURNS text[]
  LANGUAGE plpgsql AS $$
  DECLARE
    asked order_to_place[];
    claimed text[];
    placed text[];
  BEGIN
    -- A transaction that locks a key or an account for longer must not delay all orders of the batch.
    PERFORM set_config('lock_timeout', '500ms', true);

    SELECT array_agg(one::order_to_place) INTO asked
    FROM json_populate_recordset(NULL::order_to_place, batch) one, catalog_revision, access_revision
    WHERE one.catalog = catalog_revision.revision AND one.access = access_revision.revision;

    WITH claim AS (
      INSERT INTO order_keys (account_id, order_uuid, order_id)
      SELECT payer, key, id FROM unnest(asked) ORDER BY payer, key COLLATE "C"
      ON CONFLICT (account_id, order_uuid) DO NOTHING
      RETURNING order_id
    )
    SELECT array_agg(order_id) INTO claimed FROM claim;
    IF claimed IS NULL THEN
      RETURN '{}';
    END IF;

    PERFORM FROM accounts WHERE id IN (SELECT payer FROM unnest(asked)) ORDER BY id FOR NO KEY UPDATE;

    -- Checked after the key was inserted, by the clock of the database. When a later request finds the key free after
    -- the deadline, this statement can no longer place the order, however long the network has delayed it.
    SELECT array_agg(due.id) INTO placed
    FROM (
      SELECT payer, id, sum(amount) OVER (PARTITION BY payer ORDER BY place) AS spent
      FROM unnest(asked) WITH ORDINALITY AS one(
        catalog, access, payer, key, id, product, label, price, units, amount, asked_fields, fields_as_sent,
        fields_compared, extras, via, place)
      WHERE id = ANY (claimed)
    ) due JOIN accounts ON accounts.id = due.payer
    WHERE balance + credit_limit >= spent AND orders_halted_at IS NULL AND clock_timestamp() <= deadline;

    IF cardinality(claimed) > coalesce(cardinality(placed), 0) THEN
      DELETE FROM order_keys USING unnest(asked) one
      WHERE account_id = one.payer AND order_uuid = one.key AND order_id = one.id
        AND one.id = ANY (claimed) AND (placed IS NULL OR one.id <> ALL (placed));
    END IF;
    IF placed IS NULL THEN
      RETURN '{}';
    END IF;

    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
                        total, field_schema, sent_fields, fields, extra_parameters, via)
    SELECT payer, id, key, product, label, price, units,
           amount, asked_fields, fields_as_sent, fields_compared, extras, via
    FROM unnest(asked) WHERE id = ANY (placed);

    -- Ordered by account and sequence, since each entry is chained to the previous one.
    WITH due AS (
      SELECT payer, id, amount, row_number() OVER turns AS turn, sum(amount) OVER turns AS spent
      FROM unnest(placed) WITH ORDINALITY AS chosen(chosen_id, place)
      JOIN unnest(asked) ON id = chosen_id
      WINDOW turns AS (PARTITION BY payer ORDER BY place)
    ), charge AS (
      SELECT payer, count(*) AS entries, sum(amount) AS total FROM due GROUP BY payer
    ), charged AS (
      UPDATE accounts
      SET balance = balance - total, ledger_sequence = ledger_sequence + entries
      FROM charge WHERE accounts.id = payer
      RETURNING payer, ledger_sequence - entries AS sequence_before, balance + total AS balance_before
    )
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
    SELECT payer, sequence_before + turn, 'debit', -amount, balance_before - spent, id, placed_by
    FROM due JOIN charged USING (payer) ORDER BY payer, turn;
    RETURN placed;
  END $$;
`;

const DROP_PLACE_ORDER = `
  DROP FUNCTION place_order(bigint, bigint, integer, text, text, integer, text, numeric, numeric, numeric,
    json, json, json, json, text[], text, timestamptz)`;

/** The function of 0010. */
const PLACE_ORDER = `
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
  END $$`;
