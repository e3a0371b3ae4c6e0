interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * From where each order was placed, in its row. Servers of the previous release go on with `place_orders` and leave the
 * columns empty, so the function that fills them stands beside it, with a type of its own: a statement that is running
 * must not find its type changed.
 */
export class OrderOrigins1795200000040 {
  async up(runner: Runner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(NEW_ORDER);
    await runner.query(PLACE_NEW_ORDERS);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP FUNCTION place_new_orders(json, text, timestamptz)');
    await runner.query('DROP TYPE new_order');
    await runner.query('ALTER TABLE orders DROP COLUMN caller_address, DROP COLUMN request_id');
  }
}

/** Null for orders of earlier releases. The address is null as well if a proxy named none. */
const COLUMNS = `
  ALTER TABLE orders ADD COLUMN caller_address inet, ADD COLUMN request_id text`;

const NEW_ORDER = `
  -- An order to place, the revisions that it was checked against, and the request that asks for it.
  CREATE TYPE new_order AS (
    seen_catalog text, seen_access text,
    payer integer, key text, id text, product integer, label text, price numeric, units numeric,
    amount numeric, asked_fields json, fields_as_sent json, fields_compared json, extras json, via text[],
    caller inet, request text
  )`;

/** The function of 0017, which writes two columns more, and knows revisions with their nonces only. */
const PLACE_NEW_ORDERS = `
  -- Places and charges orders that wait for the operator, and returns the ids of those that it has placed. It never
  -- refuses an order: the caller has to place each of the others in a transaction, because a revision has changed, the
  -- key exists, the balance is too small, or the account is halted.
  -- Keys are locked before accounts, and both in a fixed order, so that concurrent calls cannot deadlock.
  -- A function, because the session caches its plans, also behind a pooler without prepared statements.
  CREATE FUNCTION place_new_orders(batch json, placed_by text, deadline timestamptz) RETURNS text[]
  LANGUAGE plpgsql AS $$
  DECLARE
    asked new_order[];
    claimed text[];
    placed text[];
  BEGIN
    -- A transaction that locks a key or an account for longer must not delay all orders of the batch.
    PERFORM set_config('lock_timeout', '500ms', true);

    SELECT array_agg(one::new_order) INTO asked
    FROM json_populate_recordset(NULL::new_order, batch) one, catalog_revision, access_revision
    WHERE one.seen_catalog = catalog_revision.revision || ':' || catalog_revision.nonce
      AND one.seen_access = access_revision.revision || ':' || access_revision.nonce;

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
        seen_catalog, seen_access, payer, key, id, product, label, price, units, amount, asked_fields,
        fields_as_sent, fields_compared, extras, via, caller, request, place)
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
                        total, field_schema, sent_fields, fields, extra_parameters, via, caller_address,
                        request_id)
    SELECT payer, id, key, product, label, price, units,
           amount, asked_fields, fields_as_sent, fields_compared, extras, via, caller,
           request
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
