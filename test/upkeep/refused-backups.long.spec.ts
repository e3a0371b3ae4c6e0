import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SecretBox } from '../../src/common/secret-box.js';
import type { TableContent } from '../../src/upkeep/backup/backup-format.js';
import { BackupReader } from '../../src/upkeep/backup/backup-reader.js';
import { BackupService } from '../../src/upkeep/backup/backup.service.js';
import { verifyBackup } from '../../src/upkeep/backup/backup-verification.js';
import { ContentDigest } from '../../src/upkeep/backup/backup-writer.js';
import { onOwnConnection } from '../../src/database/own-connection.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { forgeEvents } from '../support/account-events.js';
import { forge, RECHAIN } from '../support/forged-ledger.js';
import { place } from '../support/book-pages.js';
import { insertEntries } from '../support/book-rows.js';
import { souk, soukJson } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/** Several pieces of a file. */
const ENTRIES = 1_000;
/** More than a connection takes before PostgreSQL has answered. */
const MANY_ENTRIES = 20_000;

let shop: TestShop;
let accountId: number;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-backup-'));
  // A shop of its own: all of it is in the backup.
  shop = await startTestShop();
  // A shop of its own: a restore needs an empty database.
  target = await createTestDatabase();
  const account = await shop.account({ creditLimit: '10' });
  accountId = account.id;
  await insertEntries(shop.db, accountId, { count: ENTRIES, actor: 'shop' });
  const [orderId] = await place(account, await shop.product({ price: '1', fields: ['playerId'] }));
  await shop.service(OrderCloseService).accept(orderId, { actor: 'operator:test' });
});
afterAll(async () => {
  await target.drop();
  await shop.close();
  await rm(folder, { recursive: true });
});

/** The owner has all rows checked at once; any other role has each row checked by itself. */
describe.each([
  ['the owner of the tables', (db: TestDatabase) => db.directUrl],
  ['a role that does not own the tables', (db: TestDatabase) => db.url],
])('a restore by %s', (_, directUrl) => {
  const restoredBy = (db: TestDatabase, file: string) =>
    souk({ DATABASE_URL: db.url, DATABASE_DIRECT_URL: directUrl(db) }, 'restore', file);

  it.each<[string, RegExp, string, RegExp]>([
    [
      'a ledger entry with another balance',
      /^(\d+\t10\tdeposit\t)\S+/m,
      '$177.00000000',
      /ledger entry 10 of account \d+ does not follow/,
    ],
    [
      'a ledger entry of another kind',
      /^(\d+\t10\t)deposit\t/m,
      '$1gift\t',
      /ledger entry 10 of account \d+ (does not follow|is none)/,
    ],
    [
      'an event of another type',
      /^(\d+\t2\t)accepted\t/m,
      '$1codes\t',
      /event 2 of account \d+ (does not follow|has the hash of another event)/,
    ],
  ])('says that it refuses %s, and leaves nothing', async (__, pattern, replacement, said) => {
    const file = join(folder, `${randomUUID()}.backup`);
    await soukJson(shop.db.url, 'backup', file);
    const text = gunzipSync(await readFile(file)).toString();
    const forged = text.replace(pattern, replacement);
    expect(forged).not.toBe(text);
    await writeFile(file, gzipSync(forged));

    const { code, err } = await restoredBy(target, file);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^\S+ holds an inconsistent shop: .*nothing was restored, use another backup\.\n$/,
    );
    expect(err).toMatch(said);
    expect(await target.query('SELECT FROM accounts')).toEqual([]);
  });

  it('leaves the triggers as they were, which refuse an entry that does not follow', async () => {
    const file = join(folder, `${randomUUID()}.backup`);
    await soukJson(shop.db.url, 'backup', file);
    // A shop of its own: a restore needs an empty database.
    const filled = await createTestDatabase();
    onTestFinished(() => filled.drop());
    expect(await restoredBy(filled, file)).toMatchObject({ code: 0 });
    const off = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'";
    expect(await filled.query(off)).toEqual([]);
    const entry = `INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
      SELECT max(account_id), 5, 'deposit', 1, 1, 'test' FROM ledger_entries`;
    await expect(filled.query(entry)).rejects.toThrow(/does not follow/);
  });
});

