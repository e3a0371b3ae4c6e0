interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Revisions that are never the same again after changes were lost, and the history of the database. The previous release
 * still compares numbers only, so it may run on this schema.
 */
export class DatabaseHistory1795200000017 {
  async up(runner: Runner): Promise<void> {
    await runner.query(NONCES);
    await runner.query(raisingFunctions(WITH_NONCE));
    await runner.query(LOCK_ACCESS_REVISION);
    await runner.query(PLACE_ORDERS);
    await runner.query(HISTORY);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP FUNCTION current_database_history();
      DROP TABLE database_history;
      DROP FUNCTION lock_access_revision();`);
    await runner.query(FORMER_PLACE_ORDERS);
    await runner.query(raisingFunctions(FORMER));
    await runner.query(`
      DELETE FROM access_token_changes WHERE token_hash = '';
      ALTER TABLE access_token_changes DROP COLUMN nonce;
      ALTER TABLE catalog_changes DROP COLUMN nonce;
      ALTER TABLE access_revision DROP COLUMN nonce;
      ALTER TABLE catalog_revision DROP COLUMN nonce;`);
  }
}

const NONCES = `
  -- A failover or a restore can lose changes, and later changes then repeat the numbers of the lost ones. The nonce is
  -- renewed with each change, so number and nonce together are the same only if the data is the same.
  ${addNonce('catalog_revision')}
  ${addNonce('access_revision')}

  -- The nonce of the revision. The changes since a revision are known only if that revision is listed with its nonce.
  ALTER TABLE catalog_changes ADD COLUMN nonce uuid;
  ALTER TABLE access_token_changes ADD COLUMN nonce uuid;
  INSERT INTO catalog_changes (revision, nonce, kind)
  SELECT revision, nonce, 'everything' FROM catalog_revision;
  -- An empty hash stands for a revision that changed no token.
  INSERT INTO access_token_changes (revision, nonce, token_hash)
  SELECT revision, nonce, '' FROM access_revision;
`;

/** In steps, since a column with such a default would write the whole table anew. */
function addNonce(table: string): string {
  return `
  ALTER TABLE ${table} ADD COLUMN nonce uuid;
  ALTER TABLE ${table} ALTER COLUMN nonce SET DEFAULT gen_random_uuid();
  UPDATE ${table} SET nonce = DEFAULT;
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_nonce_given CHECK (nonce IS NOT NULL);`;
}

/** What differs between the trigger functions of this migration and those of 0010, 0011 and 0013. */
interface Variant {
  /** The body of raise_access_revision, up to the notification. */
  readonly raiseAccess: string;
  /** Declares the variables of the present revision. */
  readonly declared: string;
  readonly raised: string;
  readonly columns: string;
  readonly values: string;
  /** The condition of the changes that are deleted. */
  readonly stale: string;
}

// Rows of the same or higher numbers with other nonces are left from before the numbers were set back.
const STALE = `revision <= present - 10000
      OR revision >= present AND nonce IS DISTINCT FROM present_nonce`;

const WITH_NONCE: Variant = {
  raiseAccess: `
  DECLARE
    present bigint;
    present_nonce uuid;
  BEGIN
    UPDATE access_revision SET revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce;
    INSERT INTO access_token_changes (revision, nonce, token_hash) VALUES (present, present_nonce, '');
    DELETE FROM access_token_changes WHERE ${STALE};`,
  declared: 'present bigint;\n    present_nonce uuid;',
  raised: `revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce`,
  columns: 'revision, nonce',
  values: 'present, present_nonce',
  stale: STALE,
};

const FORMER: Variant = {
  raiseAccess: `
  BEGIN
    UPDATE access_revision SET revision = revision + 1;`,
  declared: 'present bigint;',
  raised: 'revision = revision + 1 RETURNING revision INTO present',
  columns: 'revision',
  values: 'present',
  stale: 'revision <= present - 10000',
};

function raisingFunctions(variant: Variant): string {
  return `
  CREATE OR REPLACE FUNCTION raise_access_revision() RETURNS trigger LANGUAGE plpgsql AS $$${variant.raiseAccess}
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;
  ${noteCatalogChange(variant)}
  ${noteTokenChange(variant)}`;
}

function noteCatalogChange({ declared, raised, columns, values, stale }: Variant): string {
  return `
  CREATE OR REPLACE FUNCTION note_catalog_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    ${declared}
    touched bigint := 1001;
  BEGIN
    IF TG_OP <> 'TRUNCATE' THEN
      SELECT count(*) INTO touched FROM (SELECT FROM changed_rows LIMIT 1001) AS first_rows;
      IF touched = 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    UPDATE catalog_revision SET ${raised};
    IF touched > 1000 THEN
      INSERT INTO catalog_changes (${columns}, kind) VALUES (${values}, 'everything');
    ELSE
      INSERT INTO catalog_changes (${columns}, kind, id)
      SELECT ${values}, TG_ARGV[0], id FROM changed_rows;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalog_changes (${columns}, kind, id)
        SELECT ${values}, TG_ARGV[0], id FROM former_rows
        WHERE id NOT IN (SELECT id FROM changed_rows);
      END IF;
    END IF;
    DELETE FROM catalog_changes WHERE ${stale};
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;`;
}

function noteTokenChange({ declared, raised, columns, values, stale }: Variant): string {
  return `
  CREATE OR REPLACE FUNCTION note_access_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    ${declared}
    hashes bytea[];
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN
      hashes := ARRAY[NULL::bytea];
    ELSIF TG_OP = 'UPDATE' THEN
      hashes := ARRAY(
        SELECT unnest(ARRAY[former.token_hash, changed.token_hash])
        FROM former_rows AS former FULL JOIN changed_rows AS changed ON changed.id = former.id
        WHERE (former.token_hash, former.account_id, former.expires_at, former.revoked_at)
          IS DISTINCT FROM (changed.token_hash, changed.account_id, changed.expires_at, changed.revoked_at)
        LIMIT 1001);
    ELSE
      hashes := ARRAY(SELECT token_hash FROM changed_rows LIMIT 1001);
    END IF;
    IF cardinality(hashes) = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE access_revision SET ${raised};
    IF cardinality(hashes) > 1000 THEN
      hashes := ARRAY[NULL::bytea];
    END IF;
    INSERT INTO access_token_changes (${columns}, token_hash) SELECT DISTINCT ${values}, unnest(hashes);
    DELETE FROM access_token_changes WHERE ${stale};
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;`;
}

const LOCK_ACCESS_REVISION = `
  -- As access_revision_of_order, which the previous release calls, with the nonce. With a limit, because otherwise all
  -- orders wait as long as another session holds maintenance, each with a connection.
  CREATE FUNCTION lock_access_revision() RETURNS text LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
  BEGIN
    LOCK TABLE maintenance IN SHARE MODE;
    RETURN (SELECT revision || ':' || nonce FROM access_revision);
  END $$;`;

/** The end of place_orders, which is that of 0012. */
const PLACE_CHOSEN = `
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
  END $$;`;

/**
 * The function of 0012, with another comparison of revisions.
 * @param attributes of order_to_place that are not in 0012.
 */
function placeOrders(attributes: string, isCurrent: string): string {
  return `
  CREATE OR REPLACE FUNCTION place_orders(batch json, placed_by text, deadline timestamptz) RETURNS text[]
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
    WHERE ${isCurrent};

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
        fields_compared, extras, via, ${attributes}place)
      WHERE id = ANY (claimed)
    ) due JOIN accounts ON accounts.id = due.payer
    WHERE balance + credit_limit >= spent AND orders_halted_at IS NULL AND clock_timestamp() <= deadline;
