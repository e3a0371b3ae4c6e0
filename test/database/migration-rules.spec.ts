import { MIGRATIONS } from '../support/migrations.js';
import type { MigrationClass } from '../../src/database/run-migration.js';
import { forbiddenForms, type MigrationSql } from './migration-rules.js';

/**
 * The migrations of the time when Souk was upgraded with all instances stopped. They are released and therefore never
 * changed, and a shop that has them does not run them again.
 */
const BEFORE_THE_RULES =
  MIGRATIONS.findIndex(({ name }) => name.startsWith('ReasonForReseller')) + 1;

/**
 * Forms that are allowed in one migration, each with the reason why the previous release does not notice, such as "no
 * release since 0.9 calls it".
 */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  OrderReversals1795200000030: {
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_order_key':
      'no release names it, and the index that is made before it goes refuses the same debits and refunds',
  },
  BoundedLists1795200000037: {
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS access_tokens_account_id_idx':
      'no release names it, and access_tokens_by_account begins with the same column',
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS products_category_id_idx':
      'no release names it, and products_by_category begins with the same column',
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS webhook_failures_account_id_idx':
      'no release names it, and webhook_failures_by_account begins with the same columns',
  },
  OrderedIds1795200000080: {
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS orders_order_id_idx':
      'no release names it, and orders_order_id_key has the same column',
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS order_keys_sealed':
      'no release names it, and the primary key has the same columns of all keys',
  },
  WideIndexes1795200000085: {
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS orders_by_time':
      'no release names it, and orders_account_time_idx begins with the same columns',
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS order_search_values_by_value':
      'no release names it, and order_search_values_time_idx begins with the same columns',
    'DROP: DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_order_movement_key':
      'no release names it, and ledger_entries_movement_key refuses the same debits and refunds; a server of a former release that starts then only warns, since the schema is newer',
  },
  LostCodesInStock1795200000060: {
    'DROP: DROP TABLE lost_codes': 'no release has the table, which migration 0059 made',
  },
};

/** What a migration would send to the database. */
async function sqlOf(migration: MigrationClass): Promise<MigrationSql> {
  const queries: string[] = [];
  const step = new migration();
  await step.up({ query: (sql) => Promise.resolve(queries.push(sql)) });
  return { queries, inTransaction: step.transaction ?? true };
}

describe('a new migration can run while the previous release is running', () => {
  it('keeps the rules', async () => {
    const findings: string[] = [];
    for (const migration of MIGRATIONS.slice(BEFORE_THE_RULES)) {
      const allowed = Object.keys(ALLOWED[migration.name] ?? {});
      findings.push(
        ...forbiddenForms(await sqlOf(migration))
          .filter((finding) => !allowed.some((form) => finding.startsWith(form)))
          .map((finding) => `${migration.name}: ${finding}`),
      );
    }

    expect(findings).toEqual([]);
    expect(BEFORE_THE_RULES).toBe(16);
  });

  it('has no leave for a form that it does not use', async () => {
    for (const [name, forms] of Object.entries(ALLOWED)) {
      const migration = MIGRATIONS.find((one) => one.name === name);
      const found = migration ? forbiddenForms(await sqlOf(migration)) : [];
      for (const form of Object.keys(forms)) expect(found.join('\n')).toContain(form);
    }
  });
});

/** What is found in the statements of a migration that runs in a transaction. */
const found = (...queries: string[]): string[] =>
  forbiddenForms({ queries, inTransaction: true }).map((finding) => finding.split(':')[0] ?? '');
/** The same outside of a transaction. */
const foundOutside = (...queries: string[]): string[] =>
  forbiddenForms({ queries, inTransaction: false }).map((finding) => finding.split(':')[0] ?? '');

const MAKE = 'CREATE INDEX CONCURRENTLY orders_via_idx ON orders (via)';
const REMOVE = 'DROP INDEX CONCURRENTLY IF EXISTS orders_via_idx';

