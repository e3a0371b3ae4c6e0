import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { codeOf } from '../support/authenticator.js';
import { addOperator, PASSWORD, operatorBrowser, signIn } from '../support/console-operator.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy, newestEntry } from './changes-by.js';

const NEXT = 'another long passphrase';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

const audited = (action: string, name: string) => changesBy(shop, name, action);

// The failed attempts of this address would delay those of other specs.
afterEach(() => shop.db.query('DELETE FROM operator_attempts'));

describe('the own password', () => {
  it('is changed with the present one, and ends the other sessions', async () => {
    const began = await newestEntry(shop);
    const name = fresh('ada');
    const ada = await operatorBrowser(shop, 'viewer', name);
    const { browser: elsewhere } = await signIn(shop, name);
    const page = await ada.go(await ada.open('/console'), 'Your account');
    const given = { present: PASSWORD, password: NEXT, repeat: NEXT };

    const differing = await ada.send(page, 'own/password', { ...given, repeat: 'x' });
    expect([differing.status, differing.text]).toEqual([422, expect.stringContaining('differ')]);
    const wrong = await ada.send(page, 'own/password', { ...given, present: 'not that one' });
    expect(wrong.root.querySelector('.fault')?.text).toBe('Wrong password.');
    expect(wrong.status).toBe(401);
    const short = await ada.send(page, 'own/password', { ...given, password: 'x', repeat: 'x' });
    expect(short.status).toBe(422);
    for (const one of [differing, wrong, short]) expect(one.answer.text).not.toContain(PASSWORD);

    const changed = await ada.send(page, 'own/password', given);
    expect(changed.path).toBe('/console/own?done=password');
    expect(changed.text).toContain('your other sessions have ended');
    expect((await elsewhere.open('/console')).title).toBe('Sign in');
    expect((await audited('operator set-password', name)).length).toBeGreaterThanOrEqual(1);
    const entries = await shop.db.query('SELECT * FROM audit_entries WHERE id > $1', [began]);
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain(NEXT);
  });
});

describe('the own second factor', () => {
  it('is turned on with the password and a code, and off with a recovery code', async () => {
    const name = fresh('bob');
    const bob = await operatorBrowser(shop, 'support', name);
    const page = await bob.open('/console/own');
    const refused = await bob.send(page, 'own/two-factor', { present: 'not that one' });
    expect([refused.status, refused.root.querySelectorAll('svg[role="img"]')]).toEqual([401, []]);
    const offer = await bob.send(page, 'own/two-factor', { present: PASSWORD });
    expect(offer.text).not.toContain('recovery code');
    expect(offer.root.querySelectorAll('svg[role="img"] path')).toHaveLength(1);
    const secret = offer.root.querySelector('.secret code')?.text ?? '';

    expect((await bob.send(offer, 'confirm', { code: '000000' })).status).toBe(401);
    const recovery = await bob.send(offer, 'confirm', { code: codeOf(secret) });
    const codes = recovery.root.querySelectorAll('.codes code').map(({ text }) => text);
    expect(codes).toHaveLength(10);
    expect((await signIn(shop, name)).page.path).toBe('/console/sign-in/code');

    const on = await bob.open('/console/own');
    expect((await bob.send(on, 'off', { code: 'nothing' })).status).toBe(401);
    const off = await bob.send(on, 'off', { code: codes[0] });
    expect(off.text).toContain('The second factor is off.');
    expect(await audited('operator two-factor on', name)).toEqual([
      { before: { two_factor: false }, after: { two_factor: true } },
    ]);
    expect(await audited('operator two-factor off', name)).toEqual([
      { before: { two_factor: true }, after: { two_factor: false } },
    ]);
  });

  it('cannot be turned off where an owner requires it', async () => {
    const name = fresh('carl');
    const carl = await operatorBrowser(shop, 'support', name);
    const offer = await carl.send(await carl.open('/console/own'), 'own/two-factor', {
      present: PASSWORD,
    });
    const secret = offer.root.querySelector('.secret code')?.text ?? '';
    await carl.send(offer, 'confirm', { code: codeOf(secret) });
    const required = { twoFactorRequired: true };
    await shop.service(OperatorManagement).set(name, required, { actor: 'operator:test' });
    const page = await carl.open('/console/own');
    expect(page.text).toContain('An owner requires it');
    expect(() => page.form('off')).toThrow();
    const sent = await carl.post('/console/own/two-factor/off', new URLSearchParams({ code: 'x' }));
    expect([sent.status, sent.link('See why')]).toEqual([409, '#fault']);
    expect(sent.root.querySelectorAll('#fault')).toHaveLength(1);
  });
});