it('the backup of forged events says that a restore refuses them', async () => {
  const file = join(folder, 'forged.backup');
  await forgeEvents(shop.db, "UPDATE account_events SET type = 'codes' WHERE number = 2");
  const { code, err } = await souk(shop.db.url, 'backup', file);
  await forgeEvents(shop.db, "UPDATE account_events SET type = 'accepted' WHERE number = 2");
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/refuses: event 2 of account \d+ does not/),
  ]);
});

it.each([
  ['a text that was committed to', `sequence = 10`, 10],
  ['a text of a debit, which has none', `kind = 'debit'`, ENTRIES + 1],
])(
  'the backup of a ledger with another %s says that a restore refuses it',
  async (_, where, entry) => {
    const file = join(folder, `texts-${entry}.backup`);
    const kept = await shop.db.query<{ note: string }>(
      `SELECT note FROM ledger_entries WHERE ${where}`,
    );
    await forge(shop.db, `UPDATE ledger_entries SET note = 'forged' WHERE ${where}`);
    const { code, err } = await souk(shop.db.url, 'backup', file);
    await forge(shop.db, `UPDATE ledger_entries SET note = '${kept[0]!.note}' WHERE ${where}`);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`refuses: ledger entry ${entry} of account`),
    ]);
  },
);

it('the backup of an entry of no kind, whose hashes are right, says that a restore refuses it', async () => {
  const file = join(folder, 'kind.backup');
  const setKind = (kind: string): Promise<void> =>
    forge(
      shop.db,
      `UPDATE ledger_entries SET kind = '${kind}' WHERE account_id = ${accountId} AND sequence = 10`,
      RECHAIN(accountId),
    );
  await setKind('gift');
  const { code, err } = await souk(shop.db.url, 'backup', file);
  await setKind('deposit');
  expect([code, err]).toEqual([1, expect.stringContaining('refuses: ledger entry 10 of account')]);
});

it('a restore reads the chains by their indexes, although their tables were known to be empty', async () => {
  const file = join(folder, 'analyzed.backup');
  await soukJson(shop.db.url, 'backup', file);
  // A shop of its own: a restore needs an empty database.
  const empty = await createTestDatabase();
  await empty.query('VACUUM ANALYZE');
  await soukJson(empty.url, 'restore', file);
  const read = await until(async () => {
    const [rows] = await empty.query<{ written: number; read: number }>(`
      SELECT n_tup_ins::integer AS written, seq_tup_read::integer AS read
      FROM pg_stat_user_tables WHERE relname = 'ledger_entries'`);
    return rows?.written === ENTRIES + 1 && rows;
  });
  // Each entry by all before it would be half a million.
  expect(read.read).toBeLessThan(20 * ENTRIES);
  await empty.drop();
});

/** The rows of each table in the text of a backup, as `BackupWriter` counts and hashes them. */
function contentOf(text: string): Record<string, TableContent> {
  const tables = text.split('\n\\.\n').slice(0, -1);
  const contents = tables.map((part, index) => {
    const [header = '', ...rows] = part.split('\n').slice(index === 0 ? 1 : 0);
    const digest = new ContentDigest();
    for (const row of rows) digest.add(Buffer.from(`${row}\n`));
    return [(JSON.parse(header) as { table: string }).table, digest.end()] as const;
  });
  return Object.fromEntries(contents);
}

