import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { insertEntries } from '../support/book-rows.js';
import { souk, soukJson } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** More than a connection takes before PostgreSQL has answered. */
const ENTRIES = 20_000;

let shop: TestShop;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-backup-'));
  // A shop of its own: all of it is in the backup.
  shop = await startTestShop();
  // A shop of its own: a restore needs an empty database.
  target = await createTestDatabase();
});
afterAll(async () => {
  await target.drop();
  await shop.close();
  await rm(folder, { recursive: true });
});

it('the restore of an inconsistent ledger says what PostgreSQL refuses, and leaves nothing', async () => {
  const account = await shop.account();
  await insertEntries(shop.db, account.id, { count: ENTRIES, actor: 'shop' });
  const file = join(folder, 'shop.backup');
  await soukJson(shop.db.url, 'backup', file);
  const text = gunzipSync(await readFile(file)).toString();
  const forged = text.replace(/^(\d+\t10\tdeposit\t)\S+/m, '$177.00000000');
  expect(forged).not.toBe(text);
  await writeFile(file, gzipSync(forged));

  const { code, err } = await souk(target.url, 'restore', file);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^\S+ holds an inconsistent shop: PostgreSQL refuses a row of the table ledger_entries \(ledger entry 10 of account \d+ does not follow: .*\); nothing was restored, use another backup\.\n$/,
    ),
  ]);
  expect(await target.query('SELECT FROM accounts')).toEqual([]);
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
