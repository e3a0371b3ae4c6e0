import { newSecretKey } from '../../src/common/secret-box.js';
import { addOperator, operatorBrowser, signIn } from '../support/console-operator.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

let shop: TestShop;
let owner: TestBrowser;
let viewer: TestBrowser;
let account: TestAccount;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A shop of its own: it is closed, its accounts are halted, and webhooks may go to this machine by a setting.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
  owner = await operatorBrowser(shop, 'owner', 'ada');
  viewer = await operatorBrowser(shop, 'viewer');
  account = await shop.account({ balance: '10' });
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

const audited = (action: string) =>
  shop.db.query<{ before: unknown; after: unknown }>(
    `SELECT before, after FROM audit_entries
     WHERE action = $1 AND actor = 'operator:ada' AND outcome = 'done' ORDER BY id`,
    [action],
  );

describe('maintenance', () => {
  it('closes new orders, and opens them again', async () => {
    const page = await owner.go(await owner.open('/console'), 'Shop');
    expect(page.text).toContain('State The shop is open');
    const closed = await owner.send(page, 'maintenance', { closed: 'orders' });
    expect(closed.text).toContain('This holds on all servers');
    expect(closed.text).toContain('State Closed to new orders');
    const orders = await owner.open('/console/orders');
    expect(orders.text).toContain('The shop is closed to new orders. Open it again');
    expect(closed.text).not.toContain('Open it again');
    const seen = (await viewer.open('/console')).text;
    expect([seen.includes('closed to new orders'), seen.includes('Open it again')]).toEqual([
      true,
      false,
    ]);
    const order = await account.api(
      '/client/api/newOrder/1/params?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
    );
    expect(order.json).toMatchObject({ code: 130 });
    const open = await owner.send(orders, 'maintenance', {});
    expect([open.path, open.text]).toEqual([
      '/console/shop?done=maintenance',
      expect.stringMatching(/This holds on all servers.*State The shop is open/),
    ]);
    const [on, off] = [await audited('maintenance on'), await audited('maintenance off')];
    expect(on.at(-1)).toMatchObject({ before: { closed: 'nothing' }, after: { closed: 'orders' } });
    expect(off.at(-1)).toMatchObject({ before: { closed: 'orders' } });
    expect((await owner.send(page, 'maintenance', { closed: 'all' })).status).toBe(422);
  });

  it('closes the whole API after a question only', async () => {
    const page = await owner.open('/console/shop');
    const asked = await owner.send(page, 'maintenance', { closed: 'everything' });
    expect(asked.text).toMatch(/Close the whole API.*Many programs take that for a lost order/);
    expect((await owner.open('/console/shop')).text).toContain('State The shop is open');
    const closed = await owner.send(asked, 'maintenance');
    expect(closed.text).toContain('State Closed entirely');
    await owner.send(closed, 'maintenance', { closed: 'nothing' });
  });

  it('is read by all, and switched by those who may', async () => {
    const page = await viewer.open('/console/shop');
    expect([page.status, page.root.querySelectorAll('main form')]).toEqual([200, []]);
    const fields = new URLSearchParams({ closed: 'everything' });
    expect((await viewer.post('/console/shop/maintenance', fields)).status).toBe(403);
  });
});

