import type { describeAdmin } from '../../src/admin/description/admin-document.js';
import { TestOperator } from '../support/test-operator.js';
import { operatorBrowser } from '../support/console-operator.js';
import { soukInside } from '../support/command-line.js';
import { changesOf } from '../support/audit-rows.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { bonus, operatingExtension, runs } from './operating-extension.js';

const extension = operatingExtension();
const BONUS = { amount: '5', reason: 'loyalty' };

let shop: TestShop;
let [owner, finance, support]: TestOperator[] = [];

beforeAll(async () => {
  // A shop of its own: an extension is loaded.
  shop = await startTestShop({}, {}, undefined, [extension]);
  owner = await TestOperator.of(shop, 'owner');
  finance = await TestOperator.of(shop, 'finance');
  support = await TestOperator.of(shop, 'support');
});
afterAll(() => shop.close());

describe('an operation of an extension in the admin API', () => {
  it('moves money by Shop once for each key, with one entry in the audit', async () => {
    const { id } = await shop.account({ balance: '1' });
    const route = `POST extensions/acme/bonus/${id}`;
    const before = runs.get('bonus') ?? 0;
    for (let times = 0; times < 3; times++) {
      const { status, json } = await finance!.ask(route, { body: BONUS, key: 'k1' });
      expect([status, json]).toEqual([200, { balance: '6' }]);
    }
    expect((runs.get('bonus') ?? 0) - before).toBe(1);
    const other = await finance!.ask(route, { body: { ...BONUS, amount: '6' }, key: 'k1' });
    expect([other.status, other.json]).toMatchObject([
      409,
      { type: expect.stringContaining('idempotency-key-used') as string },
    ]);
    expect((await finance!.ask(route, { body: BONUS })).status).toBe(400);
    const changes = await changesOf(shop, 'acme bonus');
    expect(changes).toEqual([{ before: null, after: { balance: '6' } }]);
  });

  it('is run again under its key after a fault, and the money is moved once', async () => {
    const { id } = await shop.account({ balance: '1' });
    const route = `POST extensions/acme/bonus/${id}`;
    bonus.fails = true;
    expect((await finance!.ask(route, { body: BONUS, key: 'k2' })).status).toBe(500);
    const again = await finance!.ask(route, { body: BONUS, key: 'k2' });
    expect(again.json).toEqual({ balance: '6' });
    const faults = shop.logs().filter((line) => line.includes('"port":"operation bonus"'));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('the gateway is gone');
  });

  it('is closed without its permission, and tells what is wrong with its fields', async () => {
    const { id } = await shop.account({ balance: '1' });
    const route = `POST extensions/acme/bonus/${id}`;
    const refused = await support!.ask(route, { body: BONUS, key: 'k3' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('acme.bonus');
    const wrong = await finance!.ask(route, { body: { amount: 'x', reason: 'luck' }, key: 'k4' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('must be one of birthday, loyalty');
    const unlucky = { body: { ...BONUS, amount: '13' }, key: 'k5' };
    expect((await finance!.ask(route, unlucky)).text).toContain('Thirteen is too unlucky.');
    const nobody = await finance!.ask('POST extensions/acme/bonus/999999', {
      body: BONUS,
      key: 'k6',
    });
    expect(nobody.status).toBe(404);
  });

  it('changes a target in its transaction, and is done once where it says so', async () => {
    const { id } = await shop.account({ balance: '1' });
    const body = { name: 'loud', loudly: true };
    await owner!.get(`POST extensions/acme/rename/${id}`, { body });
    expect(await shop.db.query('SELECT name FROM accounts WHERE id = $1', [id])).toEqual([
      { name: 'LOUD' },
    ]);
    const asked = { body: { by: 2 }, key: 'k7' };
    const counts = [1, 2].map(() => owner!.get('POST extensions/acme/tally', asked));
    const [first, second] = await Promise.all(counts);
    expect(first).toEqual(second);
  });

  it('may neither call Shop in its transaction, nor answer what it has not declared', async () => {
    const { id } = await shop.account({ balance: '1' });
    const mistaken = await owner!.ask(`POST extensions/acme/mistaken/${id}`, { body: {} });
    expect(mistaken.text).toContain('declare it with kind \\"outside\\"');
    const garbled = await owner!.ask('POST extensions/acme/garbled', { body: {} });
    expect(garbled.status).toBe(500);
    expect(garbled.text).not.toContain('is no field');
    expect(shop.logs().join('')).toContain('its answer is not as declared: secret is no field');
  });

  it('cannot end its transaction, and so keeps no change that the audit does not know', async () => {
    const { id } = await shop.account({ balance: '1' });
    const { status } = await owner!.ask(`POST extensions/acme/ending/${id}`, { body: {} });
    expect(status).toBe(500);
    const kept = "SELECT FROM accounts WHERE id = $1 AND name = 'kept'";
    expect(await shop.db.query(kept, [id])).toEqual([]);
  });

  it('reads in a transaction that cannot write, without an entry in the audit', async () => {
    const { api } = await shop.account({ balance: '9' });
    const product = await shop.product({ price: '1' });
    const { json } = await api(`/client/api/newOrder/${product}/params?order_uuid=${UUID}`);
    const { order_id: orderId } = (json as { data: { order_id: string } }).data;
    const route = `POST extensions/acme/look/${orderId}`;
    expect(await owner!.get(route, { body: {} })).toEqual({ status: 'wait' });
    expect((await owner!.ask(route, { body: { writing: true } })).status).toBe(500);
    expect((await owner!.ask('POST extensions/acme/look/ID_0', { body: {} })).status).toBe(404);
    expect(await changesOf(shop, 'acme look')).toEqual([]);
  });
});

const UUID = '0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c11';

describe('an operation of an extension is described', () => {
  it('in the OpenAPI document, with its permission, which the operator has', async () => {
    const { json } = await shop.requestPage('/admin/openapi.json');
    const document = json as ReturnType<typeof describeAdmin>;
    const path = document.paths['/admin/api/v1/extensions/acme/bonus/{id}'];
    expect(path?.post).toMatchObject({
      operationId: 'extension-acme-bonus',
      tags: ['Extension acme'],
      'x-souk-permission': 'acme.bonus',
    });
    expect(Object.keys(document.components?.schemas ?? {})).toContain('ExtensionAcmeBonusDto');
    const { permissions } = await finance!.get('GET me');
    expect(permissions).toContain('acme.bonus');
    expect(permissions).not.toContain('acme.rename');
  });

  it('as a scope of tokens, which is kept while the extension is not loaded', async () => {
    const scoped = await TestOperator.of(shop, 'owner', {
      name: 'scoped',
      scopes: ['acme.rename' as never],
    });
    expect(await scoped.get('GET me')).toMatchObject({ permissions: ['acme.rename'] });
    const body = { operator: 'finance', scopes: ['acme.rename'], expires_at: null };
    const beyond = await owner!.ask('POST operator-tokens', { body, key: 't1' });
    expect(beyond.text).toContain('acme.rename');
    expect(beyond.status).toBeGreaterThan(399);
    const scopes = ['gone.refund'];
    await shop.db.query('UPDATE operator_tokens SET scopes = $2 WHERE id = $1', [
      scoped.tokenId,
      scopes,
    ]);
    expect(await scoped.get('GET me')).toMatchObject({ permissions: [] });
    const browser = await operatorBrowser(shop, 'owner', 'reader');
    expect((await browser.open('/console/operator-tokens')).text).toContain(
      'gone.refund (not loaded)',
    );
    const table = await browser.open('/console/permissions');
    expect(table.text).toMatch(/acme\.bonus\s*give bonuses/);
  });
});

describe('an operation of an extension as a command', () => {
  it('takes its target and its options, and leaves the same entry in the audit', async () => {
    const { id } = await shop.account({ balance: '1' });
    const words = ['acme', 'bonus', String(id), '--amount', '5', '--reason', 'loyalty'];
    const done = await soukInside(shop, [extension], ...words);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('6');
    const entries = await shop.db.query<{ details: object; actor: string }>(
      `SELECT details, actor FROM audit_entries
       WHERE action = 'acme bonus' AND details->>'account' = $1`,
      [String(id)],
    );
    expect(entries).toEqual([
      {
        details: { amount: '5', reason: 'loyalty', account: id },
        actor: expect.stringMatching(/^operator/) as string,
      },
    ]);
    const wrong = await soukInside(shop, [extension], ...words.slice(0, -1), 'luck');
    expect(wrong.code).toBe(2);
    const below = await soukInside(shop, [extension], 'acme', 'tally', '--by', '-3');
    expect([below.code, below.err]).toEqual([0, '']);
    const help = await soukInside(shop, [extension], 'acme', '--help');
    expect(help.out).toContain('give a bonus');
  });
});

describe('the page of an extension in the console', () => {
  it('has a form for each operation, asks for a confirmation, and does it once', async () => {
    const { id } = await shop.account({ balance: '1' });
    const browser = await operatorBrowser(shop, 'finance', 'form');
    const page = await browser.go(await browser.open('/console'), 'acme');
    expect(page.text).toContain('give a bonus');
    expect(page.text).not.toContain('rename an account');
    expect(page.root.toString()).toContain('&lt;i>Reason');
    const typed = { 'target-id': String(id), amount: '5', reason: 'loyalty' };
    const asked = await browser.send(page, 'acme/bonus', typed);
    expect(asked.text).toContain('The <b>money</b> is added at once.');
    const done = await browser.send(asked, 'acme/bonus');
    expect(done.text).toMatch(/New balance\s*6/);
    const again = await browser.send(asked, 'acme/bonus');
    expect(again.text).toMatch(/New balance\s*6/);
    const entries = await shop.db.query<{ actor: string }>(
      `SELECT actor FROM audit_entries WHERE action = 'acme bonus' AND details->>'account' = $1`,
      [String(id)],
    );
    expect(entries).toEqual([{ actor: 'operator:form' }]);
  });

  it('tells what is wrong with a form beside its field', async () => {
    const browser = await operatorBrowser(shop, 'owner', 'mistyping');
    const page = await browser.open('/console/extensions/acme');
    const typed = { 'target-id': 'x', name: 'a' };
    expect((await browser.send(page, 'acme/tally', { by: '-3' })).text).toContain('Count');
    const refused = await browser.send(page, 'acme/rename', typed);
    expect(refused.status).toBe(422);
    expect(refused.form('acme/rename').querySelector('.fault')?.text).not.toBe('');
    const unknown = await browser.send(page, 'acme/look', { 'target-id': 'ID_\0' });
    expect(unknown.status).toBe(422);
  });

  it('is neither in the menu nor open without a permission of the extension', async () => {
    const browser = await operatorBrowser(shop, 'viewer', 'looker');
    expect((await browser.open('/console')).text).not.toContain('acme');
    const page = await browser.open('/console/extensions/acme');
    expect(page.status).toBe(403);
  });

  it('speaks the language of the operator as far as the extension does', async () => {
    const browser = await operatorBrowser(shop, 'owner', 'german');
    browser.cookies.set('souk_lang', 'de');
    const page = await browser.open('/console/extensions/acme');
    expect(page.text).toContain('einen Bonus geben');
    expect(page.text).toContain('rename an account');
  });
});
