import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { codeOf } from '../support/authenticator.js';
import { addOperator, PASSWORD, operatorBrowser, signIn } from '../support/console-operator.js';
import { TestBrowser } from '../support/test-browser.js';
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
    const page = await ada.go(await ada.open('/console'), 'Own account');
    const given = { present: PASSWORD, password: NEXT, repeat: NEXT };

    const differing = await ada.send(page, 'own/password', { ...given, repeat: 'x' });
    expect([differing.status, differing.text]).toEqual([422, expect.stringContaining('differ')]);
    const wrong = await ada.send(page, 'own/password', { ...given, present: 'not that one' });
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
    expect([refused.status, refused.root.querySelectorAll('svg')]).toEqual([401, []]);
    const offer = await bob.send(page, 'own/two-factor', { present: PASSWORD });
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
