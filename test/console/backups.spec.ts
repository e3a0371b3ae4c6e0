import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newSecretKey } from '../../src/common/secret-box.js';
import { NightlyTask } from '../../src/upkeep/nightly/nightly-task.js';
import { auditEntries } from '../support/audit-rows.js';
import { operatorBrowser, PASSWORD } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const PAGE = '/console/shop/upkeep';
const KEY = newSecretKey();

let folder: string;
let shop: TestShop;
let owner: TestBrowser;
/** The page before the first backup. */
let unmade: ShownPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-backups-'));
  // A shop of its own: all of it is in the backup.
  shop = await startTestShop({ BACKUP_DIR: folder, SECRET_KEYS: KEY });
  await shop.service(NightlyTask).beforeApplicationShutdown();
  // Its night has not come, and no trial restore follows.
  await shop.db.query('UPDATE nightly_backup SET ended_at = now(), restored_at = now()');
  owner = await operatorBrowser(shop, 'owner');
  unmade = await owner.open(PAGE);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Files are named by their second. */
const LATER = `SELECT FROM nightly_backup WHERE good_at IS NULL OR good_at < now() - interval '1 second'`;
async function backUp() {
  await until(async () => (await shop.db.query(LATER)).length > 0);
  return owner.send(await owner.open(PAGE), 'upkeep/backups');
}

/** The bytes of the answer to a form. */
async function bytesOf(path: string, fields: Record<string, string>): Promise<Buffer> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'Sec-Fetch-Site': 'same-origin' };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = request(shop.baseUrl + path, { method: 'POST', headers: { ...headers, ...type } });
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      buffer(response).then(resolve, reject);
    });
    sent.end(new URLSearchParams(fields).toString());
  });
}

it('a backup is made by a button, as each night, and the page tells of it', async () => {
  expect(unmade.text).toContain('The first one is made tonight');
  expect(unmade.answer.text).not.toContain('backups/download');
  const made = await backUp();
  expect([made.status, made.text]).toEqual([
    200,
    expect.stringMatching(/The backup is made\..*The nightly backup works.*Last good one/),
  ]);
  const names = await readdir(folder);
  expect(made.text).toContain(names.sort().at(-1));
  expect(
    (await auditEntries(shop)).filter(({ action }) => action === 'backups make'),
  ).toContainEqual(
    expect.objectContaining({
      outcome: 'done',
      after: { file: expect.stringContaining(folder) as unknown },
    }),
  );
});

it('what fails is told, and noted as at night', async () => {
  await shop.db.query(`UPDATE nightly_backup SET good_bytes = 1::bigint << 62`);
  const refused = await backUp();
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringMatching(/No backup was made that can be restored: only \d+ MiB are free/),
  ]);
  expect(refused.text).toContain('The nightly backup does not work');
  await shop.db.query('UPDATE nightly_backup SET good_bytes = 1');
  expect((await backUp()).text).toContain('The nightly backup works');
});

it('the file is downloaded for the password, and apart from it the key is shown', async () => {
  await backUp();
  const page = await owner.open(PAGE);
  for (const ending of ['backups/download', 'backups/key']) {
    const refused = await owner.send(page, ending, { present: 'not my password' });
    // At the form itself, and nowhere else.
    const faults = refused.root.querySelectorAll('.fault').map(({ text }) => text);
    expect([refused.status, faults]).toEqual([401, ['Wrong password.']]);
    expect(refused.form(ending).querySelectorAll('.fault')).toHaveLength(1);
    expect(refused.root.querySelectorAll('#fault')).toHaveLength(1);
    expect(refused.answer.text).not.toContain(KEY);
  }
  const shown = await owner.send(page, 'backups/key', { present: PASSWORD });
  expect(shown.root.querySelector('.secret code')?.text).toBe(KEY);
  expect(shown.text).toContain('It is shown again only for your password.');
  expect(shown.answer.headers['cache-control']).toBe('no-store');
  expect((await owner.open(`${PAGE}/backups/key`)).answer.text).not.toContain(KEY);

  const form = page.form('backups/download').getAttribute('action') ?? '';
  const { pathname } = new URL(form, shop.baseUrl + PAGE);
  const name = (await readdir(folder)).sort().at(-1) ?? '';
  expect(await bytesOf(pathname, { present: PASSWORD })).toEqual(
    await readFile(join(folder, name)),
  );
  const { status, headers } = await owner.ask(pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ present: PASSWORD }).toString(),
  });
  expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="${name}"`]);

  const asked = (await auditEntries(shop)).filter(
    ({ action, outcome }) => /^backups (?:download|key)$/.test(action) && outcome === 'done',
  );
  expect(asked.map(({ action, after }) => [action, after])).toEqual([
    ['backups key', { file: join(folder, name) }],
    ['backups download', { file: join(folder, name) }],
    ['backups download', { file: join(folder, name) }],
  ]);
});

it('no file is read but a backup of the shop, whatever the database names', async () => {
  await backUp();
  const other = join(folder, 'notes.txt');
  for (const file of ['/etc/passwd', other, join(folder, '..', 'x.backup')]) {
    await shop.db.query('UPDATE nightly_backup SET good_file = $1', [file]);
    const refused = await owner.send(await owner.open(PAGE), 'backups/download', {
      present: PASSWORD,
    });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('is not on this server'),
    ]);
  }
});

it('are of owners alone, and where there is no folder, the page says what to do', async () => {
  const manager = await operatorBrowser(shop, 'manager');
  expect((await manager.open(PAGE)).text).not.toContain('Nightly backups');
  for (const ending of ['', '/download', '/key']) {
    const { status } = await manager.post(`${PAGE}/backups${ending}`, new URLSearchParams());
    expect([ending, status]).toEqual([ending, 403]);
  }
  const without = await workerShop();
  const ada = await operatorBrowser(without, 'owner', fresh('ada'));
  const page = await ada.open(PAGE);
  expect(page.text).toMatch(/The shop is not backed up.*sets BACKUP_DIR to a folder/);
  expect(page.text).not.toContain('Back up now');
  const program = await TestOperator.of(without, 'owner', { name: fresh('program') });
  expect((await program.ask('POST backups')).status).toBe(409);
});
