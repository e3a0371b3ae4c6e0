import { Client } from 'pg';
import { pino } from 'pino';
import { vi } from 'vitest';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { operatorName } from '../../src/commands/context/command-context.js';
import { createApp, type StartOptions } from '../../src/start/app.js';
import { SOURCES, ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('a server on a damaged schema', () => {
  let db: TestDatabase;

  beforeEach(async () => {
    // A shop of its own: it is damaged.
    db = await createTestDatabase();
  });
  afterEach(() => db.drop());

  /** Starts and stops a server. @returns what it has warned of. */
  async function start(options: StartOptions = {}): Promise<string[]> {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const config = configFor(readSettings({ PORT: '0' }), db);
    // A shop of its own: it may not start.
    const app = await createApp(config, logger, [], options);
    await app.close();
    return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  }

  const audit = () => db.query('SELECT actor, action, details, outcome FROM audit_entries');

  it.each([
    ['ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey', 'primary key order_keys_pkey'],
    ['ALTER TABLE stock_codes DROP CONSTRAINT stock_codes_code_hash_key', 'is missing'],
    [
      'ALTER TABLE ledger_entries DISABLE TRIGGER USER',
      'ledger_entries_chain of ledger_entries is',
    ],
    ['DROP TRIGGER allowed_ips_raise_access_revision ON allowed_ips', 'of allowed_ips is missing'],
    ['ALTER TABLE products DISABLE TRIGGER products_note_update', 'of products is disabled'],
  ])('does not start after: %s', async (statement, sentence) => {
    await db.query(statement);
    await expect(start()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        new RegExp(`${sentence}.*; "souk doctor" says how to mend it, and --start-anyway`),
      ) as string,
    });
    expect(await audit()).toEqual([]);
  });

  it('starts anyway when it is told to, which is audited', async () => {
    await db.query('ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey');
    const fault = 'the primary key order_keys_pkey of order_keys is missing';
    expect(await start({ startAnyway: true })).toEqual([
      `This server starts by --start-anyway, although ${fault}.`,
    ]);
    expect(await audit()).toEqual([
      {
        actor: operatorName(),
        action: 'start anyway',
        details: { damage: [fault] },
        outcome: 'done',
      },
    ]);
    await expect(start()).rejects.toThrow(fault);
  });

  it('needs no leave for a sound schema, nor where money and revocation do not rest on what is lost', async () => {
    await db.query('DROP INDEX orders_account_time_idx');
    expect(await start({ startAnyway: true })).toEqual([]);
    expect(await start()).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it('only warns of a schema that a newer release has migrated', async () => {
    await db.query(`ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey;
      INSERT INTO schema_migrations ("timestamp", name) VALUES (1795200000999, 'Newer1795200000999')`);
    expect(await start()).toEqual([
      'The database was migrated by a newer Souk (Newer1795200000999), and the primary key order_keys_pkey of order_keys is missing; go on with that release.',
    ]);
  });

  it('asks all this by one statement', async () => {
    const query = vi.spyOn(Client.prototype, 'query');
    await start();
    const asked = query.mock.calls.filter(([sql]) => sql.includes('pg_get_triggerdef'));
    query.mockRestore();
    expect(asked).toHaveLength(1);
  });

  it('takes the option on its command line', async () => {
    await db.query('ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey');
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    await expect(ServerProcess.start(settings)).rejects.toMatchObject({
      code: 1,
      message: expect.stringMatching(/: The server does not start on a damaged .*\.\n$/) as string,
    });
    const program = { ...SOURCES, args: [...SOURCES.args, '--start-anyway'] };
    const server = await ServerProcess.start(settings, program);
    expect(await server.stop()).toBe(0);
    expect(await audit()).toMatchObject([{ action: 'start anyway' }]);
  });
});