describe('the own sessions', () => {
  it('are listed with their devices, and ended one by one', async () => {
    const name = fresh('dora');
    await addOperator(shop, name, 'viewer');
    const { browser } = await signIn(shop, name);
    const headers = { 'User-Agent': 'Phone <script>' };
    const { browser: phone } = await signIn(shop, name, new TestBrowser(shop.baseUrl, headers));
    const page = await browser.open('/console/own');
    expect(page.text).toContain('Phone <script>');
    expect(page.answer.text).not.toContain('Phone <script>');
    const ended = await browser.send(page, 'end');
    expect(ended.text).toContain('The session has ended.');
    expect((await phone.open('/console')).title).toBe('Sign in');
    expect((await browser.send(page, 'end')).status).toBe(409);
    expect((await audited('operator end-session', name))[0]).toMatchObject({ after: null });
  });

  it('of another operator cannot be ended', async () => {
    const eve = await operatorBrowser(shop, 'owner', fresh('eve'));
    const franksName = fresh('frank');
    const frank = await operatorBrowser(shop, 'viewer', franksName);
    const [session] = await shop.db.query<{ id: string }>(
      `SELECT session.id FROM operator_sessions session JOIN operators operator
       ON operator.id = operator_id WHERE operator.name = $1`,
      [`operator:${franksName}`],
    );
    const sent = await eve.post(`/console/own/sessions/${session?.id}/end`, new URLSearchParams());
    expect([sent.status, (await frank.open('/console')).title]).toEqual([409, 'Today']);
  });
});

describe('the own language and time', () => {
  const shown = (page: ShownPage) => page.root.querySelector('html')?.getAttribute('lang');
  const german = { 'Accept-Language': 'de' };

  it('are chosen, hold on each device and for the sign-in of this one, and are given back', async () => {
    const name = fresh('eda');
    const eda = await operatorBrowser(shop, 'viewer', name);
    const page = await eda.open('/console/own');
    const given = { language: 'tr', time_zone: 'Europe/Istanbul', week_start: '7' };
    const saved = await eda.send(page, 'own/conventions', given);
    expect([saved.path, saved.title, shown(saved)]).toEqual([
      ...['/console/own?done=conventions', 'Hesabım', 'tr'],
    ]);
    expect(saved.text).toContain('Kaydedildi.');
    const chosen = saved.root.querySelectorAll('main option[selected]').map(({ text }) => text);
    expect(chosen).toEqual(['Türkçe', 'Europe/Istanbul', 'Pazar']);
    const { browser: elsewhere } = await signIn(shop, name, new TestBrowser(shop.baseUrl, german));
    expect(shown(await elsewhere.open('/console'))).toBe('tr');
    await eda.post('/console/sign-out', new URLSearchParams());
    expect(shown(await eda.open('/console/sign-in'))).toBe('tr');

    const own = await elsewhere.open('/console/own');
    const none = { language: '', time_zone: '', week_start: '' };
    expect(shown(await elsewhere.send(own, 'own/conventions', none))).toBe('de');
    const nothing = { language: null, time_zone: null, week_start: null };
    const [first, last] = await audited('operator set-conventions', name);
    expect(first).toEqual({ before: nothing, after: { ...given, week_start: 7 } });
    expect(last?.after).toEqual(nothing);
  });

  it('are refused beside their fields', async () => {
    const fay = await operatorBrowser(shop, 'viewer', fresh('fay'));
    const page = await fay.open('/console/own');
    const wrong = { language: 'xx', time_zone: '+03:00', week_start: '8' };
    const refused = await fay.send(page, 'own/conventions', wrong);
    expect(refused.status).toBe(422);
    expect(refused.root.querySelectorAll('.fault').map(({ text }) => text)).toEqual([
      'Please choose one of the languages.',
      'Please choose a time zone such as Europe/Istanbul.',
      'Please type a whole number from \u20681\u2069 to \u20687\u2069.',
    ]);
  });

  it('follow the switch below each page, which alone changes nothing else', async () => {
    const name = fresh('gia');
    const gia = await operatorBrowser(shop, 'viewer', name);
    const page = await gia.open('/console/own');
    await gia.send(page, 'own/preferences', { theme: 'dark' });
    expect(await audited('operator set-conventions', name)).toEqual([]);
    const arabic = await gia.send(page, 'own/preferences', { language: 'ar' });
    expect([arabic.path, shown(arabic)]).toEqual(['/console/own', 'ar']);
    const { browser: elsewhere } = await signIn(shop, name, new TestBrowser(shop.baseUrl, german));
    expect(shown(await elsewhere.open('/console'))).toBe('ar');
    // A file of the language was removed.
    await shop.db.query(
      "UPDATE operators SET language = 'xx', time_zone = 'Moon' WHERE name = $1",
      [`operator:${name}`],
    );
    expect(shown(await elsewhere.open('/console'))).toBe('de');
    expect((await elsewhere.open('/console/own')).status).toBe(200);
  });
});