describe('the examination', () => {
  const halt = (reason: string | null) =>
    shop.db.query(
      `UPDATE accounts SET orders_halted_reason = $1,
         orders_halted_at = CASE WHEN $1::text IS NOT NULL THEN now() END WHERE id = $2`,
      [reason, account.id],
    );
  const rowsOf = ({ root }: ShownPage) =>
    root.querySelectorAll('main tbody tr').map((row) => ({
      check: row.querySelector('[title]')?.getAttribute('title'),
      topic: row.querySelector('[title]')?.text,
      verdict: row.querySelector('.badge')?.text,
      isFolded: row.closest('details') !== null,
    }));

  it('begins with counts, and lists what is broken, then what is to be looked at, and folds what is fine', async () => {
    // A balance without its entries is broken, and an account whose orders are stopped is to be looked at.
    await shop.db.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [account.id]);
    await halt('<b>');
    const page = await owner.go(await owner.open('/console/shop'), 'Examine now');
    await shop.db.query('UPDATE accounts SET balance = balance - 1 WHERE id = $1', [account.id]);
    await halt(null);
    expect(page.answer.text).not.toContain('<b>');
    const rows = rowsOf(page);
    const verdicts = rows.map(({ verdict }) => verdict);
    const [broken, open, fine] = ['broken', 'look at it', 'fine'].map(
      (verdict) => verdicts.filter((one) => one === verdict).length,
    );
    expect(page.root.querySelector('main .notice')?.text).toBe(
      `${open} to be looked at, ${broken} broken, ${fine} fine.`,
    );
    expect(page.root.querySelector('main summary')?.text).toBe(`Fine: ${fine}`);
    const order = [
      ...Array<string>(broken!).fill('broken'),
      ...Array<string>(open!).fill('look at it'),
    ];
    expect(verdicts).toEqual([...order, ...Array<string>(fine!).fill('fine')]);
    expect(rows).toContainEqual({
      check: 'balances',
      topic: 'Balances and their entries',
      verdict: 'broken',
      isFolded: false,
    });
    expect(rows).toContainEqual({
      check: 'stopped orders',
      topic: 'Accounts whose orders are stopped',
      verdict: 'look at it',
      isFolded: false,
    });
    expect(rows.map(({ isFolded }) => isFolded)).toEqual(
      verdicts.map((verdict) => verdict === 'fine'),
    );
    expect((await viewer.open('/console/shop/doctor')).status).toBe(403);
  });

  it('names each check by a topic of its own, and has findings as English from left to right', async () => {
    const page = await owner.open('/console/shop/doctor');
    const rows = rowsOf(page);
    // One that no language knows has its name on the command line.
    expect(rows.filter(({ check, topic }) => !topic || topic === check)).toEqual([]);
    expect(new Set(rows.map(({ topic }) => topic)).size).toBe(rows.length);
    const extensions = rows.filter(({ check }) => check === 'extensions');
    expect(extensions.map(({ topic }) => topic).sort()).toEqual([
      'Extensions: failures within a day',
      'Loaded extensions',
    ]);
    expect(page.root.querySelectorAll('bdi[lang=en][dir=ltr]')).toHaveLength(rows.length);
  });

  it('tells failures of extensions from those that are not loaded', async () => {
    await shop.db.query(
      `INSERT INTO extension_faults (extension, port, faults, first_at, last_at, fault)
       VALUES ('acme', 'policy', 1, now(), now(), 'it threw')`,
    );
    const rows = rowsOf(await owner.open('/console/shop/doctor'));
    await shop.db.query('DELETE FROM extension_faults');
    expect(rows.filter(({ check }) => check === 'extensions')).toMatchObject([
      { topic: 'Extensions: failures within a day', verdict: 'look at it' },
      { topic: 'Loaded extensions', verdict: 'fine' },
    ]);
  });
});

