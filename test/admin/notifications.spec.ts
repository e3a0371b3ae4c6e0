import { newSecretKey } from '../../src/common/secret-box.js';
import { PrivateHosts } from '../../src/outgoing/private-hosts.service.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestOperator;
let manager: TestOperator;
let mails: MailReceiver;

const SERVER = { host: '127.0.0.1', security: 'none', from: 'souk@shop.example' };

beforeAll(async () => {
  // A shop of its own: its mail server is one for all, and its recipients hear of the orders of all.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'off' });
  owner = await TestOperator.of(shop, 'owner');
  manager = await TestOperator.of(shop, 'manager');
  mails = await MailReceiver.start();
  const hosts = shop.service(PrivateHosts);
  const allowed = [25, mails.port].map((port) => ({ host: SERVER.host, port }));
  for (const one of [...allowed, { host: 'localhost', port: mails.port }]) await hosts.add(one);
});
afterAll(async () => {
  await shop.close();
  await mails.close();
});

const mail = (name: string) => ({
  name,
  kind: 'email',
  address: `${name}@shop.example`,
  topics: ['order.waiting'],
});

describe('recipients', () => {
  it('are made, read, changed and removed', async () => {
    const body = { ...mail('ops'), overdue_minutes: 15, language: 'de' };
    const { secret, ...made } = await manager.get('POST notifications', { body });
    expect([made, secret]).toEqual([{ ...body, created_at: expect.any(String) as string }, null]);

    const { headers, json } = await manager.ask('GET notifications/ops');
    expect(json).toEqual(made);
    const change = { body: { topics: [] }, match: String(headers.etag) };
    expect(await manager.get('PATCH notifications/ops', change)).toEqual({ ...made, topics: [] });
    expect((await manager.ask('PATCH notifications/ops', change)).status).toBe(412);
    expect((await manager.ask('PATCH notifications/ops', { body: {}, match: '*' })).status).toBe(
      422,
    );
    const { items } = await manager.get<{ items: { name: string }[] }>('GET notifications');
    expect(items.filter(({ name }) => name === 'ops')).toEqual([
      { ...made, topics: [], last_sent_at: null, last_error: '' },
    ]);
    await manager.get('DELETE notifications/ops');
    expect((await manager.ask('GET notifications/ops')).status).toBe(404);
  });

  it('of a webhook get a secret that is shown once', async () => {
    const body = { name: 'hook', kind: 'webhook', address: 'https://a.example', topics: [] };
    const { secret } = await manager.get<{ secret: string }>('POST notifications', { body });
    expect(secret).toMatch(/^whsec_/);
    for (const route of ['GET notifications', 'GET notifications/hook']) {
      expect((await manager.ask(route)).text).not.toMatch(/whsec_|secret/);
    }
    expect((await manager.ask('POST notifications', { body })).status).toBe(409);
  });

  it('are listed in pages', async () => {
    for (const name of ['p1', 'p2', 'p3']) {
      await manager.get('POST notifications', { body: mail(name) });
    }
    interface Page {
      readonly items: { name: string }[];
      readonly next: string | null;
    }
    const names: string[] = [];
    let page = await manager.get<Page>('GET notifications?limit=1');
    for (; page.next !== null;) {
      names.push(...page.items.map(({ name }) => name));
      page = await manager.get<Page>(`GET notifications?limit=1&cursor=${page.next}`);
    }
    names.push(...page.items.map(({ name }) => name));
    expect(names.filter((name) => name.startsWith('p'))).toEqual(['p1', 'p2', 'p3']);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each([
    { name: 'Ops' },
    { name: '' },
    { kind: 'fax' },
    { address: 'x' },
    { address: 'a@b\r\nBcc: c@d' },
    { address: 'a@b\u0000' },
    { topics: ['order.x'] },
    { topics: ['stock.low', 'stock.low'] },
    { topics: 'stock.low' },
    { overdue_minutes: 0 },
    { overdue_minutes: 1.5 },
  ])('are refused with %j', async (wrong) => {
    const body = { ...mail('wrong'), ...wrong };
    expect((await manager.ask('POST notifications', { body })).status).toBe(422);
    expect((await manager.ask('GET notifications/wrong')).status).toBe(404);
  });
});

describe('the mail server', () => {
  it('is set by owners, with a tag, and its password stays where it is', async () => {
    expect((await owner.ask('GET mail-server')).status).toBe(404);
    const body = { ...SERVER, port: mails.port, username: 'souk', password: 'PASSWORD' };
    expect((await owner.ask('PUT mail-server', { body })).status).toBe(428);
    expect((await owner.ask('PUT mail-server', { body, match: '"x"' })).status).toBe(412);
    const set = await owner.get('PUT mail-server', { body, match: '*' });
    const { password, ...shown } = body;
    expect(set).toEqual({ ...shown, has_password: true });

    const { headers, text } = await manager.ask('GET mail-server');
    expect(text).not.toContain(password);
    const kept = await owner.get('PUT mail-server', { body: shown, match: String(headers.etag) });
    expect(kept).toEqual(set);
    const moved = { ...shown, host: 'localhost' };
    expect(await owner.get('PUT mail-server', { body: moved, match: '*' })).toMatchObject({
      has_password: false,
    });
    const audit = await shop.db.query('SELECT details, before, after FROM audit_entries');
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  it.each([
    { host: 'a b' },
    { host: '' },
    { port: 0 },
    { security: 'ssl' },
    { from: 'x' },
    { x: 1 },
  ])('is refused with %j', async (wrong) => {
    const body = { ...SERVER, port: 25, ...wrong };
    expect((await owner.ask('PUT mail-server', { body, match: '*' })).status).toBe(422);
  });

  it('is not in the network of the shop, unless that is allowed', async () => {
    const body = { ...SERVER, port: 9 };
    expect(await owner.ask('PUT mail-server', { body, match: '*' })).toMatchObject({
      status: 422,
      text: expect.stringMatching(/private address/) as unknown,
    });
  });

  it('sends a test, and says why it did not arrive', async () => {
    const body = { ...SERVER, port: mails.port };
    await owner.get('PUT mail-server', { body, match: '*' });
    await manager.get('POST notifications', { body: mail('tested') });
    const route = 'POST notifications/tested/test';
    expect(await manager.get(route)).toEqual({ name: 'tested', arrived: true });
    await mails.arrived('tested@shop.example', 1);

    await owner.get('DELETE mail-server');
    const { status, json } = await manager.ask(route);
    expect([status, json]).toEqual([
      409,
      expect.objectContaining({
        detail: expect.stringMatching(/There is no mail server/) as string,
      }),
    ]);
    expect((await owner.ask('DELETE mail-server')).status).toBe(404);
  });

  it('keeps webhooks from private addresses', async () => {
    const address = 'http://127.0.0.1:9/';
    const body = { name: 'inside', kind: 'webhook', address, topics: [] };
    await manager.get('POST notifications', { body });
    const { status, text } = await manager.ask('POST notifications/inside/test');
    expect([status, text]).toEqual([409, expect.stringContaining('not on the public internet')]);
  });
});
