import { prepareSchema } from '../../src/start/prepare-schema.js';
import { migration, testExtension } from '../support/extensions.js';
import { schemaFingerprint } from '../support/schema-fingerprint.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: extensions change its schema.
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const prepare = (...migrations: ReturnType<typeof migration>[]): Promise<string[]> =>
  prepareSchema({ DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl }, [
    testExtension({ migrations }),
  ]);

const NOTE = `
  CREATE FUNCTION acme_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;`;
const trigger = (name: string, when: string): string =>
  `${NOTE} CREATE TRIGGER ${name} ${when} ON orders FOR EACH ROW EXECUTE FUNCTION acme_note()`;

it.each([
  ['ALTER TABLE accounts ALTER note DROP NOT NULL', 'it changes the column note of accounts'],
  ['ALTER TABLE orders ADD acme_source text', 'it adds the column acme_source of orders'],
  ['CREATE TABLE rates (id integer)', 'it adds the table rates'],
  ['CREATE INDEX acme_by_note ON accounts (note)', 'it adds the index acme_by_note of accounts'],
  ['DROP TABLE extension_faults', 'it drops the table extension_faults'],
  [
    'ALTER TABLE ledger_entries DISABLE TRIGGER USER',
    expect.stringMatching(/^it changes the trigger \w+ of ledger_entries$/) as string,
  ],
  [
    'CREATE OR REPLACE FUNCTION note_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'it changes the function note_policy_change()',
  ],
  [trigger('acme_t', 'BEFORE INSERT'), 'it adds the trigger acme_t of orders'],
  [trigger('t', 'AFTER INSERT'), 'it adds the trigger t of orders'],
  [
    'CREATE TABLE acme_spent (id integer REFERENCES failed_events)',
    'it adds the foreign key acme_spent_id_fkey of acme_spent',
  ],
])('a migration with %s is rolled back, and named', async (sql, what) => {
  const before = await schemaFingerprint(db);
  const failure = await prepare(migration('Greedy', sql)).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  const [, found] =
    /has failed \((.*), which is not the extension's own\); /.exec(failure?.message ?? '') ?? [];
  expect(found).toEqual(what);
  expect(failure?.message).toMatch(/^The migration Greedy of the extension acme .*\.$/);
  expect(await schemaFingerprint(db)).toEqual(before);
  expect(await db.query("SELECT FROM schema_migrations WHERE name LIKE 'acme:%'")).toEqual([]);
});

it('tables, functions and triggers of its own, and documented foreign keys, may be made and changed', async () => {
  const made = `
    CREATE TABLE acme_spent (account_id integer REFERENCES accounts ON DELETE CASCADE,
      product_id integer REFERENCES products (id), day date PRIMARY KEY);
    CREATE TABLE acme_days (day date REFERENCES acme_spent);
    ${trigger('acme_t', 'AFTER INSERT')}`;
  const changed = `
    DROP TRIGGER acme_t ON orders; DROP FUNCTION acme_note(); DROP TABLE acme_days;
    CREATE INDEX ON acme_spent (product_id)`;
  const steps = [migration('Made', made), migration('Changed', changed)];
  expect(await prepare(...steps)).toEqual(['acme:Made', 'acme:Changed']);
});
