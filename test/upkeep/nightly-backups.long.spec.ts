import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { newSecretKey, secretKeyId } from '../../src/common/secret-box.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { NightlyBackup } from '../../src/upkeep/nightly/nightly-backup.service.js';
import { NightlyTask } from '../../src/upkeep/nightly/nightly-task.js';
import {
  NightlyStateRepository,
  type NightlyState,
} from '../../src/upkeep/nightly/nightly-state.repository.js';
import { NotificationRound } from '../../src/notifications/watch/notification-round.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { recipient } from '../notifications/notifying.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEY = newSecretKey();
const KEY_ID = secretKeyId(Buffer.from(KEY, 'base64'));

let folder: string;
let shop: TestShop;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-nightly-'));
  // A shop of its own: all of it is in the backup.
  shop = await sleeplessShop({ BACKUP_DIR: join(folder, 'copies'), SECRET_KEYS: KEY });
  await shop.account({ name: 'Acme', balance: '5' });
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const run = (of = shop) => of.service(NightlyBackup).run(new AbortController().signal);
const state = (of = shop): Promise<NightlyState> => of.service(NightlyStateRepository).read();
const files = async (): Promise<string[]> =>
  (await readdir(join(folder, 'copies')).catch(() => [])).sort();
const moveClock = (of = shop) =>
  of.db.query(`UPDATE nightly_backup SET ended_at = ended_at - interval '1 day',
    began_at = '-infinity', restored_at = restored_at - interval '1 day'`);

/** The night passes, and its backup has ended. @returns what has come of it */
async function night(of = shop): Promise<NightlyState> {
  // The file is named by its second, and none is written twice.
  await until(async () => (await secondOf(of)) > lastSecond);
  await moveClock(of);
  await run(of);
  lastSecond = await secondOf(of);
  return state(of);
}

let lastSecond = 0;
async function secondOf({ db }: TestShop): Promise<number> {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()))::float8 AS second';
  return (await db.query<{ second: number }>(sql))[0]!.second;
}

/** A shop whose backups are made by the test alone, and whose first night has not come. */
async function sleeplessShop(
  settings: Record<string, string>,
  given?: TestDatabase,
): Promise<TestShop> {
  const started = await startTestShop(settings, {}, given);
  await started.service(NightlyTask).beforeApplicationShutdown();
  await started.db.query('UPDATE nightly_backup SET ended_at = now()');
  return started;
}

async function finding(of = shop): Promise<Finding | undefined> {
  const { out } = await souk(of, 'doctor', '--json');
  return (JSON.parse(out) as Finding[]).find(({ check }) => check === 'backups');
}

