import { newSecretKey } from '../../src/common/secret-box.js';
import { operatorBrowser } from '../support/console-operator.js';
import { MailReceiver } from '../support/mail-receiver.js';
import type { ShownPage, TestBrowser, Typed } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { changesBy, newestEntry } from './changes-by.js';

let shop: TestShop;
let ada: TestBrowser;
let manager: TestBrowser;
let viewer: TestBrowser;
let mails: MailReceiver;
let began: string;

beforeAll(async () => {
  // A shop of its own: nobody is notified, and there is no mail server, before a case sets them.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'owner', 'ada');
  manager = await operatorBrowser(shop, 'manager');
  viewer = await operatorBrowser(shop, 'viewer');
  mails = await MailReceiver.start();
});
afterAll(async () => {
  await shop.close();
  await mails.close();
});
beforeEach(async () => {
  await shop.db.query('DELETE FROM notification_recipients');
  began = await newestEntry(shop);
});

const LIST = '/console/shop/notifications';

async function add(name: string, typed: Typed = {}): Promise<ShownPage> {
  const list = await manager.open(LIST);
  const address = `${name}@shop.example`;
  return manager.send(list, 'notifications', { name, kind: 'email', address, ...typed });
}

const sent = async (browser: TestBrowser, path: string, fields: Record<string, string> = {}) =>
  (await browser.post(`/console/shop/${path}`, new URLSearchParams(fields))).status;

const ticked = ({ root }: ShownPage) =>
  root.querySelectorAll('[name="topics"][checked]').map((box) => box.getAttribute('value'));

describe('a recipient', () => {
  it('is added, changed by one of two, and removed', async () => {
    const topics = ['order.waiting', 'stock.low'];
    const page = await manager.go(await add('ops', { topics, overdue_minutes: '15' }), 'ops');
    expect(ticked(page)).toEqual(topics);
    const late = await manager.open(page.path);
    const saved = await manager.send(page, 'change', { topics: ['account.halted'] });
    expect([saved.text.includes('The change is saved.'), ticked(saved)]).toEqual([
      ...[true, ['account.halted']],
    ]);
    const refused = await manager.send(late, 'change', { topics: [] });
    expect([refused.status, ticked(refused)]).toEqual([412, ['account.halted']]);
    const changes = await changesBy(shop, 'manager', 'notify set', began);
    expect(changes).toMatchObject([
      { before: null, after: { topics, overdue_minutes: 15 } },
      { before: { topics }, after: { topics: ['account.halted'] } },
    ]);
    const list = await manager.send(saved, 'remove');
    expect(list.text).toMatch(/No notifications are sent there any more.*Nobody is notified/);
    expect((await manager.open(page.path)).status).toBe(404);
    expect(await changesBy(shop, 'manager', 'notify remove', began)).toMatchObject([
      { before: { name: 'ops' } },
    ]);
  });

  it('of a webhook has a secret that is shown once', async () => {
    const made = await add('hook', { kind: 'webhook', address: 'https://a.example/?<b>' });
    const [secret = ''] = /whsec_\S+/.exec(made.text) ?? [];
    expect(secret).not.toBe('');
    expect(made.root.querySelector('[data-copied]')).not.toBeNull();
    for (const path of [LIST, `${LIST}/hook`]) {
      const { answer } = await manager.open(path);
      expect(answer.text).not.toMatch(/whsec_|<b>/);
    }
    expect(JSON.stringify(await changesBy(shop, 'manager', 'notify set', began))).not.toContain(
      'whsec_',
    );
  });

  it.each([
    { name: 'Wrong' },
    { address: '"><b>' },
    { topics: ['stock.low', 'order.x'] },
    { overdue_minutes: 'x' },
  ])('is refused with %j, and the form keeps it', async (wrong: Typed) => {
    const refused = await add('wrong', { topics: ['stock.low'], ...wrong });
    expect([refused.status, ticked(refused)]).toEqual([422, ['stock.low']]);
    expect(refused.answer.text).not.toContain('<b>');
    expect((await manager.open(`${LIST}/wrong`)).status).toBe(404);
  });

  it('is unknown to those who may not read it, and unchanged by others', async () => {
    await add('kept');
    expect((await viewer.open(LIST)).status).toBe(403);
    for (const path of ['', '/kept/change', '/kept/test', '/kept/remove']) {
      expect([path, await sent(viewer, `notifications${path}`)]).toEqual([path, 403]);
    }
    expect((await manager.open(`${LIST}/kept`)).status).toBe(200);
  });
});

describe('the mail server', () => {
  it('is set by owners, and sends a test', async () => {
    const silent = await add('tested');
    expect(silent.text).toMatch(/No e-mail can be sent until.*Nothing is sent until it is chosen/);
    expect(silent.text).not.toContain('Notifications will be sent');
    expect((await manager.open(LIST)).text).toContain('No e-mail can be sent until');
    const untried = await manager.go(silent, 'Choose it');
    expect((await manager.go(untried, 'To the mail server')).path).toMatch(/mail-server$/);
    const failed = await manager.send(untried, 'test');
    expect([failed.status, failed.text]).toEqual([
      409,
      expect.stringMatching(/There is no mail server, so no test was sent\. An owner/),
    ]);
    const page = await ada.open('/console/shop/mail-server');
    const typed = {
      ...{ host: '127.0.0.1', port: String(mails.port), security: 'none' },
      ...{ from: 'souk@shop.example', password: 'a <secret>' },
    };
    const set = await ada.send(page, 'mail-server', { ...typed, username: 'souk' });
    expect(set.text).toMatch(/The mail server is set.*Password is set ?yes/);
    expect(set.answer.text).not.toMatch(/a (<|&lt;)secret/);
    // The form that was shown while there was none.
    expect((await ada.send(page, 'mail-server', typed)).status).toBe(412);
    const plain = await ada.send(set, 'mail-server', { username: '' });
    expect(plain.text).toMatch(/Password is set ?no/);
    expect(
      JSON.stringify(await changesBy(shop, 'ada', 'notify mail-server set', began)),
    ).not.toContain('secret');

    const topics = ['stock.low'];
    expect((await add('told', { topics })).text).toContain('Notifications will be sent.');
    const tested = await manager.send(untried, 'test');
    expect(tested.text).toContain('The test has arrived.');
    await mails.arrived('tested@shop.example', 1);

    const wrong = await ada.send(plain, 'mail-server', { port: 'x', host: 'kept.example' });
    expect([wrong.status, wrong.answer.text.includes('kept.example')]).toEqual([422, true]);
    const removed = await ada.send(plain, 'remove');
    expect(removed.text).toContain('e-mail is sent no more');
    expect(await changesBy(shop, 'ada', 'notify mail-server remove', began)).toHaveLength(1);
  });

  it('is only seen by managers', async () => {
    const page = await manager.open('/console/shop/mail-server');
    expect([page.status, page.root.querySelectorAll('main form')]).toEqual([200, []]);
    for (const path of ['mail-server', 'mail-server/remove']) {
      expect([path, await sent(manager, path)]).toEqual([path, 403]);
    }
    expect((await viewer.open('/console/shop/mail-server')).status).toBe(403);
  });
});