${PLACE_CHOSEN}`;
}

const PLACE_ORDERS = `
  ALTER TYPE order_to_place ADD ATTRIBUTE seen_catalog text, ADD ATTRIBUTE seen_access text;
  ${placeOrders(
    'seen_catalog, seen_access, ',
    `-- The previous release sends the numbers only.
      (one.seen_catalog = catalog_revision.revision || ':' || catalog_revision.nonce
        OR one.catalog = catalog_revision.revision)
      AND (one.seen_access = access_revision.revision || ':' || access_revision.nonce
        OR one.access = access_revision.revision)`,
  )}`;

const FORMER_PLACE_ORDERS = `
  ${placeOrders(
    '',
    'one.catalog = catalog_revision.revision AND one.access = access_revision.revision',
  )}
  ALTER TYPE order_to_place DROP ATTRIBUTE seen_catalog, DROP ATTRIBUTE seen_access;`;

const HISTORY = `
  CREATE TABLE database_history (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- Renewed by a restore.
    id uuid NOT NULL DEFAULT gen_random_uuid()
  );
  INSERT INTO database_history DEFAULT VALUES;

  -- Identifies the history that the present data belongs to: nothing that was committed is lost while it stays the same.
  -- Four words: the id of the restore with the oids of database and table, which pg_restore changes; the system
  -- identifier and the timeline of the server; and its start in seconds since 1970.
  CREATE FUNCTION current_database_history() RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    server text := '-';
    timeline text := '-';
  BEGIN
    BEGIN
      server := (SELECT system_identifier FROM pg_control_system());
      IF pg_is_in_recovery() THEN
        timeline := (SELECT timeline_id FROM pg_control_checkpoint());
      ELSE
        -- The timeline of pg_control_checkpoint is the former one until the first checkpoint after a promotion.
        timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
      END IF;
    EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported
      OR object_not_in_prerequisite_state THEN
      -- A database service may withhold these functions. The start of the server is known nevertheless.
      NULL;
    END;
    RETURN (
      SELECT concat_ws(' ', concat_ws('/', history.id, pg_database.oid, history.tableoid), server, timeline,
                       extract(epoch FROM pg_postmaster_start_time()))
      FROM database_history history, pg_database WHERE datname = current_database());
  END $$;`;
