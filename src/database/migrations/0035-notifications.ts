interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Who of the operators is notified of what, by which mail server, and what they have been notified of already. */
export class Notifications1795200000035 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(RECIPIENTS);
    await runner.query(MAIL_SERVER);
    await runner.query(CONDITIONS);
    await runner.query(CURSORS);
    await runner.query(ROUNDS);
    await runner.query('INSERT INTO notification_rounds (id) VALUES (1) ON CONFLICT DO NOTHING');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS accounts_halted');
    await runner.query(HALTED);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP INDEX accounts_halted');
    await runner.query(`DROP TABLE notification_rounds, notification_cursors, notification_conditions,
      mail_server, notification_recipients`);
  }
}

const RECIPIENTS = `
  CREATE TABLE IF NOT EXISTS notification_recipients (
    name text PRIMARY KEY,
    kind text NOT NULL,
    -- The URL of a webhook, or an e-mail address.
    address text NOT NULL,
    -- What it is notified of, such as order.waiting.
    topics text[] NOT NULL,
    -- How long an order waits before it is one of order.overdue.
    overdue_minutes integer NOT NULL,
    -- Of a webhook.
    sealed_secret bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_sent_at timestamptz,
    -- Why the last attempt failed; empty if it succeeded.
    last_error text NOT NULL DEFAULT '',
    CONSTRAINT notification_recipients_kind_known CHECK (kind IN ('webhook', 'email')),
    CONSTRAINT notification_recipients_webhook_has_secret CHECK (
      (kind = 'webhook') = (sealed_secret IS NOT NULL)),
    CONSTRAINT notification_recipients_overdue_positive CHECK (overdue_minutes > 0)
  )`;

const MAIL_SERVER = `
  CREATE TABLE IF NOT EXISTS mail_server (
    -- There is one at most.
    id integer PRIMARY KEY DEFAULT 1,
    host text NOT NULL,
    port integer NOT NULL,
    security text NOT NULL,
    -- Empty for a server that asks for none.
    username text NOT NULL,
    sealed_password bytea,
    sender text NOT NULL,
    CONSTRAINT mail_server_one CHECK (id = 1),
    CONSTRAINT mail_server_port_known CHECK (port BETWEEN 1 AND 65535),
    CONSTRAINT mail_server_security_known CHECK (security IN ('tls', 'starttls', 'none'))
  )`;

const CONDITIONS = `
  -- What lasts and was told, such as a stock that is low. A condition that has ended has no row.
  CREATE TABLE IF NOT EXISTS notification_conditions (
    topic text NOT NULL,
    subject text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (topic, subject)
  )`;

const CURSORS = `
  -- Up to which time orders were told, by what is looked for.
  CREATE TABLE IF NOT EXISTS notification_cursors (
    watch text PRIMARY KEY,
    told_until timestamptz NOT NULL
  )`;

const ROUNDS = `
  -- One row. Of several servers, the one that changes it looks for what is to be told.
  CREATE TABLE IF NOT EXISTS notification_rounds (
    id integer PRIMARY KEY CHECK (id = 1),
    looked_at timestamptz NOT NULL DEFAULT '-infinity'
  )`;

const HALTED = `
  CREATE INDEX CONCURRENTLY accounts_halted ON accounts (id) WHERE orders_halted_at IS NOT NULL`;
