import { SCOPES } from '../../src/account/access/scopes.js';
import { CONFIG, type SoukConfig } from '../../src/config/souk-config.js';
import { runningRoutes } from '../../src/common/http/routes.js';
import type { Answer, Ask } from '../support/http-client.js';
import { operatorBrowser } from '../support/console-operator.js';
import { TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** The pages by which people come in, and their style. */
const OPEN = /^\/console\/(sign-in|sign-out|link|preferences|color)(\/|$)/;
/** An answer that lasts; `live.spec.ts` listens to it. */
const LIVE = '/console/live';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

let shop: TestShop;
let owner: TestBrowser;
let routes: { method: string; path: string }[];
let reseller: string;
let program: TestOperator;

beforeAll(async () => {
  shop = await workerShop();
  owner = await operatorBrowser(shop, 'owner', fresh('ada'));
  routes = runningRoutes(shop.app.getHttpAdapter().getInstance()).filter(({ path }) =>
    /^\/console(\/|$)/.test(path),
  );
  const account = await shop.account({ balance: '100' });
  reseller = await shop.token(account.id, { scopes: SCOPES });
  program = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});

const pathOf = ({ path }: { path: string }): string => path.replaceAll(/:\w+/g, '1');
const closed = () => routes.filter(({ path }) => !OPEN.test(path));
const toSignIn = ({ status, headers }: Answer) => [
  status,
  /(^|\/)sign-in(\?|$)/.test(headers.location ?? ''),
];

describe('every page of the console', () => {
  it.each<[string, () => Ask]>([
    ['nothing', () => ({})],
    ['the token of a reseller', () => ({ token: reseller })],
    ['a bearer token', () => ({ headers: { Authorization: `Bearer ${program.token}` } })],
    [
      'a cookie that no session has',
      () => ({ headers: { cookie: `x=1; __Host-souk_session=${'0'.repeat(64)}` } }),
    ],
    ['a token as cookie', () => ({ headers: { cookie: `__Host-souk_session=${program.token}` } })],
  ])('sends a browser with %s to the sign-in', async (_, ask) => {
    const stranger = new TestBrowser(shop.baseUrl);
    for (const route of closed()) {
      const { headers, ...others } = ask();
      const sent = { method: route.method, ...others, headers: { ...FORM, ...headers } };
      const answer = await stranger.ask(pathOf(route), sent);
      expect([route, ...toSignIn(answer)]).toEqual([route, 303, true]);
    }
    expect(closed().length).toBeGreaterThan(0);
  });

  it('refuses what another site sends', async () => {
    const headers = { ...FORM, Origin: 'https://evil.example' };
    const strange = [
      { ...headers, 'Sec-Fetch-Site': 'cross-site' },
      { ...headers, 'Sec-Fetch-Site': 'same-site' },
      { ...FORM, Origin: 'null', 'Sec-Fetch-Site': [] as unknown as string },
    ];
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      for (const one of strange) {
        const answer = await owner.ask(pathOf(route), { method: 'POST', headers: one });
        expect([route.path, answer.status]).toEqual([route.path, 403]);
      }
    }
  });

  it('is a page that loads and runs nothing of others, and is stored nowhere', async () => {
    const pages = routes.filter(({ method, path }) => method === 'GET' && path !== LIVE);
    for (const route of pages) {
      const { headers, status } = await owner.ask(pathOf(route));
      expect([route.path, status < 500]).toEqual([route.path, true]);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    }
  });
});

describe('strangers', () => {
  it('take no turn from operators', async () => {
    const stranger = new TestBrowser(shop.baseUrl);
    const asked = Array.from({ length: 150 }, () => stranger.ask('/console/link/x'));
    const own = await Promise.all(Array.from({ length: 20 }, () => owner.ask('/console')));
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    // Some are refused where more of them wait than may.
    expect([404, 429]).toEqual(expect.arrayContaining([...statuses]));
  });
});

describe('the session of an operator', () => {
  it('opens neither the admin API nor the API of resellers', async () => {
    const admin = await owner.ask('/admin/api/v1/me');
    const client = await owner.ask('/client/api/profile');
    expect([admin.status, client.status]).toEqual([401, 401]);
  });
});

describe('an address below /console', () => {
  it.each([
    '/console/nothing',
    '/CONSOLE/x',
    '//console/x',
    '/console/%zz',
    '/console/assets/x.js',
  ])('%s is answered with a page, which has the navigation for operators', async (path) => {
    const answer = await owner.ask(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<h1>');
    expect(answer.text).toContain('<nav');
    const { text } = await new TestBrowser(shop.baseUrl).ask(path);
    expect(text).not.toContain('<nav');
  });

  it('that only takes forms leads to a page, so that Enter in its address is no dead end', async () => {
    const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const forms = routes.filter(({ method, path }) => method === 'POST' && !pages.has(path));
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) {
      const { status } = await owner.ask(pathOf(form));
      expect([form.path, status]).toEqual([form.path, 303]);
    }
  });

  it('of an asset is answered with the file, which browsers keep until it changes', async () => {
    const first = await owner.ask('/console/assets/console.css');
    expect(first.headers['content-type']).toContain('text/css');
    const headers = { 'If-None-Match': first.headers.etag ?? '' };
    const { status } = await owner.ask('/console/assets/console.css', { headers });
    expect([first.status, status]).toEqual([200, 304]);
  });
});

describe('the page at /', () => {
  it('is for browsers only', async () => {
    const page = await owner.ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const Accept of ['*/*', 'application/json', 'text/html;q=0', undefined]) {
      const headers = Accept === undefined ? {} : { Accept };
      const { status, json } = await shop.requestPage('/', { headers });
      expect([status, (json as { status?: string }).status]).toEqual([404, 'ERROR']);
    }
  });

  it('tells resellers the address of the API and a first request, and takes no token', async () => {
    const { text } = await owner.ask('/');
    const { BASE_URL } = shop.app.get<Pick<SoukConfig, 'BASE_URL'>>(CONFIG);
    expect(text).toContain(`api-token: YOUR_TOKEN' ${BASE_URL}/client/api/profile`);
    expect(text).not.toMatch(/<(form|input)/);
  });

  it('is not there without the console', async () => {
    // A shop of its own: the console is switched off by a setting.
    const bare = await startTestShop({ CONSOLE: 'off' });
    for (const path of ['/', '/console', '/console/sign-in', '/console/assets/console.css']) {
      const { status, json } = await bare.requestPage(path, { headers: { Accept: 'text/html' } });
      expect([path, status, (json as { status?: string }).status]).toEqual([path, 404, 'ERROR']);
    }
    await bare.close();
  });
});
