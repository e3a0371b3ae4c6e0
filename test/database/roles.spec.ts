import { Client } from 'pg';
import { souk } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;
let application: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.query("INSERT INTO accounts (name, balance, ledger_sequence) VALUES ('Acme', 1, 1)");
  await db.query(`INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
    VALUES (1, 1, 'deposit', 1, 1, 'test')`);
  await db.query("INSERT INTO audit_entries (actor, action, details) VALUES ('a', 'b', '{}')");
  application = new Client({ connectionString: db.url });
  await application.connect();
});
afterAll(async () => {
  await application.end();
  await db.drop();
});

describe('the role that the application works as', () => {
  it.each([
    'UPDATE ledger_entries SET note = note',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
    'DROP TABLE ledger_entries',
    'UPDATE audit_entries SET actor = actor',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    'CREATE TABLE mine (x integer)',
    'SET session_replication_role = replica',
  ])('may not: %s', async (sql) => {
    await expect(application.query(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('adds entries, and completes those of the audit', async () => {
    await application.query(
      `INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
       VALUES (1, 2, 'deposit', 1, 2, 'test')`,
    );
    await application.query("UPDATE audit_entries SET outcome = 'done', finished_at = now()");
  });

  it('makes temporary tables, by which catalogs are imported and kept in sync', async () => {
    await application.query('BEGIN; CREATE TEMPORARY TABLE staged (id integer) ON COMMIT DROP');
    await application.query('COMMIT');
  });

  it('is what doctor wants to see, and one role for all is worth a warning', async () => {
    expect((await souk(db.url, 'doctor')).out).toMatch(/^ok +roles: /m);
    const { out } = await souk({ DATABASE_URL: db.directUrl }, 'doctor');
    expect(out).toMatch(/^warn +roles: .*DATABASE_DIRECT_URL/m);
  });

  it('is told in one sentence that it cannot change the schema', async () => {
    const empty = await createTestDatabase({ empty: true });
    await empty.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const url = new URL(db.url);
    url.pathname = new URL(empty.url).pathname;
    const { code, err } = await souk(
      { DATABASE_URL: url.href, DATABASE_DIRECT_URL: url.href },
      'migrate',
    );
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The database user may not do that \(.*\); set DATABASE_DIRECT_URL to .*\.\n$/,
    );
    await empty.drop();
  });

  it('gets at the next start what was taken from it', async () => {
    const role = new URL(db.url).username;
    await db.query(`REVOKE ALL ON orders FROM ${role}; GRANT UPDATE ON ledger_entries TO ${role}`);
    await expect(application.query('SELECT FROM orders')).rejects.toThrow('permission denied');
    expect((await souk(db.url, 'migrate')).code).toBe(0);
    await application.query('SELECT FROM orders');
    await expect(application.query('UPDATE ledger_entries SET note = note')).rejects.toThrow(
      'permission denied',
    );
  });
});
