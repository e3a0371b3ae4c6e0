import type { ExtensionDefinition } from '../../src/extensions/extension.js';
import { isSoukMigration } from '../../src/database/extension-schemas.js';
import { MIGRATIONS } from '../support/migrations.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { migration, testExtension } from '../support/extensions.js';
import { schemaFingerprint } from '../support/schema-fingerprint.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const RATES = migration('AcmeRates', 'CREATE TABLE acme_rates (id integer PRIMARY KEY)');

describe('the migrations of extensions', () => {
  let db: TestDatabase;

  beforeEach(async () => {
    // A shop of its own: extensions change its schema.
    db = await createTestDatabase();
  });

  afterEach(() => db.drop());

  const prepare = (...definitions: Partial<ExtensionDefinition>[]): Promise<string[]> =>
    prepareSchema(
      { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl },
      definitions.map((definition) => testExtension(definition)),
    );

  it('run after those of Souk, in the order of the extensions, once', async () => {
    // A shop of its own: there is no schema yet.
    const empty = await createTestDatabase({ empty: true });
    const config = { DATABASE_URL: empty.url, DATABASE_DIRECT_URL: empty.directUrl };
    const [first, second] = [
      testExtension({
        name: 'zeta',
        migrations: [migration('Zeta', 'CREATE TABLE zeta_a (id integer)')],
      }),
      testExtension({
        migrations: [RATES, migration('AcmeRef', 'ALTER TABLE acme_rates ADD r integer')],
      }),
    ];
    expect(await prepareSchema(config, [first, second])).toEqual([
      ...MIGRATIONS.map(({ name }) => name),
      ...['zeta:Zeta', 'acme:AcmeRates', 'acme:AcmeRef'],
    ]);
    expect(await prepareSchema(config, [second, first])).toEqual([]);
    await empty.drop();
  });

  it('make tables that the application may read and write', async () => {
    await prepare({ migrations: [RATES], tables: [{ name: 'acme_rates' }] });
    const [row] = await db.query<{ may: boolean }>(
      `SELECT has_table_privilege($1, 'acme_rates', 'SELECT') AND has_table_privilege($1, 'acme_rates', 'INSERT')
         AND has_table_privilege($1, 'acme_rates', 'UPDATE') AND has_table_privilege($1, 'acme_rates', 'DELETE') AS may`,
      [new URL(db.url).username],
    );
    expect(row).toEqual({ may: true });
  });

  it('that fail leave whole migrations only, and are named with their extension', async () => {
    const half = migration('AcmeHalf', 'CREATE TABLE acme_half (id integer); SELECT nothing');
    const last = migration('AcmeLast', 'CREATE TABLE acme_last (id integer)');
    const failure = prepare({ migrations: [RATES, half, last] });
    await expect(failure).rejects.toMatchObject({
      name: 'OperatorError',
      message:
        'The migration AcmeHalf of the extension acme has failed (column "nothing" does not exist); the migrations before it stay done, so mend it and start again.',
    });
    const tables = await db.query(
      "SELECT relname FROM pg_class WHERE relname LIKE 'acme%s' OR relname LIKE 'acme_l%' OR relname LIKE 'acme_h%'",
    );
    expect(tables).toEqual([{ relname: 'acme_rates' }]);
    expect(await db.query("SELECT name FROM schema_migrations WHERE name LIKE 'acme:%'")).toEqual([
      { name: 'acme:AcmeRates' },
    ]);
    const mended = migration('AcmeHalf', 'CREATE TABLE acme_half (id integer)');
    expect(await prepare({ migrations: [RATES, mended, last] })).toEqual([
      'acme:AcmeHalf',
      'acme:AcmeLast',
    ]);
  });

  it('may have the names of those of another extension, also of one that was removed', async () => {
    const init = (table: string) => migration('Init', `CREATE TABLE ${table} (id integer)`);
    const acme = { migrations: [init('acme_a')] };
    const zeta = { name: 'zeta', migrations: [init('zeta_a')], tables: [{ name: 'zeta_a' }] };
    expect(await prepare(acme)).toEqual(['acme:Init']);
    expect(await prepare(zeta)).toEqual(['zeta:Init']);
    expect(await prepare(acme, zeta)).toEqual([]);
  });

  const tables = (...names: string[]) => names.map((name) => ({ name }));

  it.each<[what: string, definitions: Partial<ExtensionDefinition>[], message: string]>([
    [
      'a migration of the name of one of Souk',
      [{ migrations: [migration('Orders1795200000003', 'SELECT 1')] }],
      'has a migration Orders1795200000003',
    ],
    ['a migration without a name', [{ migrations: [migration('', 'SELECT 1')] }], 'no name'],
    ['a migration twice', [{ migrations: [RATES, RATES] }], 'has the migration AcmeRates twice'],
    ['a table of another name', [{ tables: tables('rates') }], 'must begin with acme_'],
    ['a table that needs quotes', [{ tables: tables('acme_Rates') }], 'lower-case'],
    ['a table with hyphens', [{ name: 'acme-x', tables: tables('acme-x_a') }], 'acme_x_'],
    ['a table of Souk', [{ name: 'order', tables: tables('order_keys') }], 'a table of Souk'],
    [
      'a table of another extension',
      [{ tables: tables('acme_x_a') }, { name: 'acme-x', tables: tables('acme_x_a') }],
      'acme-x has the table acme_x_a, which the extension acme has, too',
    ],
  ])('are refused before anything runs for %s', async (_, definitions, message) => {
    const before = await schemaFingerprint(db);
    const fresh = { migrations: [migration('Fresh', 'CREATE TABLE fresh_a (id integer)')] };
    await expect(prepare({ name: 'fresh', ...fresh }, ...definitions)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(message) as string,
    });
    expect(await schemaFingerprint(db)).toEqual(before);
  });

  it.each<[what: string, sql: string, table: { name: string; identity?: 'id' }, message: string]>([
    ['is not there', 'SELECT 1', { name: 'acme_a' }, 'which no migration creates'],
    [
      'is a view',
      'CREATE VIEW acme_a AS SELECT 1',
      { name: 'acme_a' },
      'which no migration creates',
    ],
    [
      'has an identity that is not declared',
      'CREATE TABLE acme_a (id integer GENERATED BY DEFAULT AS IDENTITY)',
      { name: 'acme_a' },
      'a sequence for id of the table acme_a',
    ],
    [
      'has a sequence for another column',
      'CREATE TABLE acme_a (id serial, n serial)',
      { name: 'acme_a', identity: 'id' },
      'a sequence for id, n of the table acme_a',
    ],
    [
      'has no identity that is declared',
      'CREATE TABLE acme_a (id integer)',
      { name: 'acme_a', identity: 'id' },
      'which has none',
    ],
  ])('are refused with a declared table that %s', async (_, sql, table, message) => {
    await expect(
      prepare({ migrations: [migration('AcmeA', sql)], tables: [table] }),
    ).rejects.toThrow(message);
  });

  it('take what is declared rightly', async () => {
    const sql = `CREATE TABLE acme_x_a (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
      CREATE TABLE acme_x_b (a bigint REFERENCES acme_x_a) PARTITION BY RANGE (a)`;
    const declared = [{ name: 'acme_x_a', identity: 'id' } as const, { name: 'acme_x_b' }];
    await prepare({ name: 'acme-x', migrations: [migration('AcmeX', sql)], tables: declared });
  });
});

it('every migration of Souk is known as one by its name', () => {
  expect(MIGRATIONS.map(({ name }) => name).filter((name) => !isSoukMigration(name))).toEqual([]);
  expect(isSoukMigration('AcmeRates1800000000001')).toBe(false);
  expect(isSoukMigration('acme:Rates1795200000001')).toBe(false);
});
