import { newSecretKey } from '../../src/common/secret-box.js';
import { MailServers } from '../../src/notifications/mail/mail-server.service.js';
import { Recipients } from '../../src/notifications/recipients/recipients.service.js';
import { NoticeJob } from '../../src/notifications/sending/notice.job.js';
import { souk, soukWithInput } from '../support/command-line.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { verified, WebhookReceiver } from '../support/webhook-receiver.js';
import { endOwnRounds, recipient, removeRecipient, round } from './notifying.js';

const KEY = newSecretKey();

let shop: TestShop;
let mails: MailReceiver;
let hooks: WebhookReceiver;
/** Of the mail server: it refuses while this is set. */
let refusal: Error | undefined;

beforeAll(async () => {
  // A shop of its own: a setting lets webhooks have private addresses, and its mail server is a test's.
  shop = await startTestShop({ SECRET_KEYS: KEY, WEBHOOK_ALLOW_PRIVATE: 'on' });
  await endOwnRounds(shop);
  mails = await MailReceiver.start({
    authOptional: false,
    onAuth: ({ password, username }, _, done) => {
      if (password === 'right') done(null, { user: username ?? '' });
      else done(new Error('wrong password'));
    },
    onMailFrom: (_, __, done) => {
      done(refusal);
    },
  });
  hooks = await WebhookReceiver.start();
  await shop.account();
});
beforeEach(async () => {
  refusal = undefined;
  await shop.db.query('DELETE FROM notification_recipients');
  await shop.db.query('DELETE FROM notification_conditions');
  const server = { host: '127.0.0.1', port: mails.port, security: 'none' } as const;
  const access = { username: 'souk', password: 'right', sender: 'souk@shop.example' };
  await shop.service(MailServers).set({ ...server, ...access });
});
afterAll(async () => {
  await shop.close();
  await mails.close();
  await hooks.close();
});

async function command(
  words: readonly string[],
  input = '',
  target: Parameters<typeof soukWithInput>[1] = shop,
) {
  const { code, out, err } = await soukWithInput(input, target, ...words, '--json');
  return { code, err, json: JSON.parse(out === '' ? '{}' : out) as Record<string, unknown> };
}

const halt = () =>
  shop.db.query(`UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x'`);

describe('a round', () => {
  it('reaches a mail box and a webhook, whose message is signed', async () => {
    await recipient(shop, { name: 'halts', topics: ['account.halted'] });
    const address = hooks.url('/signed');
    const { secret = '' } = await recipient(shop, {
      name: 'hook',
      kind: 'webhook',
      address,
      topics: ['account.halted'],
    });
    await halt();
    await round(shop);

    const [mail] = await mails.arrived('halts@shop.example', 1);
    expect(mail?.headers.get('subject')).toBe('[Souk] 1 account has its orders halted');
    expect(mail?.text).toBe(
      '1 account has its orders halted.\n\naccount \u20681\u2069\n\nShop: https://shop.example\n',
    );
    expect(mail?.user).toBe('souk');
    const [message] = await hooks.arrived('/signed', 1);
    if (!message) throw new Error('no message');
    expect(verified(secret, message)).toMatchObject({
      type: 'account.halted',
      data: { count: 1, items: [{ id: 1 }] },
    });
    await until(async () =>
      (await shop.service(Recipients).all()).every(({ lastSentAt }) => lastSentAt !== null),
    );
  });
});

it('a mail is in the language of its recipient, else of the shop, else in English', async () => {
  await recipient(shop, { name: 'reader' });
  const sentence = async () => {
    const before = mails.received.length;
    expect((await command(['notify', 'test', 'reader'])).code).toBe(0);
    const { text = '' } = mails.received.slice(before).at(-1) ?? {};
    return text.split('\n')[0];
  };
  const inLanguage = (language: string) =>
    command(['notify', 'set', 'reader', '--language', language]);
  const english = 'A test: notifications arrive here.';
  const turkish = 'Deneme: bildirimler buraya ulaşıyor.';

  expect(await sentence()).toBe(english);
  expect((await command(['conventions', 'set', '--language', 'tr'])).code).toBe(0);
  expect(await sentence()).toBe(turkish);
  expect((await inLanguage('ar')).json).toMatchObject({ language: 'ar' });
  expect(await sentence()).toBe('اختبار: الإشعارات تصل إلى هنا.');
  // Of a folder that was removed.
  await shop.db.query("UPDATE notification_recipients SET language = 'xx'");
  expect(await sentence()).toBe(turkish);
  await shop.db.query("UPDATE shop_conventions SET language = 'yy'");
  expect(await sentence()).toBe(english);
  expect((await inLanguage('xx')).err).toMatch(/must be the tag of a language/);
  expect((await inLanguage('default')).json).toMatchObject({ language: null });
  await shop.db.query('UPDATE shop_conventions SET language = NULL');
});