describe('the webhook of an account', () => {
  it('is set with a secret that is shown once, tested, changed and switched off', async () => {
    const path = `shop/webhooks/${account.id}`;
    const empty = await owner.open(`/console/${path}`);
    expect(empty.text).toContain('The account has no webhook.');
    const url = receiver.url('/told');
    const wrong = await owner.send(empty, path, { url: 'ftp://<b>', balance_low: '5' });
    expect([wrong.status, wrong.answer.text]).toEqual([422, expect.stringContaining('value="5"')]);

    const made = await owner.send(empty, path, { url, balance_low: '5' });
    const secret = made.root.querySelector('.secret code')?.text ?? '';
    expect(secret).toMatch(/^whsec_/);
    const page = await owner.go(made, 'I have kept it');
    expect(page.answer.text).not.toContain(secret);
    expect(page.text).toContain('5.00 USD');
    expect((await owner.send(page, 'test')).text).toContain('A ping has arrived.');
    const rotated = await owner.send(page, 'rotate-secret');
    expect(rotated.root.querySelector('.secret code')?.text).toMatch(/^whsec_/);
    const changed = await owner.send(page, path, { balance_low: '' });
    expect(changed.text).toMatch(/The webhook is set\. .*\(USD\) never/);

    expect(await audited('webhook set')).toMatchObject([
      { before: null, after: { url, balance_low: '5' } },
      { before: { balance_low: '5' }, after: { balance_low: null } },
    ]);
    expect(JSON.stringify(await shop.db.query('SELECT * FROM audit_entries'))).not.toContain(
      secret,
    );
    expect((await owner.send(page, 'off')).text).toContain('The account is told no more.');
    expect((await owner.send(page, 'test')).status).toBe(404);
    expect((await owner.open('/console/shop/webhooks/999')).status).toBe(404);
  });

  it('has its messages that have not arrived listed, and those held back released', async () => {
    await shop.db.query(
      `INSERT INTO webhook_failures (message_id, account_id, event_type, attempts, reason)
       VALUES ('msg_1', $1, 'order.accepted', 3, 'it answered <i>')`,
      [account.id],
    );
    const list = await owner.go(
      await owner.open('/console/shop'),
      'Messages that have not arrived, and settings',
    );
    expect(list.text).toMatch(/order\.accepted it answered <i> 3 .* given up/);
    expect(list.answer.text).not.toContain('<i>');
    const one = await owner.send(list, 'shop/webhooks', { account_id: String(account.id) });
    expect((await owner.go(one, 'Settings')).path).toBe(`/console/shop/webhooks/${account.id}`);
    expect((await owner.send(list, 'shop/webhooks', { account_id: 'x' })).status).toBe(422);

    const released = await owner.send(list, 'release');
    expect(released.text).toContain('Messages that are sent now: 0.');
    expect((await owner.send(list, 'release', { drop: 'on' })).text).toContain('deleted: 0.');
    expect(await audited('webhook release')).toHaveLength(2);
  });

  it('is seen by all, and changed by those who may', async () => {
    const path = `/console/shop/webhooks/${account.id}`;
    const page = await viewer.open(path);
    expect([page.status, page.root.querySelectorAll('main form')]).toEqual([200, []]);
    for (const ending of ['', '/test', '/rotate-secret', '/off']) {
      expect((await viewer.post(path + ending, new URLSearchParams())).status).toBe(403);
    }
    const release = '/console/shop/webhook-messages/release';
    expect((await viewer.post(release, new URLSearchParams())).status).toBe(403);
  });
});

describe('the conventions of the shop', () => {
  const languageOf = async (browser: TestBrowser) =>
    (await browser.open('/console')).root.querySelector('html')?.getAttribute('lang');
  const withLanguage = (name: string) => {
    const browser = new TestBrowser(shop.baseUrl, { 'Accept-Language': 'ar' });
    const signedIn = signIn(shop, name, browser);
    return signedIn.then(() => browser);
  };

  afterEach(() =>
    shop.db.query(
      `UPDATE shop_conventions SET language = NULL, time_zone = 'UTC', week_start = 1,
                                   money_decimals = 4`,
    ),
  );

  it('are set on its page, and hold for who has chosen none', async () => {
    const page = await owner.open('/console/shop');
    const given = { language: 'de', time_zone: 'Asia/Tokyo', week_start: '7', money_decimals: '2' };
    const saved = await owner.send(page, 'shop/conventions', given);
    expect([saved.status, saved.path]).toEqual([
      200,
      expect.stringContaining('/console/shop?done=conventions'),
    ]);
    expect(saved.root.querySelector('html')?.getAttribute('lang')).toBe('de');
    expect((await audited('conventions set')).at(-1)).toEqual({
      before: { language: null, time_zone: 'UTC', week_start: 1, money_decimals: 4 },
      after: { ...given, week_start: 7, money_decimals: 2 },
    });
    await addOperator(shop, 'kim', 'viewer');
    const kim = await withLanguage('kim');
    expect(await languageOf(kim)).toBe('de');
    // Of a browser that somebody has chosen it in.
    await kim.post('/console/preferences', new URLSearchParams({ language: 'tr' }));
    expect(await languageOf(kim)).toBe('tr');
    const { text } = (await viewer.open('/console/shop')).answer;
    expect(text).not.toContain('shop/conventions');
  });

  it('are compared with what was shown, and go with all of it', async () => {
    const page = await owner.open('/console/shop');
    await shop.db.query("UPDATE shop_conventions SET time_zone = 'Etc/GMT+3'");
    expect((await owner.send(page, 'shop/conventions', { language: '' })).status).toBe(412);
    const fresh = await owner.open('/console/shop');
    await owner.send(fresh, 'shop/conventions', { language: '' });
    expect(await shop.db.query('SELECT language, time_zone FROM shop_conventions')).toEqual([
      { language: null, time_zone: 'Etc/GMT+3' },
    ]);
  });
});
