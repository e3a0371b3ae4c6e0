interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Codes are sold only in the lineage that their stock was cleared for. Servers of the release before go on without comparing
 * it, and respect `held_through`.
 */
export class ClearedStocks1795200000059 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- The part of current_database_history that a restore or a failover changes, but no restart; all of it where the timeline is
  -- withheld.
  CREATE FUNCTION current_database_lineage() RETURNS text LANGUAGE plpgsql STABLE AS $$
  DECLARE
    words text[] := string_to_array(current_database_history(), ' ');
  BEGIN
    RETURN array_to_string(CASE WHEN words[3] = '-' THEN words ELSE words[:3] END, ' ');
  END $$;

  ALTER TABLE code_stocks
    -- The lineage in which its codes may be sold.
    ADD COLUMN cleared_for text NOT NULL DEFAULT '',
    -- Set while all codes are held back after a failover: codes that were sold in this time may be in stock again.
    ADD COLUMN lost_from timestamptz,
    ADD COLUMN lost_until timestamptz;
  ALTER TABLE code_stocks ALTER COLUMN cleared_for SET DEFAULT current_database_lineage();
  UPDATE code_stocks SET cleared_for = DEFAULT;

  -- Servers that hand out codes.
  CREATE TABLE code_instances (
    -- Of a run of the server.
    id uuid PRIMARY KEY,
    host text NOT NULL,
    -- The one in which it has last looked for all codes that it had handed out.
    lineage text NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    -- When it stopped in order; all that it has handed out was committed before.
    left_at timestamptz
  );

  -- Keyed hashes of codes that were handed out, and are in no stock since their import was lost. No import adds them.
  CREATE TABLE lost_codes (
    code_hash bytea PRIMARY KEY,
    noted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lost_codes_code_hash_is_sha256 CHECK (octet_length(code_hash) = 32)
  );
`;

const DOWN = `
  DROP TABLE lost_codes, code_instances;
  ALTER TABLE code_stocks DROP COLUMN cleared_for, DROP COLUMN lost_from, DROP COLUMN lost_until;
  DROP FUNCTION current_database_lineage();
`;
