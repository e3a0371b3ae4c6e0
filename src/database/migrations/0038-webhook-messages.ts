interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What became of the webhook messages about each order. */
export class WebhookMessages1795200000038 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE webhook_messages');
  }
}

const UP = `
  -- Messages about orders that were sent, of the last 30 days. It references nothing, since a reference would lock the row
  -- of the account, on which orders wait.
  CREATE TABLE webhook_messages (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    message_id text NOT NULL,
    -- Such as order.accepted.
    event_type text NOT NULL,
    -- Scheme, host and port: the path of the URL may hold a secret of the receiver.
    receiver text NOT NULL,
    attempts integer NOT NULL,
    -- Of the answer to the last attempt; null if there was none.
    http_status integer,
    -- Why the last attempt failed; empty if the message arrived.
    failure text NOT NULL,
    first_attempt_at timestamptz NOT NULL DEFAULT now(),
    last_attempt_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id, message_id),
    CONSTRAINT webhook_messages_attempts_positive CHECK (attempts > 0)
  );
  CREATE INDEX webhook_messages_by_time ON webhook_messages (last_attempt_at);
`;