describe('the rules for migrations', () => {
  it.each([
    ['DROP', 'DROP TABLE webhook_failures'],
    ['DROP', 'DROP FUNCTION place_orders(json, text, timestamptz)'],
    ['DROP', 'DROP TYPE order_to_place'],
    ['DROP', 'DROP VIEW report; CREATE VIEW report AS SELECT 1'],
    ['DROP', 'DROP TRIGGER chain ON ledger_entries'],
    ['DROP', 'DROP INDEX orders_status_idx'],
    ['DROP COLUMN', 'ALTER TABLE orders DROP COLUMN via'],
    ['DROP COLUMN', 'ALTER TABLE ONLY public.maintenance ADD CHECK (true), DROP via'],
    ['RENAME', 'ALTER TABLE categories RENAME TO groups'],
    ['RENAME', 'ALTER TABLE categories RENAME COLUMN name TO title'],
    ['RENAME', 'ALTER FUNCTION place_orders RENAME TO place'],
    ['ALTER TYPE', 'ALTER TABLE suppliers ALTER COLUMN name TYPE varchar(80)'],
    ['ALTER TYPE', 'alter table suppliers alter name set data type varchar(80)'],
    ['ALTER TYPE', 'ALTER TYPE order_to_place DROP ATTRIBUTE via'],
    ['SET NOT NULL', 'ALTER TABLE categories ALTER image SET NOT NULL'],
    ['DROP DEFAULT', 'ALTER TABLE accounts ALTER COLUMN balance DROP DEFAULT'],
    [
      'ADD CONSTRAINT without NOT VALID',
      'ALTER TABLE orders ADD CONSTRAINT given CHECK (via <> NULL)',
    ],
    [
      'ADD CONSTRAINT without NOT VALID',
      'ALTER TABLE order_keys ADD FOREIGN KEY (id) REFERENCES orders',
    ],
    ['ADD CONSTRAINT without NOT VALID', 'ALTER TABLE pgboss.job ADD UNIQUE (id)'],
    [
      'VALIDATE in a transaction, which keeps its other locks meanwhile',
      'ALTER TABLE orders VALIDATE CONSTRAINT given',
    ],
    ['ADD COLUMN with a constraint', "ALTER TABLE orders ADD COLUMN a text CHECK (a <> '')"],
    ['ADD COLUMN with a constraint', 'ALTER TABLE orders ADD a integer REFERENCES accounts (id)'],
    ['ADD COLUMN NOT NULL without DEFAULT', 'ALTER TABLE categories ADD a integer NOT NULL'],
    [
      'ADD COLUMN with a volatile default',
      'ALTER TABLE accounts ADD a uuid DEFAULT gen_random_uuid()',
    ],
    [
      'ADD COLUMN with a volatile default',
      'ALTER TABLE accounts ADD a timestamptz NOT NULL DEFAULT clock_timestamp()',
    ],
    ['ADD COLUMN that writes every row', 'ALTER TABLE accounts ADD COLUMN a bigserial'],
    [
      'ADD COLUMN that writes every row',
      'ALTER TABLE accounts ADD a text GENERATED ALWAYS AS (b || c) STORED',
    ],
    ['rewrite', 'ALTER TABLE suppliers SET UNLOGGED'],
    ['rewrite', 'CLUSTER orders USING orders_pkey'],
    ['CREATE INDEX without CONCURRENTLY', 'CREATE INDEX orders_via_idx ON orders (via)'],
    [
      'CREATE INDEX without CONCURRENTLY',
      'CREATE UNIQUE INDEX ON public.ledger_entries (entry_hash)',
    ],
    ['CREATE INDEX without CONCURRENTLY', 'CREATE INDEX IF NOT EXISTS a ON pgboss.job (name)'],
    ['UPDATE or DELETE of a big table', "UPDATE orders SET via = '{}'"],
    [
      'UPDATE or DELETE of a big table',
      'UPDATE accounts SET testing = false WHERE testing IS NULL',
    ],
    ['UPDATE or DELETE of a big table', 'WITH a AS (SELECT 1) DELETE FROM ONLY order_keys USING a'],
    ['TRUNCATE', 'TRUNCATE webhook_failures'],
    ['LOCK', 'LOCK TABLE maintenance IN SHARE MODE'],
    ['a block that cannot be checked', 'DO $$ BEGIN DROP TABLE orders; END $$'],
    ['the transaction and its limits belong to whatever runs it', "SET LOCAL lock_timeout = '10s'"],
    ['the transaction and its limits belong to whatever runs it', 'COMMIT'],
  ])('forbid %s: %s', (form, sql) => {
    expect(found(sql)).toEqual([form]);
  });

  it.each([
    [
      "ALTER TABLE orders ADD COLUMN a text, ADD b integer NOT NULL DEFAULT 0, ADD c text[] DEFAULT '{}'",
    ],
    [
      'ALTER TABLE orders ADD a timestamptz NOT NULL DEFAULT now(), ADD b jsonb DEFAULT \'{"a": 1}\'::jsonb',
    ],
    ['ALTER TABLE orders ADD CONSTRAINT a CHECK (b > 0 AND c IN (1, 2)) NOT VALID'],
    ['ALTER TABLE orders DROP CONSTRAINT a, ADD CONSTRAINT a UNIQUE USING INDEX a_idx'],
    ['ALTER TABLE maintenance ADD CONSTRAINT a CHECK (b > 0)'],
    ['ALTER TABLE orders ALTER a DROP NOT NULL, ALTER a SET DEFAULT 1'],
    [
      'CREATE TABLE notes (id uuid DEFAULT gen_random_uuid()); ALTER TABLE notes DROP id; DELETE FROM notes',
    ],
    ['CREATE TABLE orders_notes (a integer NOT NULL); CREATE INDEX ON orders_notes (a)'],
    ['CREATE INDEX categories_idx ON categories (position)'],
    [
      'CREATE OR REPLACE FUNCTION a() RETURNS trigger LANGUAGE plpgsql AS $b$ UPDATE orders SET c = 1; $b$',
    ],
    ['DROP TRIGGER a ON orders; CREATE TRIGGER a AFTER UPDATE ON orders EXECUTE FUNCTION b()'],
    ['INSERT INTO orders SELECT FROM notes ON CONFLICT DO UPDATE SET a = 1'],
    ['SELECT FROM accounts FOR UPDATE; -- DROP TABLE orders;\n /* TRUNCATE orders */'],
    ["INSERT INTO notes VALUES ('DROP TABLE orders; it''s')"],
    ['UPDATE maintenance SET orders_only = false'],
  ])('allow %s', (sql) => {
    expect(found(sql)).toEqual([]);
  });

  it('allow a migration outside of a transaction to build an index, which it can repeat', () => {
    expect(foundOutside(REMOVE, MAKE)).toEqual([]);
    expect(foundOutside('ALTER TABLE orders VALIDATE CONSTRAINT given')).toEqual([]);
    expect(
      foundOutside('UPDATE orders SET a = 1 WHERE id IN (SELECT id FROM b LIMIT 1000)'),
    ).toEqual([]);
  });

  it('forbid what such a migration cannot repeat, or what is a transaction all the same', () => {
    expect(foundOutside(MAKE)).toEqual([
      'CREATE INDEX CONCURRENTLY without DROP INDEX CONCURRENTLY IF EXISTS, for a repetition',
    ]);
    expect(foundOutside(`${REMOVE}; ${MAKE}`)).toEqual([
      'several statements in one query, which is a transaction',
    ]);
    expect(foundOutside('UPDATE orders SET a = 1')).toEqual(['UPDATE or DELETE of a big table']);
    expect(foundOutside(REMOVE)).toEqual(['DROP']);
    expect(found(REMOVE, MAKE)).toEqual([
      'CONCURRENTLY in a transaction',
      'CONCURRENTLY in a transaction',
    ]);
  });
});
