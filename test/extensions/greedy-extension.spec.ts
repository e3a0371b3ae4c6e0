import { fileURLToPath } from 'node:url';
import { runningRoutes, type RunningRoute } from '../../src/common/http/routes.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const NAMES = ['acme', 'other'];
const FILES = NAMES.map((name) =>
  fileURLToPath(import.meta.resolve(`./greedy/greedy-${name}.mjs`)),
);

/** Everything that a request may ask for besides the routes. */
const OTHERS = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/nowhere' },
  { method: 'GET', path: '/client/api/nowhere' },
  { method: 'GET', path: '/client/api/content/%E0%A4%A' },
  { method: 'DELETE', path: '/client/api/profile' },
  { method: 'HEAD', path: '/client/api/ping' },
  { method: 'GET', path: '/console/login' },
  { method: 'GET', path: '/console/nowhere' },
  { method: 'GET', path: '/admin/api/nowhere' },
  { method: 'OPTIONS', path: '/client/api/profile' },
];
/** New in each answer, or the number of bytes of something new. */
const OWN_HEADERS = ['date', 'x-request-id', 'content-length', 'etag', 'set-cookie', 'ratelimit'];

let before: Seen;
let after: Seen;
let shop: TestShop;
let token: string;

interface Seen {
  readonly routes: readonly string[];
  readonly answers: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  // A shop of its own: it is compared with one that has extensions.
  const plain = await startTestShop();
  try {
    before = await seenIn(plain, routesOf(plain));
  } finally {
    await plain.close();
  }
  // A shop of its own: it has extensions that take all they can.
  shop = await startTestShop({ SOUK_EXTENSIONS: FILES.join() });
  ({ token } = await shop.account({ balance: '7' }));
  after = await seenIn(
    shop,
    routesOf(shop).filter(({ path }) => !isOwn(path)),
  );
});
afterAll(() => shop.close());

const isOwn = (path: string): boolean => NAMES.some((name) => path.startsWith(`/${name}`));

function routesOf({ app }: TestShop): RunningRoute[] {
  const routes = runningRoutes(app.getHttpAdapter().getInstance());
  // A route of all methods is listed with each of them, and few clients know those of WebDAV.
  return routes.filter(({ method }) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method));
}

/** The answers of all routes, without a token and with one. */
async function seenIn(of: TestShop, routes: readonly RunningRoute[]): Promise<Seen> {
  const account = await of.account({ balance: '7' });
  const answers: Record<string, unknown> = {};
  for (const { method, path } of [...routes, ...OTHERS]) {
    const url = of.baseUrl + path.replace(/\{[^}]*\}/g, '').replace(/[:*]\w+/g, '1');
    for (const [who, headers] of [
      ['nobody', {}],
      ['account', { 'api-token': account.token }],
    ] as const) {
      const answer = await fetch(url, { method, headers, redirect: 'manual' });
      answers[`${method} ${path} of ${who}`] = await comparable(answer);
    }
  }
  return { routes: routes.map(({ method, path }) => `${method} ${path}`), answers };
}

/** What is the same in each shop. */
async function comparable(answer: Response): Promise<unknown> {
  const text = await answer.text();
  const headers = [...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  // Nonces, times and tokens differ.
  const body = isJson ? Object.keys(JSON.parse(text || '{}') as object) : text.length > 0;
  const { code } = (isJson ? JSON.parse(text || '{}') : {}) as { code?: unknown };
  const names = headers.map(([name, value]) =>
    name.startsWith('content-sec') ? name : [name, value],
  );
  return { status: answer.status, code, body, headers: names };
}

it('changes neither the routes of Souk nor one of their answers', () => {
  expect(after.routes).toEqual(before.routes);
  expect(Object.keys(before.answers).length).toBeGreaterThan(300);
  expect(after.answers).toEqual(before.answers);
});

describe.each(NAMES)('the routes of the extension %s have all its enhancers', (name) => {
  const ask = async (path: string, headers: Record<string, string> = { 'api-token': token }) => {
    const answer = await fetch(`${shop.baseUrl}/${name}${path}`, { headers });
    const left = (answer.headers.get('greedy') ?? '').split(', ');
    return { status: answer.status, left, json: (await answer.json()) as unknown };
  };
  const own = (...words: string[]): string[] => words.map((word) => `${name}-${word}`);
  const MIDDLEWARE = own('class-middleware', 'function-middleware', 'scoped', 'scoped-middleware');

  it('in the order of Nest, after the guards of Souk', async () => {
    const { status, left, json } = await ask('/own/7');
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^7( (config-|scoped-)?pipe){3}$/) as string,
    });
    expect(left.filter((one) => !one.startsWith(`${name}-`))).toEqual([]);
    expect(left.filter((one) => MIDDLEWARE.includes(one))).toEqual(MIDDLEWARE);
    const guards = left.filter((one) => one.endsWith('-guard') || one.endsWith('-controller'));
    // The constructor of one for a request leaves its name as well.
    expect(guards.filter((one) => !one.endsWith('scoped-guard'))).toEqual(
      own('config-guard', 'guard', 'of-controller'),
    );
    const rest = own('scoped-guard', 'scoped-pipe', 'interceptor', 'scoped-interceptor');
    expect(left).toEqual(expect.arrayContaining([...rest, ...own('config-interceptor')]));
  });

  it('on a route of another module', async () => {
    const { status, left } = await ask('-beside');
    expect(status).toBe(200);
    expect(left).toEqual(
      expect.arrayContaining([...own('class-middleware', 'guard', 'interceptor')]),
    );
    // Its own configuration leaves this route out.
    expect(left).not.toContain(`${name}-scoped-middleware`);
  });

  it('on an open route', async () => {
    const { status, left } = await ask('/open', {});
    expect([status, left.includes(`${name}-guard-open`)]).toEqual([200, true]);
  });

  it('guards that refuse, and filters by what was thrown', async () => {
    for (const guard of ['guard', 'scoped-guard', 'config-guard']) {
      const { status, json } = await ask('/own/7', { 'api-token': token, forbid: guard });
      expect([status, json]).toEqual([418, { what: 'filter', message: 'Forbidden resource' }]);
    }
    expect(await ask('/failing')).toMatchObject({ status: 418, json: { message: 'failing' } });
    expect(await ask('/odd')).toMatchObject({ status: 419, json: { what: 'odd-filter' } });
    const thrown = await ask('/own/7', { 'api-token': token, throw: 'yes' });
    expect(thrown).toMatchObject({ status: 418, json: { message: 'of the middleware' } });
  });

  it('Souk refuses a caller without a token first', async () => {
    const { status, left } = await ask('/own/7', {});
    expect(status).toBe(418);
    expect(left.filter((one) => one.includes('guard') && !one.includes('scoped'))).toEqual([]);
  });
});