const CUT_TRIAL = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = (SELECT trial_database FROM nightly_backup) AND usename = current_user`;
/**
 * A night whose trial restore loses its connection; another one where it had restored all before that was seen.
 * @param failure of the trial before
 */
async function cutNight(failure: string): Promise<NightlyState> {
  for (;;) {
    await shop.db.query(
      `UPDATE nightly_backup SET restored_at = NULL, restore_failure = $1, untried_restore = ''`,
      [failure],
    );
    const over = new AbortController();
    const ended = night().finally(() => {
      over.abort();
    });
    let cut = 0;
    while (cut === 0 && !over.signal.aborted) cut = (await shop.db.query(CUT_TRIAL)).length;
    const made = await ended;
    if (made.untriedRestore !== '') return made;
  }
}

const trials = () => shop.db.query(`SELECT FROM pg_database WHERE datname LIKE 'souk_trial_%'`);

it('is made once a night, encrypted, by one of several servers, and restored for a trial', async () => {
  await run();
  expect(await files()).toEqual([]);
  await moveClock();
  await Promise.all([run(), run(), run()]);
  // Nobody else has begun one.
  expect(shop.logs().filter((line) => line.includes('the nightly backup'))).toEqual([
    expect.stringContaining('the nightly backup is made'),
  ]);
  const { good, failure, restoredAt, restoreFailure } = await state();
  const names = await files();
  expect([failure, names]).toEqual([
    '',
    [expect.stringMatching(/^souk-[0-9a-f]{16}-[0-9a-f]{8}-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)],
  ]);
  expect(good?.key).toBe(KEY_ID);
  expect([restoreFailure, restoredAt]).toEqual(['', expect.any(Date)]);
  expect(await trials()).toEqual([]);
  const file = join(folder, 'copies', names.at(-1)!);
  expect([good?.file, (await stat(file)).mode & 0o777]).toEqual([file, 0o600]);
  expect((await readFile(file)).includes('Acme')).toBe(false);

  const target = await createTestDatabase();
  const refused = await souk(target.url, 'restore', file);
  expect([refused.code, refused.err]).toEqual([
    1,
    `The backup is encrypted under the key ${KEY_ID}; add it to SECRET_KEYS, or as a line to the file secret-keys of the embedded database.\n`,
  ]);
  const settings = { DATABASE_URL: target.url, SECRET_KEYS: KEY };
  const damaged = await readFile(file);
  damaged[damaged.length - 40]! ^= 1;
  await writeFile(join(folder, 'damaged'), damaged);
  const { err } = await souk(settings, 'restore', join(folder, 'damaged'));
  expect(err).toContain('is no backup made by');
  expect((await souk(settings, 'restore', file)).code).toBe(0);
  expect(await target.query('SELECT name, balance FROM accounts')).toEqual(
    await shop.db.query('SELECT name, balance FROM accounts'),
  );
  await target.drop();
});

it('keeps those of fourteen days, removes what a killed one has left, and touches nothing else', async () => {
  await night();
  const [made = ''] = await files();
  const prefix = made.slice(0, made.indexOf('-20') + 1);
  const old = Array.from({ length: 20 }, (_, day) => `${prefix}2020-01-${day + 10}T030000Z.backup`);
  const earlier = [...'0123'].map((second) => `${prefix}2020-01-28T02000${second}Z.backup`);
  const others = ['notes.txt', 'souk-0000000000000000-2020-01-01T030000Z.backup'];
  const left = `${prefix}2020-01-01T030000Z.backup.unfinished`;
  for (const name of [...old, ...earlier, ...others, left])
    await writeFile(join(folder, 'copies', name), '');
  await shop.db.query(`CREATE DATABASE souk_trial_0123456789abcdef`);
  await shop.db.query(`UPDATE nightly_backup SET trial_database = 'souk_trial_0123456789abcdef'`);
  await night();
  const names = await files();
  const kept = names.filter((name) => name.startsWith(prefix));
  const days = new Set(kept.map((name) => name.slice(prefix.length, prefix.length + 10)));
  expect(days.size).toBe(14);
  expect(names).toEqual(expect.arrayContaining([...others, ...old.slice(-12), made]));
  expect(names.filter((name) => earlier.includes(name))).toEqual([]);
  expect(names).not.toContain(left);
  expect(await trials()).toEqual([]);
});

it('of a copy of the shop is another one, in the same folder', async () => {
  await night();
  const [made = ''] = await files();
  const prefix = made.slice(0, made.indexOf('-20') + 1);
  const left = `${prefix}2020-01-01T030000Z.backup.unfinished`;
  const old = Array.from({ length: 14 }, (_, day) => `${prefix}2020-01-${day + 10}T030000Z.backup`);
  const former = `${made.slice(0, 22)}2020-01-01T030000Z.backup`;
  for (const name of [left, former, ...old]) await writeFile(join(folder, 'copies', name), '');
  const there = await files();
  // Two databases that were copied from one.
  const copy = await sleeplessShop({ BACKUP_DIR: join(folder, 'copies'), SECRET_KEYS: KEY });
  const labelOf = (one: TestShop) => one.service(NightlyStateRepository).databaseLabel();
  await copy.db.query('UPDATE shop_identity SET shop_id = $1', [made.slice(5, 21)]);
  const { good } = await night(copy);
  expect(await files()).toEqual([...there, basename(good!.file)].sort());
  const before = await labelOf(copy);
  await soukJson(copy, 'settle');
  const after = await labelOf(copy);
  expect([before.slice(0, 17), before === after]).toEqual([after.slice(0, 17), false]);
  await copy.close();
});

it('does not begin with less space than twice the last one, and warns', async () => {
  await night();
  await recipient(shop, {
    ...{ name: 'ops', kind: 'webhook', address: 'https://ops.example' },
    ...{ topics: ['backup.failing'], overdueMinutes: 30 },
  });
  await shop.db.query('UPDATE nightly_backup SET good_bytes = 1000000000000000');
  const { failure } = await night();
  expect(failure).toMatch(/^only \d+ MiB are free for .*, less than twice the last backup; free/);
  expect(await files()).toHaveLength(1);
  expect(await finding()).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining(`the last attempt has failed: ${failure}`) as string,
  });
  const owner = await operatorBrowser(shop, 'owner');
  expect((await owner.open('/console')).text).toContain(failure);
  await shop.db.query(`UPDATE notification_rounds SET looked_at = '-infinity'`);
  await shop.service(NotificationRound).run();
  const told = () =>
    shop.db.query(`SELECT subject FROM notification_conditions WHERE topic = 'backup.failing'`);
  expect(await until(async () => (await told()).length > 0 && told())).toEqual([
    { subject: 'nightly' },
  ]);
});

it('of an inconsistent shop does not count as good, and displaces none', async () => {
  const { good } = await night();
  await shop.db.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
  await shop.db.query('UPDATE ledger_entries SET amount = 4');
  const after = await night();
  expect(after.failure).toMatch(/inconsistent shop.*: ledger entry 1 of account \d+ does not/);
  expect([after.good, (await files()).length]).toEqual([good, 2]);
  await run();
  expect(await files()).toHaveLength(2);
});

it('that cannot be restored is a failure', async () => {
  await shop.db.query('ALTER TABLE accounts DROP CONSTRAINT accounts_balance_within_credit');
  await shop.db.query('UPDATE accounts SET balance = -1');
  const { restoreFailure } = await night();
  expect(restoreFailure).toMatch(/PostgreSQL refuses a row of the table accounts/);
  expect(await finding()).toMatchObject({ verdict: 'fail' });
});

it('that could not be tried is no bad one', async () => {
  const { good, restoredAt, restoreFailure, untriedRestore } = await cutNight('');
  expect([good === null, restoredAt, restoreFailure]).toEqual([false, null, '']);
  // What a client says whose connection was ended before, or while, it asked.
  expect(untriedRestore).toMatch(/terminat|not queryable/);
  expect(await finding()).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining(`a restore could not be tried: ${untriedRestore}`) as string,
  });
  const owner = await operatorBrowser(shop, 'owner');
  expect((await owner.open('/console')).text).toContain(untriedRestore);
  expect(await cutNight('it is damaged')).toMatchObject({ restoreFailure: 'it is damaged' });
  expect(await finding()).toMatchObject({ verdict: 'fail' });
  expect(await night()).toMatchObject({ restoreFailure: '', untriedRestore: '' });
});

it('is not tried without the right to create databases, and that it was is said', async () => {
  const db = await createTestDatabase();
  const settings = { BACKUP_DIR: join(folder, 'copies'), SECRET_KEYS: KEY };
  const bound = await sleeplessShop(settings, { ...db, directUrl: db.url });
  const { good, restoredAt, untriedRestore } = await night(bound);
  expect([good === null, restoredAt, untriedRestore]).toEqual([false, null, '']);
  await bound.db.query(`UPDATE nightly_backup SET restored_at = now() - interval '30 days'`);
  expect((await finding(bound))?.message).not.toContain('more than two weeks');
  expect((await night(bound)).untriedRestore).toMatch(/may create databases no more/);
  await bound.close();
});

it('that was not restored for a trial for two weeks is warned of', async () => {
  await night();
  const settle = `UPDATE nightly_backup SET confirmed_at = now(), confirmed_key = good_key`;
  await shop.db.query(`${settle}, restored_at = now() - interval '13 days'`);
  expect(await finding()).toMatchObject({ verdict: 'ok' });
  const late = {
    verdict: 'warn',
    message: expect.stringContaining('for more than two weeks') as string,
  };
  await shop.db.query(`${settle}, restored_at = now() - interval '15 days'`);
  expect(await finding()).toMatchObject(late);
  await shop.db.query(`${settle}, restored_at = NULL, first_good_at = now() - interval '15 days'`);
  expect(await finding()).toMatchObject(late);
});

it('is asked about until an owner confirms, and again under another key', async () => {
  const owner = await operatorBrowser(shop, 'owner');
  expect((await owner.open('/console')).text).not.toContain('Last good backup');
  await night();
  expect(await finding()).toMatchObject({ verdict: 'warn' });
  const page = await owner.open('/console');
  expect(page.text).toContain('Nobody has confirmed yet that a copy and the key lie on another');
  const upkeep = await owner.go(page, 'To the backups');
  const confirmed = await owner.send(upkeep, 'backups/confirm');
  expect(confirmed.text).toContain('It is noted.');
  expect((await owner.open('/console')).text).not.toContain('Nobody has confirmed');
  expect(await finding()).toMatchObject({ verdict: 'ok' });
  expect(await soukJson(shop, 'audit', 'list')).toContainEqual(
    expect.objectContaining({ action: 'backups confirm', outcome: 'done' }),
  );
  await shop.db.query(`UPDATE nightly_backup SET good_key = 'other'`);
  expect(await finding()).toMatchObject({ verdict: 'warn' });
});

describe('without a secret key', () => {
  let plain: TestShop;
  let target: TestDatabase;
  beforeEach(async () => {
    // Shops of their own: one has another setting, one is restored.
    plain = await sleeplessShop({ BACKUP_DIR: join(folder, 'copies') });
    target = await createTestDatabase();
  });
  afterEach(async () => {
    await plain.close();
    await target.drop();
  });

  it('it is plain, and doctor says so', async () => {
    await plain.account();
    const { good } = await night(plain);
    expect((await souk(target.url, 'restore', good!.file)).code).toBe(0);
    expect((await stat(good!.file)).mode & 0o777).toBe(0o600);
    expect((await finding(plain))?.message).toContain('it is not encrypted');
    expect((await souk(plain, 'backups', 'confirm')).code).toBe(0);
    expect((await finding(plain))?.message).not.toContain('souk backups confirm');
  });
});