describe('a message that does not arrive', () => {
  const attempt = (number: number) => ({
    recipient: 'mail',
    id: 'msg_x',
    type: 'test',
    body: JSON.stringify({ type: 'test', timestamp: '', data: {} }),
    attempt: number,
  });
  const waiting = () =>
    shop.db.query<{ attempt: number; delay: number }>(
      `SELECT (data ->> 'attempt')::integer AS attempt,
              round(extract(epoch FROM start_after - created_on))::integer AS delay
       FROM pgboss.job WHERE name = 'notification' AND data ->> 'id' = 'msg_x'
         AND state = 'created'`,
    );

  const lastErrors = async () =>
    (await shop.service(Recipients).all()).map(({ lastError }) => lastError);

  beforeEach(async () => {
    await shop.db.query("DELETE FROM pgboss.job WHERE name = 'notification'");
    await recipient(shop, { name: 'mail' });
    refusal = new Error('try again later, ops@shop.example');
  });

  it('is sent again later, and its reason is kept without addresses', async () => {
    await shop.service(NoticeJob).run(attempt(2));
    expect(await waiting()).toEqual([{ attempt: 3, delay: expect.any(Number) as number }]);
    expect((await waiting())[0]?.delay).toBeGreaterThan(250);
    expect(await lastErrors()).toEqual([expect.stringMatching(/try again later, \*\*\*/)]);
    expect(shop.logs().join('\n')).not.toContain('ops@shop.example');
  });

  it('is no failure of its recipient any more once another one has arrived', async () => {
    await shop.service(NoticeJob).run(attempt(1));
    refusal = undefined;
    await shop.service(NoticeJob).run(attempt(2));
    expect(await lastErrors()).toEqual(['']);
  });

  it('is given up after some attempts', async () => {
    await shop.service(NoticeJob).run(attempt(6));
    expect(await waiting()).toEqual([]);
  });

  it('is dropped when its recipient is gone', async () => {
    await removeRecipient(shop, 'mail');
    await shop.service(NoticeJob).run(attempt(1));
    expect(await waiting()).toEqual([]);
  });

  it('is told by a test at once', async () => {
    const { code, err } = await command(['notify', 'test', 'mail']);
    expect([code, err]).toEqual([1, expect.stringContaining('did not arrive: ')]);
    refusal = undefined;
    expect((await command(['notify', 'test', 'mail'])).json).toEqual({
      name: 'mail',
      arrived: true,
    });
  });
});

describe('a webhook at a private address', () => {
  it('is refused unless the setting allows it', async () => {
    // A mail server that the terminal has set is one of them.
    await shop.db.query('DELETE FROM private_hosts');
    const address = hooks.url('/private');
    await recipient(shop, { name: 'hook', kind: 'webhook', address });
    const environment = { DATABASE_URL: shop.db.url, SECRET_KEYS: KEY };
    const { err } = await command(['notify', 'test', 'hook'], '', environment);
    expect(err).toMatch(/127\.0\.0\.1 is not on the public internet/);
    expect((await command(['notify', 'test', 'hook'])).json).toMatchObject({ arrived: true });
  });

  it('that wants no more is not asked again', async () => {
    await recipient(shop, { name: 'hook', kind: 'webhook', address: hooks.url('/gone') });
    hooks.answers.push(410);
    expect((await command(['notify', 'test', 'hook'])).err).toMatch(/HTTP 410/);
  });
});

