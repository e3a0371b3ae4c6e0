interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Webhooks of accounts, and messages that could not be delivered. */
export class Webhooks1795200000009 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE webhook_failures, account_webhooks');
  }
}

const UP = `
  CREATE TABLE account_webhooks (
    account_id integer PRIMARY KEY REFERENCES accounts (id),
    url text NOT NULL,
    sealed_secret bytea NOT NULL,
    -- The previous secret; until then messages are signed with both, so that a receiver can change over.
    previous_sealed_secret bytea,
    previous_until timestamptz,
    -- In USD. A charge after which less than this can be spent sends a message; null for none.
    balance_low numeric(28,8),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_webhooks_previous_ends
      CHECK ((previous_sealed_secret IS NULL) = (previous_until IS NULL)),
    CONSTRAINT account_webhooks_balance_low_is_number
      CHECK (balance_low <> 'NaN' AND balance_low >= 0)
  );

  -- Messages that could not be delivered. A later success deletes the row.
  CREATE TABLE webhook_failures (
    message_id text PRIMARY KEY,
    account_id integer NOT NULL REFERENCES accounts (id),
    event_type text NOT NULL,
    attempts integer NOT NULL,
    reason text NOT NULL,
    -- Null when the message was given up.
    next_try_at timestamptz,
    first_failed_at timestamptz NOT NULL DEFAULT now(),
    last_failed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT webhook_failures_attempts_positive CHECK (attempts > 0)
  );
  CREATE INDEX webhook_failures_account_id_idx ON webhook_failures (account_id, last_failed_at);
`;
