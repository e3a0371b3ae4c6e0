import { vi } from 'vitest';
import { chooseTurns } from '../../src/queue/choose-turns.js';
import {
  BEGIN_JOBS,
  DUE_TURNS,
  JobClaims,
  MAKE_DUE,
  type WantedTurns,
} from '../../src/queue/claim-jobs.js';
import { JobWorker } from '../../src/queue/job-worker.js';
import { SlowReceivers } from '../../src/queue/slow-receivers.js';
import { readBy } from '../support/scans.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let db: TestDatabase;
let claims: JobClaims;

beforeAll(async () => {
  // A shop of its own: without a server, which would take the jobs.
  db = await createTestDatabase();
  claims = new JobClaims((sql, values) => db.query(sql, values));
});
beforeEach(() => db.query('TRUNCATE pgboss.job'));
afterAll(() => db.drop());

/** So many jobs, written as by the library; those after no time are due. */
function waiting(
  count: number,
  data: object,
  { priority = 0, after = '0', name = 'webhook' } = {},
) {
  return db.query(
    `INSERT INTO pgboss.job (name, data, priority, start_after)
     SELECT $1, $2, $3, now() - interval '1 hour' + number * interval '1 ms' + $4::interval
     FROM generate_series(1, $5::integer) AS number`,
    [name, JSON.stringify(data), priority, after, count],
  );
}

/** One job of each of so many accounts. */
function ofAccounts(count: number, after: string) {
  return db.query(
    `INSERT INTO pgboss.job (name, data, start_after)
     SELECT 'webhook', json_build_object('accountId', number), now() + $1::interval
     FROM generate_series(1, $2::integer) AS number`,
    [after, count],
  );
}

interface Claimed extends Partial<WantedTurns> {
  readonly free?: number;
  readonly running?: Readonly<Record<string, number>>;
  readonly slow?: readonly string[];
  readonly single?: readonly string[];
}

const turnsOf = (wanted: Partial<WantedTurns> = {}) =>
  claims.turns({ queue: 'webhook', priority: 0, after: '', passed: [], most: 50, ...wanted });

/** Claims as a worker does. @returns how many jobs of each turn have begun. */
async function claimed(claim: Claimed = {}): Promise<Record<string, number>> {
  const {
    queue = 'webhook',
    priority = 0,
    free = 20,
    running = {},
    slow = [],
    single = [],
  } = claim;
  const state = { free, running: new Map(Object.entries(running)) };
  const isSlow = (receiver: string) => slow.includes(receiver);
  const turns = chooseTurns(await turnsOf(claim), state, { isSlow, single });
  const begun: Record<string, number> = {};
  for (const { turn } of await claims.begin({ queue, priority, free, turns })) {
    begun[turn] = (begun[turn] ?? 0) + 1;
  }
  return begun;
}