describe('souk notify', () => {
  it('sets, lists and removes recipients; a secret is shown once', async () => {
    const set = ['notify', 'set', 'ops', '--webhook', hooks.url('/ops')];
    const { json } = await command([...set, '--topics', 'stock.low,account.halted']);
    expect(json).toMatchObject({ name: 'ops', topics: ['stock.low', 'account.halted'] });
    expect(json.secret).toMatch(/^whsec_/);
    const changed = await command(['notify', 'set', 'ops', '--overdue-minutes', '5']);
    expect(changed.json).toMatchObject({
      overdue_minutes: 5,
      topics: ['stock.low', 'account.halted'],
    });
    expect(changed.json.secret).toBeUndefined();
    expect(Object.values((await command(['notify', 'list'])).json)).toHaveLength(1);
    expect((await command(['notify', 'remove', 'ops'])).json).toMatchObject({ name: 'ops' });
    expect((await command(['notify', 'remove', 'ops'])).err).toMatch(/no recipient ops/);
  });

  it.each([
    [['ops'], /Say --webhook or --email/],
    [['ops', '--email', 'a@b', '--webhook', 'https://a.example'], /not both/],
    [['ops', '--email', 'a@b\r\nBcc: c@d'], /an e-mail address such as/],
    [['ops', '--webhook', 'ftp://a.example'], /an address that begins with/],
    [['Ops', '--email', 'a@b'], /a name of at most 40/],
    [['ops', '--email', 'a@b', '--topics', 'order.x'], /is none/],
  ])('refuses set %j', async (words, why) => {
    const { code, err } = await command(['notify', 'set', ...words]);
    expect([code === 0, err]).toEqual([false, expect.stringMatching(why)]);
    expect(await shop.service(Recipients).all()).toEqual([]);
  });

  it('keeps the kind of a recipient', async () => {
    await recipient(shop, { name: 'mail' });
    const { err } = await command(['notify', 'set', 'mail', '--webhook', hooks.url('/x')]);
    expect(err).toMatch(/is reached by email/);
  });
});

describe('the mail server', () => {
  it('never shows its password, and does not hand it on to another host', async () => {
    const shown = (await command(['notify', 'mail-server', 'show'])).json;
    expect(shown).toMatchObject({ host: '127.0.0.1', username: 'souk', has_password: true });
    expect(JSON.stringify(shown)).not.toContain('right');
    const set = ['notify', 'mail-server', 'set'];
    expect((await command([...set, '--from', 'a@b.example'])).json.has_password).toBe(true);
    expect((await command([...set, '--host', 'localhost'])).json.has_password).toBe(false);
    const back = [...set, '--host', '127.0.0.1', '--password-stdin'];
    expect((await command(back, 'right\n')).json.has_password).toBe(true);
  });

  it('and the secrets of webhooks are covered by a rotation of keys', async () => {
    await recipient(shop, { name: 'hook', kind: 'webhook', address: hooks.url('/rotated') });
    const next = newSecretKey();
    const rotated = await souk(
      { DATABASE_URL: shop.db.url, SECRET_KEYS: `${next},${KEY}` },
      ...['codes', 'rotate', '--json'],
    );
    expect(JSON.parse(rotated.out)).toMatchObject({ notification_recipients: 1, mail_server: 1 });
    const environment = { DATABASE_URL: shop.db.url, WEBHOOK_ALLOW_PRIVATE: 'on' };
    const test = (keys: string) =>
      souk({ ...environment, SECRET_KEYS: keys }, 'notify', 'test', 'hook');
    expect((await test(KEY)).err).toMatch(/SECRET_KEYS does not hold/);
    expect(await test(next)).toMatchObject({ code: 0 });
    await souk(
      { DATABASE_URL: shop.db.url, SECRET_KEYS: `${KEY},${next}` },
      ...['codes', 'rotate'],
    );
  });

  it('that is not there is told', async () => {
    await recipient(shop, { name: 'mail' });
    await command(['notify', 'mail-server', 'remove']);
    expect((await command(['notify', 'test', 'mail'])).err).toMatch(/There is no mail server/);
    expect((await command(['notify', 'mail-server', 'set', '--port', '25'])).err).toMatch(
      /type the mail server and the address of the sender/,
    );
  });
});
