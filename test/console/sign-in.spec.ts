import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { nameSubject, subjectKey } from '../../src/people/sign-in/attempt-subject.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { codeOf } from '../support/authenticator.js';
import { souk } from '../support/command-line.js';
import { addOperator, PASSWORD, signIn } from '../support/console-operator.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const BY = { actor: 'operator:test' };
const COOKIE = '__Host-souk_session';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: a case signs its first operator in.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
});
afterAll(() => shop.close());

const browser = (headers: Record<string, string> = {}): TestBrowser =>
  new TestBrowser(shop.baseUrl, headers);

const operator = (name: string): Promise<void> => addOperator(shop, name, 'support');
const signedIn = async (name: string, from = browser()): Promise<[TestBrowser, ShownPage]> => {
  const { page } = await signIn(shop, name, from);
  return [from, page];
};

describe('the first operator', () => {
  it('sets a password by a link, once, and is signed in by it', async () => {
    await shop.db.query('TRUNCATE operators CASCADE');
    const secret = await shop.service(OperatorLinks).forFirstOperator();
    const ada = browser();
    const form = await ada.open(`/console/link/${secret}`);
    expect(form.title).toBe('Set your password');
    const twice = { name: 'ada', password: PASSWORD, repeat: 'x' };
    const differing = await ada.send(form, secret!, twice);
    expect([differing.status, differing.text]).toEqual([422, expect.stringContaining('differ')]);
    const given = { password: PASSWORD, repeat: PASSWORD };
    const fixed = 'f'.repeat(64);
    ada.cookies.set(COOKIE, fixed);
    const home = await ada.send(differing, secret!, given);
    expect([home.path, home.title]).toEqual(['/console', 'Today']);
    expect(ada.cookies.get(COOKIE)).not.toBe(fixed);
    const dead = await browser().open(`/console/link/${secret}`);
    expect([dead.status, dead.title]).toEqual([404, 'This link does not work']);
    expect(shop.logs().join('\n')).not.toContain(secret);
  });
});

it('a link leads to the second factor where one is required, and to the sign-in after too many failures', async () => {
  const management = shop.service(OperatorManagement);
  const set = async (name: string): Promise<ShownPage> => {
    const invited = browser();
    const { link } = await management.invite(name, BY);
    const form = await invited.open(`/console/link/${link}`);
    return invited.send(form, link, { password: PASSWORD, repeat: PASSWORD });
  };
  await management.create('ivy', 'support', BY);
  await management.set('ivy', { twoFactorRequired: true }, BY);
  expect((await set('ivy')).path).toBe('/console/sign-in/two-factor');

  await management.create('joe', 'support', BY);
  await shop.db.query(
    'INSERT INTO operator_attempts (subject, failures, last_at) VALUES ($1, 9, now())',
    [subjectKey(nameSubject('joe'))],
  );
  const refused = await set('joe');
  expect(refused.path).toBe('/console/sign-in?done=password-set');
  expect(refused.text).toContain('Your password is set. Sign in with it.');
});

