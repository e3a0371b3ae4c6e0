import {
  CLAIM_JOBS,
  claimValues,
  type ClaimedJob,
  type WantedJobs,
} from '../../src/queue/claim-jobs.js';
import { readBy } from '../support/scans.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: without a server, which would take the jobs.
  db = await createTestDatabase();
});
beforeEach(() => db.query('DELETE FROM pgboss.job'));
afterAll(() => db.drop());

/** So many due jobs, written as by the library. */
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

/** @returns how many jobs of each turn have begun. */
async function claimed(wanted: Partial<WantedJobs> = {}): Promise<Record<string, number>> {
  const none = { after: '', running: {}, excluded: [], single: [] };
  const values = claimValues({ queue: 'webhook', priority: 0, free: 20, ...none, ...wanted });
  const jobs = await db.query<ClaimedJob>(CLAIM_JOBS, values);
  const turns: Record<string, number> = {};
  for (const { turn } of jobs) turns[turn] = (turns[turn] ?? 0) + 1;
  return turns;
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

  it('many with many get one each, and the next are those behind', async () => {
    for (const accountId of [1, 2, 3, 4, 5]) await waiting(3, { accountId });
    expect(await claimed({ free: 2 })).toEqual({ 1: 1, 2: 1 });
    expect(await claimed({ free: 2, after: '2' })).toEqual({ 3: 1, 4: 1 });
    expect(await claimed({ free: 2, after: '4' })).toEqual({ 5: 1 });
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
    expect(await claimed({ single: ['acme.crm'] })).toEqual({ 'acme.crm/7': 1 });
    expect(await claimed({ excluded: ['acme.crm'] })).toEqual({});
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

it('however many jobs wait in turns and ahead of time, a claim reads a few rows', async () => {
  await waiting(3_000, { accountId: 7 });
  await waiting(3_000, { accountId: 8 });
  await waiting(3_000, { accountId: 9 }, { after: '2 hours' });
  await waiting(1, { accountId: 10 });
  const claim = { queue: 'webhook', priority: 0, free: 10, after: '', excluded: ['8'], single: [] };
  const parameters = claimValues({ ...claim, running: { 7: 10 } });
  // Without the statistics that no table has which has just been filled.
  const { scans } = await readBy(db, { sql: CLAIM_JOBS, parameters });

  expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(50);
});
