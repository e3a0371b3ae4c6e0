import { Client } from 'pg';
import { pino } from 'pino';
import { createApp } from '../../src/start/app.js';
import { WATCHED_ADDRESSES } from '../../src/database/address/address-watch.js';
import type { DatabaseAddress } from '../../src/database/address/database-address.js';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { souk } from '../support/command-line.js';
import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;
let application: Client;

beforeAll(async () => {
  // A shop of its own: rights are taken away, and entries of no order are in its ledger.
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
    'UPDATE account_events SET salts = NULL',
    'DELETE FROM account_events',
    'TRUNCATE account_events',
    'ALTER TABLE orders DISABLE TRIGGER ALL',
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
    // A shop of its own: there is no schema yet.
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

  it('is also that of the connection on which changes are watched', async () => {
    const config = configFor(readSettings({ PORT: '0' }), db);
    // A shop of its own: it takes another role than the shops of other specs.
    const app = await createApp(config, pino({ level: 'silent' }));
    try {
      const watching = `SELECT usename FROM pg_stat_activity
        WHERE application_name LIKE 'souk revisions%' AND datname = current_database()`;
      let rows = await db.query<{ usename: string }>(watching);
      while (rows.length === 0) rows = await db.query<{ usename: string }>(watching);
      expect(rows).toEqual([{ usename: new URL(db.url).username }]);
    } finally {
      await app.close();
    }
  });

  it('need not be let in where changes are watched: they are seen a little later', async () => {
    // A shop of its own: nobody may connect to it.
    const other = await createTestDatabase({ empty: true });
    await other.query(
      `REVOKE CONNECT ON DATABASE ${new URL(other.url).pathname.slice(1)} FROM PUBLIC`,
    );
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const config = configFor(readSettings({ PORT: '0' }), { ...db, directUrl: other.directUrl });
    // A shop of its own: it watches that database.
    const app = await createApp(config, logger);
    try {
      while (!lines.join('').includes('refuses the user of DATABASE_URL')) {
        await new Promise(setImmediate);
      }
      const revisions = app.get(RevisionWatch, { strict: false });
      const { catalog } = await revisions.current();
      await db.query("INSERT INTO categories (name) VALUES ('New')");
      while ((await revisions.current()).catalog === catalog) await new Promise(setImmediate);
    } finally {
      await app.close();
      await other.drop();
    }
  });
});

it.each([
  ['the embedded one', false, (): Record<string, string> => ({})],
  ['another one', true, () => ({ DATABASE_URL: db.url })],
])('a database is asked which server it is, %s: %s', async (_, isAsked, given) => {
  const config = configFor(readSettings({ PORT: '0', ...given() }), db);
  // A shop of its own: of either kind.
  const app = await createApp(config, pino({ level: 'silent' }));
  try {
    const watched = app.get<DatabaseAddress[]>(WATCHED_ADDRESSES, { strict: false });
    const open = [...watched].flatMap(({ connections }) => [...connections]);
    expect([watched.length > 0, open.some(({ server }) => server !== undefined)]).toEqual([
      isAsked,
      isAsked,
    ]);
  } finally {
    await app.close();
  }
});