describe('a backup is read back', () => {
  it('and thrown away when the disk has changed a byte of it, unless nobody wants to know', async () => {
    const file = join(folder, 'changed.backup');
    const other = await open(join(folder, 'other'), 'w');
    const handles = Object.getPrototypeOf(other) as FileHandle;
    await other.close();
    const append = Reflect.get<FileHandle, 'appendFile'>(handles, 'appendFile');
    const changed = vi.spyOn(handles, 'appendFile').mockImplementation(function (
      this: FileHandle,
      chunk,
    ) {
      const bytes = Buffer.from(chunk as Buffer);
      if (bytes.length > 1000) bytes[500]! ^= 1;
      return append.call(this, bytes);
    });
    try {
      const { code, err } = await souk(shop.db.url, 'backup', file);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /^\S+changed\.backup was read back and does not hold what was written .*; check the disk and the memory of this machine, and start again\.\n$/,
        ),
      ]);
      expect((await readdir(folder)).filter((name) => name.startsWith('changed'))).toEqual([]);
      expect((await souk(shop.db.url, 'backup', file, '--no-verify')).code).toBe(0);
    } finally {
      changed.mockRestore();
    }
    expect((await souk(target.url, 'restore', file)).code).toBe(1);
  });

  it('and compared with the shop, not with itself alone', async () => {
    const file = join(folder, 'sound.backup');
    await soukJson(shop.db.url, 'backup', file);
    const written = contentOf(gunzipSync(await readFile(file)).toString());
    const read = (expected: typeof written) =>
      verifyBackup(new BackupReader(file, new SecretBox([])), file, expected);
    await read(written);
    for (const wrong of [{ rows: 7 }, { sha256: 'of other rows' }]) {
      const expected = { ...written, accounts: { ...written.accounts!, ...wrong } };
      await expect(read(expected)).rejects.toThrow('other rows of the table accounts');
    }
  });
});

it('a backup that is ended in the middle leaves neither a file nor a connection', async () => {
  await insertEntries(shop.db, accountId, { count: MANY_ENTRIES });
  let pieces = 0;
  const pace = () => (++pieces > 5 ? Promise.reject(new Error('ended')) : Promise.resolve());
  // As at night, and as a command: without a limit of time.
  const write = onOwnConnection(shop.db.url, (database) =>
    shop.service(BackupService).on(database).write(join(folder, 'ended.backup'), { pace }),
  );
  await expect(write).rejects.toThrow('ended');
  expect((await readdir(folder)).filter((name) => name.startsWith('ended'))).toEqual([]);
  const copying = () =>
    shop.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY %'`,
    );
  await until(async () => (await copying()).length === 0);
});

it('the backup of an inconsistent ledger is written, and says that it cannot be restored', async () => {
  const [file, restored] = [join(folder, 'inconsistent.backup'), await createTestDatabase()];
  await soukJson(target.url, 'restore', join(folder, 'sound.backup'), '--nothing-sold-since');
  const { account_id: account } = (
    await target.query<{ account_id: number }>('SELECT account_id FROM ledger_entries LIMIT 1')
  )[0]!;
  expect((await souk(target.url, 'backup', join(folder, 'restored.backup'))).code).toBe(0);
  await target.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
  await target.query('UPDATE ledger_entries SET amount = amount + 1 WHERE sequence = 10');
  const { code, out, err } = await souk(target.url, 'backup', file);
  expect([code, err]).toEqual([
    1,
    `${file} holds an inconsistent shop, which "souk restore" refuses: ledger entry 10 of account ${account} does not follow the one before it; keep it beside your last good backup, and see "souk doctor".\n`,
  ]);
  expect(out).toContain('holds the whole shop');
  expect((await souk(restored.url, 'restore', file)).err).toContain('ledger entry 10 of account');
  await restored.drop();
});

it('a database that a newer release has migrated is not backed up', async () => {
  await shop.db.query(
    `INSERT INTO schema_migrations ("timestamp", name) VALUES (1795200000999, 'Later1795200000999')`,
  );
  const { code, err } = await souk(shop.db.url, 'backup', join(folder, 'later.backup'));
  expect([code, err]).toEqual([
    1,
    'The database was migrated by a newer Souk (Later1795200000999), so nobody could restore this backup; make it with that release.\n',
  ]);
});
