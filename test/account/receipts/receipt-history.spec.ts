import { ReceiptsTask } from '../../../src/account/receipts/receipts.task.js';
import { API, place } from '../../support/book-pages.js';
import { forgeEvents } from '../../support/account-events.js';
import { souk } from '../../support/command-line.js';
import { publicKeys, verified, type PublicKeys, type Signed } from '../../support/receipts.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeEach(async () => {
  // A shop of its own: each case changes its history or its key.
  shop = await startTestShop({ SECRET_KEYS: Buffer.alloc(32, 4).toString('base64') });
  account = await shop.account({ balance: '9' });
  await place(account, await shop.product({ price: '1', fields: ['playerId'] }));
});
afterEach(() => shop.close());

const checkpoint = async (): Promise<Signed> =>
  ((await account.api(`${API}/profile?details=1`)).json as { checkpoint: Signed }).checkpoint;
const published = (key?: string): Promise<PublicKeys> =>
  publicKeys((path) => shop.request(path), key);
const textsOf = async (text: Signed): Promise<string[]> =>
  verified(text, await published(text.key));
const run = () => shop.service(ReceiptsTask).run();

/** As after a restore. */
const changeLineage = () => shop.db.query('UPDATE database_history SET id = DEFAULT');

/** As after a failover that has lost the last event and entry of the account. */
async function loseHistory(): Promise<void> {
  await forgeEvents(
    shop.db,
    `DELETE FROM account_events WHERE account_id = ${account.id}`,
    `DELETE FROM ledger_entries WHERE account_id = ${account.id} AND sequence = 2`,
  );
  await changeLineage();
}

it('a change of the lineage is a signed break before anything else is signed in the next one', async () => {
  const before = await textsOf(await checkpoint());
  expect((await published()).breaks).toEqual([]);
  await changeLineage();
  const after = await textsOf(await checkpoint());
  await run();

  const [text, ...others] = await shop.db.query<Signed>(
    'SELECT signed, signature, key FROM history_breaks',
  );
  expect(others).toEqual([]);
  const [kind, old, present, time, cause, known, first] = await textsOf(text!);
  expect([kind, old, present, cause]).toEqual(['souk break 1', before[7], after[7], '']);
  expect([known, first]).toEqual([before[6], time]);
  expect(time! <= after[6]!).toBe(true);
});

it('a server that signs nothing meanwhile notices it, and lists no checkpoint that is there', async () => {
  await checkpoint();
  await changeLineage();
  await run();
  expect(await shop.db.query('SELECT FROM history_breaks')).toHaveLength(1);
  expect(await shop.db.query('SELECT FROM lost_checkpoints')).toEqual([]);
});

it('checkpoints that are gone are listed by doctor and settle, until the owner has said why', async () => {
  const texts = await textsOf(await checkpoint());
  await loseHistory();
  // It serves the next one before it has looked for the last.
  await checkpoint();
  await run();
  const what = `account ${account.id} (event ${texts[2]}, ledger entry ${texts[4]})`;
  expect((await souk(shop, 'doctor')).out).toContain(what);
  expect((await souk(shop, 'settle')).out).toContain(`of what is lost: ${what}`);
  await run();

  const { code, err } = await souk(shop, 'receipts', 'break', '--cause', 'the disk failed');
  expect([code, err]).toEqual([0, '']);
  const rows = await shop.db.query<Signed>(
    'SELECT signed, signature, key FROM history_breaks ORDER BY id',
  );
  const causes = rows.map((row) => (JSON.parse(row.signed) as string[])[4]);
  // Settling begins another history: both breaks stand between a kept file and the present.
  expect(causes).toEqual(['the disk failed', 'the disk failed']);
  for (const row of rows) await textsOf(row);
  expect((await souk(shop, 'doctor')).out).not.toContain(what);
});

it('checkpoints of a lineage whose break was lost are explained by a later break', async () => {
  await checkpoint();
  await changeLineage();
  await checkpoint();
  await shop.db.query(`INSERT INTO lost_checkpoints VALUES ('gone', $1, 3, 4, '[]')`, [account.id]);
  const what = `account ${account.id} (event 3, ledger entry 4)`;
  expect((await souk(shop, 'doctor')).out).toContain(what);
  await souk(shop, 'receipts', 'break', '--cause', 'restored twice');
  expect((await souk(shop, 'doctor')).out).not.toContain(what);
});

it('a cause that was given stays when a later break is explained', async () => {
  for (const cause of ['the disk failed', 'restored by mistake']) {
    await checkpoint();
    await changeLineage();
    await run();
    expect((await souk(shop, 'receipts', 'break', '--cause', cause)).code).toBe(0);
  }
  const rows = await shop.db.query<Signed>('SELECT signed FROM history_breaks ORDER BY id');
  const causes = rows.map((row) => (JSON.parse(row.signed) as string[])[4]);
  expect(causes).toEqual(['the disk failed', 'restored by mistake']);
});

it('there is nothing to explain without a break', async () => {
  const { code, err } = await souk(shop, 'receipts', 'break', '--cause', 'none');
  expect([code, err]).toEqual([1, expect.stringContaining('nothing to explain')]);
});

it('the time until which something was signed is noted at most once a minute', async () => {
  const noted = async () => {
    const [row] = await shop.db.query<{ at: Date }>('SELECT signed_at AS at FROM receipts_state');
    return row!.at.getTime();
  };
  await checkpoint();
  const first = await noted();
  await checkpoint();
  await run();
  expect(await noted()).toBe(first);
  await shop.db.query(`UPDATE receipts_state SET signed_at = signed_at - interval '2 minutes'`);
  await run();
  expect(await noted()).toBeGreaterThanOrEqual(first);
});

describe('the key', () => {
  const shown = async () => (await souk(shop, 'receipts', 'key')).out;

  it('is shown with its fingerprint, and made by the first checkpoint', async () => {
    expect(await shown()).toContain('There is no key yet');
    const { key } = await checkpoint();
    expect(await shown()).toContain(key);
  });

  it('is replaced for a reason, and signs nothing more, while what it has signed is verified', async () => {
    const before = await checkpoint();
    for (const words of [['--replace'], ['--reason', 'x'], ['--compromised']]) {
      expect((await souk(shop, 'receipts', 'key', ...words)).code).toBe(1);
    }
    const { code, err } = await souk(
      shop,
      ...['receipts', 'key', '--replace', '--reason', 'a leak', '--compromised'],
    );
    expect([code, err]).toEqual([0, '']);
    const after = await checkpoint();
    const keys = await published(after.key);
    expect(keys.keys.map(({ key, reason, until }) => [key, reason, until !== null])).toEqual([
      [before.key, 'compromised: a leak', true],
      [after.key, null, false],
    ]);
    for (const text of [before, after]) verified(text, keys);
    expect(await shown()).toContain(after.key);
    expect(
      await shop.db.query('SELECT FROM signing_keys WHERE sealed_private_key IS NOT NULL'),
    ).toHaveLength(1);
    const [entry] = await shop.db.query<Record<string, object>>(
      `SELECT details, before, after FROM audit_entries WHERE action = 'receipts key replace' AND outcome = 'done'`,
    );
    expect(entry).toMatchObject({
      details: { reason: 'a leak', compromised: true },
      before: { fingerprint: before.key },
      after: { fingerprint: after.key },
    });
  });
});
