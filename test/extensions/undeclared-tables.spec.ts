import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { souk, soukJson } from '../support/command-line.js';
import type { TestDatabase } from '../support/test-database.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

describe('what Souk did not make, and no loaded extension declares', () => {
  let shop: TestShop;
  let db: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    // A shop of its own: its database gets tables and migrations that Souk does not know.
    shop = await startTestShop();
    ({ db } = shop);
  });
  afterAll(() => shop.close());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-undeclared-'));
  });

  afterEach(async () => {
    await db.query(`
      DROP TABLE IF EXISTS acme_spend, "Acme notes";
      DROP VIEW IF EXISTS acme_view;
      DROP SCHEMA IF EXISTS other CASCADE;
      DELETE FROM schema_migrations WHERE name IN ('AcmeSpend', 'NewThings1795200000999')`);
    await rm(folder, { recursive: true });
  });

  const finding = async (check: string): Promise<Finding | undefined> =>
    (await soukJson<Finding[]>(shop, 'doctor')).find((one) => one.check === check);

  it('keeps a backup from being made, which would omit the table', async () => {
    await db.query('CREATE TABLE acme_spend (id integer); CREATE TABLE "Acme notes" (id integer)');
    const file = join(folder, 'shop.backup');
    const { code, out, err } = await souk(shop, 'backup', file);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'The backup would not hold the tables Acme notes, acme_spend, which belong neither to Souk nor to a loaded extension; add their extension to SOUK_EXTENSIONS, or move other tables out of the schema public (ALTER TABLE … SET SCHEMA …).\n',
    );
    expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
  });

  it('does not count where it is in another schema, a view or temporary', async () => {
    await db.query(`CREATE SCHEMA other; CREATE TABLE other.acme_spend (id integer);
      CREATE VIEW acme_view AS SELECT 1 AS one; CREATE TEMPORARY TABLE acme_temporary (id integer)`);
    const file = join(folder, 'shop.backup');
    expect(await souk(shop, 'backup', file)).toMatchObject({ code: 0, err: '' });
    expect(await finding('foreign tables')).toMatchObject({ verdict: 'ok' });
  });

  it('is named by doctor', async () => {
    await db.query('CREATE TABLE acme_spend (id integer)');
    expect(await finding('foreign tables')).toEqual({
      check: 'foreign tables',
      verdict: 'warn',
      message: expect.stringContaining('acme_spend') as string,
    });
  });

  it('is named by doctor when it is a migration, of a newer Souk or of an extension', async () => {
    expect(await finding('foreign migrations')).toMatchObject({ verdict: 'ok' });
    await db.query(`INSERT INTO schema_migrations ("timestamp", name)
      VALUES (1, 'AcmeSpend'), (1795200000999, 'NewThings1795200000999')`);
    expect(await finding('foreign migrations')).toEqual({
      check: 'foreign migrations',
      verdict: 'warn',
      message:
        'this Souk does not know NewThings1795200000999, which a newer release has run; go on with that release; nobody knows AcmeSpend; if it belongs to an extension, add that to SOUK_EXTENSIONS',
    });
  });
});
