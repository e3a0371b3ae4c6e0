import type { Migration, MigrationRunner } from 'souk';

/** Each after those that it references: a restore fills them in this order. */
export const tables = [
  { name: 'acme_rates' },
  { name: 'acme_costs' },
  { name: 'acme_rules' },
  { name: 'acme_accounts' },
  { name: 'acme_spent' },
  { name: 'acme_tokens' },
];

/** Souk runs it once, in a transaction, and remembers the name of the class. A later change is another class. */
export class AcmeTables implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(TABLES);
    // The catalog policies read these tables: whoever changes one makes all servers read it anew.
    for (const table of ['acme_rates', 'acme_costs', 'acme_rules', 'acme_accounts']) {
      await runner.query(`
        CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION note_policy_change()`);
    }
  }
}

const TABLES = `
  -- USD per unit of a currency.
  CREATE TABLE acme_rates (
    currency text PRIMARY KEY CHECK (currency ~ '^[A-Z]{3}$'),
    usd numeric NOT NULL CHECK (usd > 0)
  );
  -- What a product costs us. Products that are not here keep their price.
  CREATE TABLE acme_costs (
    product_id integer PRIMARY KEY,
    cost numeric NOT NULL CHECK (cost > 0 AND cost < 1e9),
    currency text NOT NULL REFERENCES acme_rates,
    margin_percent numeric NOT NULL DEFAULT 0 CHECK (margin_percent >= 0)
  );
  -- Who sees a product, and when; null for everybody and always. Weekdays in UTC: 0 is Sunday.
  CREATE TABLE acme_rules (
    product_id integer PRIMARY KEY,
    weekdays integer[],
    countries text[]
  );
  CREATE TABLE acme_accounts (
    account_id integer PRIMARY KEY,
    country text,
    daily_limit numeric
  );
  CREATE TABLE acme_spent (
    account_id integer,
    day date,
    total numeric NOT NULL,
    PRIMARY KEY (account_id, day)
  );
  -- Only hashes, so that a copy of the database gives nobody a token.
  CREATE TABLE acme_tokens (
    token_hash bytea PRIMARY KEY,
    account_id integer NOT NULL
  );`;