describe('due jobs begin in turns', () => {
  it('one account with very many gets half of the slots, and each of the others its own', async () => {
    await waiting(50, { accountId: 7 });
    expect(await claimed()).toEqual({ 7: 10 });
    expect(await claimed({ free: 10, running: { 7: 10 } })).toEqual({});
    await waiting(1, { accountId: 8 }, { after: '30 minutes' });
    await waiting(1, { accountId: 9 }, { after: '30 minutes' });
    expect(await claimed({ free: 10, running: { 7: 10 } })).toEqual({ 8: 1, 9: 1 });
  });

  it('two with very many leave a third of them free', async () => {
    await waiting(50, { accountId: 7 });
    await waiting(50, { accountId: 8 });
    expect(await claimed()).toEqual({ 7: 7, 8: 7 });
  });

  it('many with many get one each, and the next are those behind, around to the first', async () => {
    for (const accountId of [1, 2, 3, 4, 5]) await waiting(3, { accountId });
    expect(await claimed({ free: 2 })).toEqual({ 1: 1, 2: 1 });
    expect(await claimed({ free: 2, after: '2' })).toEqual({ 3: 1, 4: 1 });
    expect(await claimed({ free: 2, after: '4' })).toEqual({ 5: 1, 1: 1 });
  });

  it('all turns are read once, from behind the last one on', async () => {
    for (const accountId of [1, 2, 3]) await waiting(2, { accountId });
    expect(await turnsOf()).toEqual(['1', '2', '3']);
    expect(await turnsOf({ after: '1' })).toEqual(['2', '3', '1']);
    expect(await turnsOf({ after: '25' })).toEqual(['3', '1', '2']);
    expect(await turnsOf({ after: '3' })).toEqual(['1', '2', '3']);
    expect(await turnsOf({ after: '4', most: 2 })).toEqual(['1', '2']);
    expect(await turnsOf({ queue: 'listener' })).toEqual([]);
  });

  it('of a receiver that gets nothing one turn is read, and the next one is another receiver', async () => {
    const ofListener = (listener: string, accountId?: number) =>
      waiting(1, { extension: 'acme', listener, accountId });
    for (const accountId of [1, 22, 3, undefined]) await ofListener('crm', accountId);
    await ofListener('crm-2', 1);
    await waiting(1, { recipient: 'acme.crm' });
    const turns = [
      'acme.crm',
      'acme.crm-2/1',
      'acme.crm/-',
      'acme.crm/1',
      'acme.crm/22',
      'acme.crm/3',
    ];
    expect(await turnsOf()).toEqual(turns);
    const passed = { passed: ['acme.crm'] };
    expect(await turnsOf(passed)).toEqual(turns.slice(0, 3));
    expect(await turnsOf({ ...passed, after: 'acme.crm/22' })).toEqual(turns.slice(0, 3));
  });

  it('listeners share as receivers, and their accounts take turns', async () => {
    const listener = { extension: 'acme', listener: 'crm' };
    await waiting(9, { ...listener, accountId: 7 });
    await waiting(9, { ...listener, accountId: 8 });
    await waiting(1, { ...listener });
    expect(await claimed({ free: 5 })).toEqual({
      'acme.crm/-': 1,
      'acme.crm/7': 1,
      'acme.crm/8': 1,
    });
    const slow = ['acme.crm'];
    expect(await claimed({ slow, single: slow })).toEqual({ 'acme.crm/7': 1 });
    expect(await claimed({ slow })).toEqual({});
  });

  it('what was tried before, what is not due and what others do is left where it is', async () => {
    await waiting(1, { accountId: 7 });
    await waiting(2, { accountId: 8 }, { priority: -1 });
    await waiting(1, { accountId: 9 }, { after: '2 hours' });
    await waiting(1, {}, { name: 'refusals' });
    expect(await claimed()).toEqual({ 7: 1 });
    expect(await claimed({ queue: 'refusals', free: 1 })).toEqual({ '-': 1 });
    expect(await claimed()).toEqual({});
    expect(await claimed({ priority: -1 })).toEqual({ 8: 2 });
  });

  it('what was due later has its turn when its time has come, and what is held back has none', async () => {
    const make = (after: string) => waiting(1, { accountId: 7 }, { after });
    const moved = (time: string) =>
      db.query(`UPDATE pgboss.job SET start_after = ${time} WHERE state < 'active'`);
    await make('2 hours');
    await claims.makeDue('webhook');
    expect(await claimed()).toEqual({});
    await moved("created_on + interval '1 us'");
    expect([await claims.makeDue('listener'), await claimed()]).toEqual([false, {}]);
    expect([await claims.makeDue('webhook'), await claimed()]).toEqual([false, { 7: 1 }]);
    await make('0');
    await moved("'infinity'");
    expect([await claims.makeDue('webhook'), await claimed()]).toEqual([false, {}]);
  });

  it('very many that become due at once are made so in steps', async () => {
    await ofAccounts(1_500, '1 us');
    expect([await claims.makeDue('webhook'), await claims.makeDue('webhook')]).toEqual([
      true,
      false,
    ]);
    expect((await turnsOf({ most: 2_000 })).length).toBe(1_500);
  });

  it('two that claim at once never begin the same job', async () => {
    await waiting(30, { accountId: 7 });
    const both = await Promise.all([claimed(), claimed(), claimed()]);
    const sum = both.reduce((total, { 7: count = 0 }) => total + count, 0);
    const [{ active } = { active: NaN }] = await db.query<{ active: number }>(
      "SELECT count(*)::integer AS active FROM pgboss.job WHERE state = 'active'",
    );
    expect(active).toBe(sum);
  });
});

