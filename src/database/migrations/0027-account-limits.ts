interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Limits of requests and new orders a minute, of each account. */
export class AccountLimits1795200000027 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
    await runner.query(EXCHANGE);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- Null follows the configuration; 0 is no limit.
  ALTER TABLE accounts
    ADD COLUMN requests_per_minute integer CONSTRAINT accounts_requests_per_minute_range
      CHECK (requests_per_minute BETWEEN 0 AND 1000000),
    ADD COLUMN orders_per_minute integer CONSTRAINT accounts_orders_per_minute_range
      CHECK (orders_per_minute BETWEEN 0 AND 1000000);

  CREATE TRIGGER accounts_limits_raise_access_revision
    AFTER UPDATE OF requests_per_minute, orders_per_minute ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();

  -- Unlogged, so that an exchange waits for no disk and no standby. After a crash or a failover the buckets are full.
  -- Without a reference, which would wait while the row of the account is locked.
  CREATE UNLOGGED TABLE limit_buckets (
    account_id integer NOT NULL,
    kind text NOT NULL,
    -- Below 0 while tokens that were spent on credit are not refilled.
    level double precision NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind),
    -- NaN is above all numbers.
    CONSTRAINT limit_buckets_level_finite CHECK (level > '-Infinity' AND level < 'Infinity')
  );
`;

const EXCHANGE = `
  -- Refills buckets, takes back what is returned, and grants whole tokens while there are some; what is owed is taken in
  -- any case. The rows are locked in their order, so that instances cannot deadlock. When the clock has gone back, a
  -- bucket is not refilled for that time.
  CREATE FUNCTION exchange_tokens(asked json)
  RETURNS TABLE (account_id integer, kind text, granted integer, level double precision)
  LANGUAGE sql VOLATILE SET lock_timeout = '500ms' AS $$
    INSERT INTO limit_buckets (account_id, kind, level, at)
    SELECT one.account_id, one.kind, one.quota, clock_timestamp()
    FROM json_to_recordset(asked) AS one (account_id integer, kind text, quota double precision)
    ORDER BY one.account_id, one.kind
    ON CONFLICT DO NOTHING;

    WITH refilled AS (
      SELECT bucket.account_id, bucket.kind, one.owed, one.wanted, clock_timestamp() AS at,
             least(one.quota, bucket.level + one.returned + one.quota / 60
               * greatest(0, extract(epoch FROM clock_timestamp() - bucket.at)::float8)) AS level
      FROM json_to_recordset(asked) AS one (
        account_id integer, kind text, quota double precision,
        owed integer, wanted integer, returned integer)
      JOIN limit_buckets bucket ON bucket.account_id = one.account_id AND bucket.kind = one.kind
      ORDER BY bucket.account_id, bucket.kind
      FOR UPDATE OF bucket
    ), decided AS (
      SELECT *, greatest(owed, least(wanted, floor(refilled.level)::integer)) AS granted FROM refilled
    )
    UPDATE limit_buckets SET level = decided.level - decided.granted, at = decided.at
    FROM decided
    WHERE limit_buckets.account_id = decided.account_id AND limit_buckets.kind = decided.kind
    RETURNING decided.account_id, decided.kind, decided.granted, limit_buckets.level;
  $$;
`;

const DOWN = `
  DROP FUNCTION exchange_tokens(json);
  DROP TABLE limit_buckets;
  DROP TRIGGER accounts_limits_raise_access_revision ON accounts;
  ALTER TABLE accounts DROP COLUMN requests_per_minute, DROP COLUMN orders_per_minute;
`;