describe('a sign-in', () => {
  it('leads to the page that was asked for, and gets a cookie that only the server reads', async () => {
    await operator('bob');
    const bob = browser();
    const form = await bob.open('/console?status=wait');
    expect(form.path).toBe('/console/sign-in?next=%2Fconsole%3Fstatus%3Dwait');
    const fields = new URLSearchParams({ name: 'bob', password: PASSWORD, next: '/console/x?y=1' });
    const answer = await bob.ask('/console/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    });
    expect([answer.status, answer.headers.location]).toEqual([303, './x?y=1']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-souk_session=[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-souk_device=[\w.]+; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('is refused with a wrong password, and the form keeps the name only', async () => {
    await operator('carol');
    const from = browser();
    const form = await from.open('/console/sign-in');
    const refused = await from.send(form, 'sign-in', { name: 'carol', password: 'not that one' });
    expect([refused.status, refused.title]).toEqual([401, 'Sign in']);
    expect(refused.text).toContain('Wrong name or password.');
    expect(refused.text).not.toContain('Nothing was changed');
    const unknown = await from.send(form, 'sign-in', { name: 'nobody', password: 'not that one' });
    expect(unknown.text).toContain('Wrong name or password.');
    expect(refused.answer.text).toContain('value="carol"');
    expect(refused.answer.text).not.toContain('not that one');
    expect(from.cookies.has(COOKIE)).toBe(false);
  });

  it('begins a session of its own, whatever cookie the browser had before', async () => {
    await operator('dave');
    const fixed = 'f'.repeat(64);
    const from = browser();
    from.cookies.set(COOKIE, fixed);
    await signedIn('dave', from);
    expect(from.cookies.get(COOKIE)).not.toBe(fixed);
    const other = browser();
    other.cookies.set(COOKIE, fixed);
    expect((await other.open('/console')).path).toContain('/console/sign-in');
  });

  it('sets the second factor up where one is required, and asks for its code from then on', async () => {
    await operator('erin');
    await shop.service(OperatorManagement).set('erin', { twoFactorRequired: true }, BY);
    const [erin, intro] = await signedIn('erin');
    expect(intro.path).toBe('/console/sign-in/two-factor');
    const before = erin.cookies.get(COOKIE);
    const offer = await erin.send(intro, 'two-factor');
    const secret = offer.root.querySelector('.secret code')?.text ?? '';
    expect(offer.root.querySelectorAll('svg[role="img"] path')).toHaveLength(1);
    expect(offer.text).not.toContain('recovery code');
    expect((await erin.send(offer, 'two-factor', { code: '000000' })).status).toBe(401);
    const code = codeOf(secret);
    const recovery = await erin.send(offer, 'two-factor', { code });
    expect(recovery.root.querySelectorAll('.codes code')).toHaveLength(10);
    expect(erin.cookies.get(COOKIE)).not.toBe(before);
    expect((await erin.open('/console')).title).toBe('Today');

    const [again, step] = await signedIn('erin');
    expect(step.path).toBe('/console/sign-in/code');
    expect((await again.open('/console')).path).toBe('/console/sign-in/code');
    expect((await again.send(step, 'code', { code })).status).toBe(401);
    const spare = recovery.root.querySelector('.codes code')?.text ?? '';
    expect((await again.send(step, 'code', { code: spare })).title).toBe('Today');
  });

  it('ends by signing out, and everywhere when the operator is disabled', async () => {
    await operator('fay');
    const [fay, home] = await signedIn('fay');
    const secret = fay.cookies.get(COOKIE)!;
    expect((await fay.send(home, 'sign-out')).text).toContain('You are signed out.');
    fay.cookies.set(COOKIE, secret);
    expect((await fay.open('/console')).title).toBe('Sign in');

    const [there] = await signedIn('fay');
    await shop.service(OperatorManagement).disable('fay', BY);
    expect((await there.open('/console')).title).toBe('Sign in');
  });

  it('ends the session that the browser had before', async () => {
    await operator('gus');
    const [gus] = await signedIn('gus');
    const former = gus.cookies.get(COOKIE)!;
    await signedIn('gus', gus);
    const other = browser();
    other.cookies.set(COOKIE, former);
    expect((await other.open('/console')).title).toBe('Sign in');
    expect((await gus.open('/console')).title).toBe('Today');
  });

  it('leads to no other site', async () => {
    await operator('hal');
    const [hal] = await signedIn('hal');
    for (const page of ['/console/http:evil.example/x', '//evil.example', '/console/https:x']) {
      const body = new URLSearchParams({ language: 'en', theme: '', page });
      const { path } = await hal.post('/console/preferences', body);
      expect(path).toBe('/console');
    }
  });

  it('takes small forms only of those who have not come in', async () => {
    const body = new URLSearchParams({ name: 'x'.repeat(9_000), password: 'y' });
    expect((await browser().post('/console/sign-in', body)).status).toBe(413);
  });

  it('over plain HTTP away from localhost says in a sentence what is wrong', async () => {
    const plain = await browser().ask('/console/sign-in', {
      headers: { 'Sec-Fetch-Site': [] },
    });
    expect(plain.text).toContain('Open \u2068https://shop.example/console\u2069 instead.');
    expect((await browser().open('/console/sign-in')).text).not.toContain('instead');
  });
});

it('a proxy that TRUST_PROXY does not name is warned of once, and by doctor', async () => {
  const finding = async () => {
    const { out } = await souk(shop, 'doctor', '--json');
    const findings = JSON.parse(out) as { check: string; verdict: string; message: string }[];
    return findings.find(({ check }) => check === 'proxy');
  };
  expect((await finding())?.verdict).toBe('ok');
  for (const address of ['203.0.113.1', '203.0.113.2']) {
    await browser({ 'X-Forwarded-For': address }).open('/console');
  }
  const { message } = await until(async () => {
    const found = await finding();
    return found?.verdict === 'warn' && found;
  });
  const warnings = shop.logs().filter((line) => line.includes('TRUST_PROXY is not set'));
  expect(warnings).toEqual([expect.stringContaining(message)]);
});

describe('the choice of language and colors', () => {
  it('is kept by the browser, for the page that was shown', async () => {
    const from = browser({ 'Accept-Language': 'tr-TR,tr;q=0.9' });
    const turkish = await from.open('/console/sign-in');
    expect(turkish.title).toBe('Oturum aç');
    const choice = { language: 'ar', theme: 'dark' };
    const arabic = await from.send(turkish, 'preferences', choice);
    expect([arabic.path, arabic.title]).toEqual(['/console/sign-in', 'تسجيل الدخول']);
    const html = arabic.root.querySelector('html');
    expect([html?.getAttribute('dir'), html?.getAttribute('data-theme')]).toEqual(['rtl', 'dark']);
  });
});
