import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/database/database.js';
import { isDatabaseUnavailable, sqlState } from '../../../src/database/database-errors.js';
import { setSessionDefaults } from '../../../src/database/session-defaults.js';
import { SERVER_LIMITS } from '../../../src/database/time-limits.js';
import { runCommandLine } from '../../../src/start/run-command-line.js';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

/** More than the shop has connections. */
const SEALINGS = 12;
/** One batch of orders, and few transactions. */
const MAX_BACKENDS_THAT_WAIT = 5;

const BACKENDS = `
  SELECT count(*)::integer AS waiting FROM pg_stat_activity
  WHERE application_name = 'souk' AND datname = current_database() AND wait_event_type = 'Lock'`;

let shop: TestShop;
let faults: () => Promise<string[]>;
let locked: TestAccount;
let other: TestAccount;
let locker: Client;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
});
beforeEach(async () => {
  [locked, other] = [
    await shop.account({ balance: '1000' }),
    await shop.account({ balance: '1000' }),
  ];
  locker = new Client({ connectionString: shop.db.directUrl, application_name: 'locker' });
  await locker.connect();
  await locker.query('BEGIN');
});
afterEach(() => locker.end());
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

/** The most backends of the shop that were seen to wait for a lock. */
class Backends {
  waiting = 0;

  async count(): Promise<void> {
    const [now] = await shop.db.query<{ waiting: number }>(BACKENDS);
    this.waiting = Math.max(this.waiting, now?.waiting ?? 0);
  }
}

describe('while another session keeps the row of an account locked', () => {
  it('keys are sealed for other accounts, and 111 is the answer of this one', async () => {
    await locker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
    const seal = (account: TestAccount) =>
      account.api(`/client/api/check?uuid=1&seal=1&orders=[${randomUUID()}]`, { method: 'GET' });
    const backends = new Backends();
    const sealing = Array.from({ length: SEALINGS }, () => seal(locked));
    await until(async () => {
      await backends.count();
      return backends.waiting > 0;
    });
    expect((await seal(other)).json).toMatchObject({ sealed: [expect.any(String)] });
    await backends.count();
    const answers = await Promise.all(sealing);
    expect(new Set(answers.map(({ json }) => (json as { code?: number }).code))).toEqual(
      new Set([111]),
    );
    expect(backends.waiting).toBeLessThanOrEqual(MAX_BACKENDS_THAT_WAIT);
  });

  it('a command says whom it waits for', async () => {
    await locker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
    const streams = [new PassThrough(), new PassThrough(), new PassThrough()] as const;
    const [stdin, stdout, stderr] = streams;
    let said = '';
    stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const environment = { DATABASE_URL: shop.db.url, DATABASE_DIRECT_URL: shop.db.directUrl };
    const words = ['account', 'suspend', String(locked.id)];
    const command = runCommandLine(words, () => environment, { stdin, stdout, stderr });
    const pid = await locker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await until(() => said.includes(`process ${pid.rows[0]?.pid} (locker, of `));
    await locker.query('ROLLBACK');
    expect(await command).toBe(0);
  });
});

describe('a transaction of the server', () => {
  it('has its time limits in the database, also through a pooler', async () => {
    const read = `
      SELECT name, setting::integer AS ms, source FROM pg_settings
      WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
      ORDER BY name`;
    const database = shop.service(Database);
    const limits = await database.transaction((manager) => manager.query<{ ms: number }[]>(read));
    expect(limits.map(({ ms }) => ms)).toEqual([5_000, 2_000, 5_500]);
    const queue = { accountId: other.id };
    const queued = await database.transaction((manager) => manager.query<{ ms: number }[]>(read), {
      queue,
    });
    expect(queued.map(({ ms }) => ms)).toEqual([5_000, 500, 5_500]);
    const after = await database.manager.query<{ ms: number }[]>(read);
    expect(after.map(({ ms }) => ms)).toEqual([0, 0, 0]);
  });

  it('is ended by the database when its client has stopped in between', async () => {
    const database = new Database(shop.app.get(DataSource), { ...SERVER_LIMITS, idleMs: 300 });
    const stopped = database.transaction(async (manager) => {
      await manager.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
      await until(async () => {
        const free = await shop.db.query(
          'SELECT FROM accounts WHERE id = $1 FOR UPDATE SKIP LOCKED',
          [locked.id],
        );
        return free.length > 0;
      });
      await manager.query('SELECT 1');
    });
    const error = await stopped.catch((error: unknown) => error);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await other.api('/client/api/profile')).json).toMatchObject({ status: 'OK' });
  });
});

describe('a COMMIT', () => {
  // It may wait for a synchronous standby. A cancellation would answer with success, and the standby has nothing.
  it('has no statement limit', async () => {
    await shop.db.query(`
      CREATE TABLE committed_slowly (id integer);
      GRANT INSERT ON committed_slowly TO PUBLIC;
      CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_sleep(0.3);
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER slowly AFTER INSERT ON committed_slowly
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
    const database = new Database(shop.app.get(DataSource), { ...SERVER_LIMITS, statementMs: 100 });
    await expect(
      database.transaction((manager) => manager.query('SELECT pg_sleep(0.3)')),
    ).rejects.toThrow('statement timeout');
    await database.transaction((manager) =>
      manager.query('INSERT INTO committed_slowly VALUES (1)'),
    );
    expect(await shop.db.query('SELECT FROM committed_slowly')).toHaveLength(1);
    await shop.db.query('DROP TABLE committed_slowly; DROP FUNCTION commit_slowly');
  });
});

describe('a client that is gone', () => {
  it('leaves no backend that waits for a lock', async () => {
    await setSessionDefaults(shop.db.url);
    await locker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
    const client = new Client({ connectionString: shop.db.url, application_name: 'gone' });
    client.on('error', () => undefined);
    await client.connect();
    const waiting = client
      .query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id])
      .catch(sqlState);
    const backends = (condition: string) =>
      shop.db.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'gone' AND ${condition}`,
      );
    await until(async () => (await backends(`wait_event_type = 'Lock'`)).length === 1);
    (
      client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    await waiting;
    await until(async () => (await backends('true')).length === 0);
  });
});
