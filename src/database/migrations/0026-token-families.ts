interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Tokens that replace one another, and what those with a daily spend cap have spent. */
export class TokenFamilies1795200000026 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  ALTER TABLE access_tokens
    -- The id of the first token of the family; null for a token that was never replaced.
    ADD COLUMN family_id integer,
    -- True for a successor that was not used yet.
    ADD COLUMN pending boolean NOT NULL DEFAULT false,
    -- USD that the family may spend in 24 hours.
    ADD COLUMN daily_cap numeric(28,8),
    ADD CONSTRAINT access_tokens_daily_cap_is_number CHECK (daily_cap <> 'NaN' AND daily_cap >= 0);
  CREATE UNIQUE INDEX access_tokens_pending_key ON access_tokens (family_id) WHERE pending;

  CREATE TABLE token_spending (
    -- The id of the first token.
    family_id integer NOT NULL,
    -- Of the orders, by the clock of the database.
    minute timestamptz NOT NULL,
    -- USD, without what rejected orders have given back.
    spent numeric(28,8) NOT NULL,
    PRIMARY KEY (family_id, minute),
    CONSTRAINT token_spending_is_number CHECK (spent <> 'NaN' AND spent >= 0)
  );

  -- The family whose cap the order counts for; null for all others.
  ALTER TABLE orders ADD COLUMN capped_family integer;
`;

const DOWN = `
  ALTER TABLE orders DROP COLUMN capped_family;
  DROP TABLE token_spending;
  DROP INDEX access_tokens_pending_key;
  ALTER TABLE access_tokens DROP COLUMN family_id, DROP COLUMN pending, DROP COLUMN daily_cap;
`;