/** Runs due jobs, each of which ends at once. @returns the accounts in the order in which their jobs have begun */
async function begunUntil(account: number, receivers?: SlowReceivers): Promise<number[]> {
  const begun: number[] = [];
  const done = { jobs: [], requested: 1, affected: 1 };
  const complete = async (_queue: string, id: unknown) => {
    await db.query(`UPDATE pgboss.job SET state = 'completed' WHERE id = $1`, [id]);
    return done;
  };
  const worker = new JobWorker(
    { complete, fail: () => Promise.resolve(done) },
    {
      queue: 'webhook',
      lanes: [{ priority: 0, slots: 20 }],
      receivers,
      claims,
      run: (data) => {
        begun.push((data as { accountId: number }).accountId);
        return Promise.resolve();
      },
      report: (error) => {
        throw error;
      },
    },
  );
  worker.start();
  await until(() => begun.includes(account) || begun.length >= 3_000);
  await worker.stop(60_000);
  return begun;
}

it('behind very many due jobs of a hundred accounts, that of another one begins in its turn', async () => {
  for (let accountId = 101; accountId <= 200; accountId += 1) await waiting(30, { accountId });
  await waiting(1, { accountId: 201 }, { after: '59 minutes' });
  const begun = await begunUntil(201);
  expect(begun).toContain(201);
  // Each of the hundred had a turn of one job, and those of the last claim perhaps a second one.
  expect(begun.indexOf(201)).toBeLessThanOrEqual(120);
});

it('behind very many accounts of a quick listener, another one gets its event', async () => {
  await ofAccounts(2_900, '0');
  await db.query(`UPDATE pgboss.job SET data = data || '{"extension": "acme", "listener": "crm"}'`);
  await waiting(1, { extension: 'acme', listener: 'erp', accountId: 9_999 });
  const begun = await begunUntil(9_999);
  expect(begun.indexOf(9_999)).toBeLessThan(60);
  expect(begun).toContain(9_999);
});

it('behind very many slow receivers that get nothing, another one gets its message', async () => {
  await ofAccounts(3_000, '0');
  await waiting(1, { accountId: 9_999 });
  const receivers = new SlowReceivers();
  receivers.expect(Array.from({ length: 3_000 }, (_, index) => String(index + 1)));
  vi.spyOn(receivers, 'next').mockReturnValue([]);
  expect(await begunUntil(9_999, receivers)).toEqual([9_999]);
});

describe('a claim reads a few rows', () => {
  /** @returns how many rows each statement of a poll reads, without the statistics that no table has which has just been filled. */
  async function readRows(wanted: Partial<WantedTurns> = {}): Promise<number[]> {
    const { passed = [], most = 20 } = wanted;
    const turns = await turnsOf({ ...wanted, most });
    const chosen = chooseTurns(
      turns,
      { free: 10, running: new Map([['7', 10]]) },
      { isSlow: (receiver) => passed.includes(receiver), single: [] },
    );
    const columns = [
      chosen.map(({ turn }) => turn),
      chosen.map(({ running }) => running),
      chosen.map((one) => one.most),
    ];
    const statements = [
      { sql: MAKE_DUE, parameters: ['webhook'] },
      { sql: DUE_TURNS, parameters: ['webhook', 0, '', passed, most] },
      { sql: BEGIN_JOBS, parameters: ['webhook', 0, 10, ...columns] },
    ];
    const read: number[] = [];
    for (const statement of statements) {
      const { scans } = await readBy(db, statement);
      read.push(scans.reduce((sum, { rows }) => sum + rows, 0));
    }
    return read;
  }

  it('however many jobs wait in turns and ahead of time', async () => {
    await waiting(3_000, { accountId: 7 });
    await waiting(3_000, { accountId: 8 });
    await waiting(3_000, { accountId: 9 }, { after: '2 hours' });
    await waiting(1, { accountId: 10 });
    for (const read of await readRows({ passed: ['8'] })) expect(read).toBeLessThan(50);
  });

  it('however many turns have jobs ahead of time only', async () => {
    await ofAccounts(3_000, '1 hour');
    await waiting(1, { accountId: 9_999 });
    for (const read of await readRows()) expect(read).toBeLessThan(10);
    await db.query('VACUUM ANALYZE pgboss.job');
    for (const read of await readRows()) expect(read).toBeLessThan(10);
  });

  it('however many turns have due jobs, and however many a receiver has that gets nothing', async () => {
    await ofAccounts(3_000, '0');
    for (const read of await readRows()) expect(read).toBeLessThan(100);
    await db.query(
      `UPDATE pgboss.job SET data = data || '{"extension": "acme", "listener": "crm"}'`,
    );
    for (const read of await readRows({ passed: ['acme.crm'] })) expect(read).toBeLessThan(10);
  });
});
