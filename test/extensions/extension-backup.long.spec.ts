import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soukWith, type CommandResult } from '../support/command-line.js';
import { migration, testExtension, type TestExtension } from '../support/extensions.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { ACME, prepared, ZETA } from './backed-up-extensions.js';

/** Its triggers fill two tables that a backup contains as well: on a table of Souk, and on one of its own. */
const SEEDED = migration(
  'AcmeSeeded',
  `CREATE TABLE acme_rates (currency text PRIMARY KEY, rate numeric);
   INSERT INTO acme_rates VALUES ('EUR', 1.1), ('GBP', 1.3);
   CREATE TABLE acme_spend (account_id integer PRIMARY KEY, spent integer);
   CREATE TABLE acme_log (account_id integer REFERENCES acme_spend);
   CREATE FUNCTION acme_count() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO acme_spend VALUES (NEW.id, 0); RETURN NULL; END $$;
   CREATE FUNCTION acme_note() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO acme_log VALUES (NEW.account_id); RETURN NULL; END $$;
   CREATE TRIGGER acme_count AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION acme_count();
   CREATE TRIGGER acme_note AFTER INSERT ON acme_spend FOR EACH ROW EXECUTE FUNCTION acme_note()`,
);

describe('the tables of extensions', () => {
  let target: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-extensions-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => target.drop());

  const restore = (extensions: TestExtension[], file: string): Promise<CommandResult> =>
    soukWith(extensions, target, 'restore', file, '--nothing-sold-since');

  it('are restored as they were, whatever migrations and triggers write to them', async () => {
    const seeding = testExtension({
      migrations: [SEEDED],
      tables: [{ name: 'acme_rates' }, { name: 'acme_spend' }, { name: 'acme_log' }],
    });
    const file = join(folder, randomUUID());
    const shop = await prepared(seeding);
    await shop.query(
      `INSERT INTO accounts (name) VALUES ('first'), ('second'); DELETE FROM acme_log;
       UPDATE acme_spend SET spent = 7; UPDATE acme_rates SET rate = 2 WHERE currency = 'EUR'`,
    );
    expect(await soukWith([seeding], shop, 'backup', file)).toMatchObject({ code: 0 });
    target = await prepared(seeding);
    expect(await restore([seeding], file)).toMatchObject({ code: 0, err: '' });
    for (const table of ['acme_rates', 'acme_spend', 'acme_log']) {
      const rows = `SELECT * FROM ${table} t ORDER BY t::text`;
      expect([table, await target.query(rows)]).toEqual([table, await shop.query(rows)]);
    }
    await shop.drop();
  });

  it('may have generated columns, and columns of any name', async () => {
    const odd = testExtension({
      migrations: [
        migration(
          'AcmeOdd',
          `CREATE TABLE acme_odd (id integer GENERATED ALWAYS AS IDENTITY, "Odd ""Name" integer,
             twice integer GENERATED ALWAYS AS ("Odd ""Name" * 2) STORED)`,
        ),
      ],
      tables: [{ name: 'acme_odd', identity: 'id' }],
    });
    const file = join(folder, randomUUID());
    const shop = await prepared(odd);
    await shop.query('INSERT INTO acme_odd ("Odd ""Name") VALUES (5)');
    expect(await soukWith([odd], shop, 'backup', file)).toMatchObject({ code: 0 });
    await shop.drop();
    target = await prepared(odd);
    expect(await restore([odd], file)).toMatchObject({ code: 0, err: '' });
    expect(await target.query('SELECT * FROM acme_odd')).toEqual([
      { id: 1, 'Odd "Name': 5, twice: 10 },
    ]);
  });

  it('may be more than a file holds, and a server may have started before', async () => {
    const file = join(folder, randomUUID());
    const plain = await createTestDatabase();
    expect(await soukWith([], plain, 'backup', file)).toMatchObject({ code: 0 });
    await plain.drop();
    target = await prepared(ACME);
    await target.query("INSERT INTO extensions VALUES ('acme', '1.2.0', '{}')");
    expect(await restore([ACME], file)).toMatchObject({ code: 0 });
    expect(await target.query('SELECT FROM extensions')).toEqual([]);
    expect(await target.query('SELECT rate FROM acme_rates')).toEqual([{ rate: '1' }]);
  });

  it('are no longer in a backup of a shop that has given its extension up', async () => {
    const file = join(folder, randomUUID());
    const former = await prepared(ZETA);
    await former.query('DROP TABLE zeta_a');
    expect(await soukWith([], former, 'backup', file)).toMatchObject({ code: 0, err: '' });
    await former.drop();
    target = await createTestDatabase();
    expect(await restore([], file)).toMatchObject({ code: 0 });
  });
});
