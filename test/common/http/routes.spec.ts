import { logSafeUrl } from '../../../src/common/http/log-safe-url.js';
import { runningRoutes } from '../../../src/common/http/routes.js';
import { SCOPES } from '../../../src/account/access/scopes.js';
import { newToken } from '../../../src/account/access/token-secret.js';
import type { Answer, Ask } from '../../support/http-client.js';
import { unaskedRoutes } from '../../plans/unasked-routes.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

/** All routes without a token, besides the pages of the documentation. */
const PUBLIC_ROUTES = [
  'GET /client/api/integration',
  'GET /client/api/ping',
  'GET /client/api/receipts/keys',
  'GET /client/api/receipts/witness',
  'GET /admin/openapi.json',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/serving',
  'GET /openapi.json',
];

/** Opened by `test/fulfillment/upstream/supplier-pictures.spec.ts`, where there is a picture. */
const PICTURE = 'GET /images/:name';

let shop: TestShop;
let account: TestAccount;
/** One that may do everything. */
let token: string;
let routes: { method: string; path: string }[];

beforeAll(async () => {
  // A shop of its own: the whole of it is closed for maintenance, and nobody else may have ordered.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
  token = await shop.token(account.id, { scopes: SCOPES });
  routes = runningRoutes(shop.app.getHttpAdapter().getInstance());
});

afterAll(() => shop.close());

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** A path that the route answers: every placeholder is a number. */
function pathOf(route: { path: string }): string {
  return route.path.replace(/\/?:\w+\??/g, (part) => (part.startsWith('/') ? '/1' : '1'));
}

function isPublic(name: string): boolean {
  return PUBLIC_ROUTES.includes(name) || name === PICTURE || /^GET \/docs(\/|$)/.test(name);
}

/** These have guards of their own; `test/admin/door.spec.ts` and `test/console/door.spec.ts` walk their routes. */
function isOfOperators({ path }: { path: string }): boolean {
  return path.startsWith('/admin/api/') || /^\/console(\/|$)/.test(path);
}

/** The answer of each route that needs a token. */
async function answersOfClosedRoutes(ask: Ask): Promise<[string, Answer][]> {
  const closed = routes.filter((route) => !isPublic(nameOf(route)) && !isOfOperators(route));
  return Promise.all(
    closed.map(async (route): Promise<[string, Answer]> => {
      const answer = await shop.request(pathOf(route), { method: route.method, ...ask });
      return [nameOf(route), answer];
    }),
  );
}

function codes(answers: [string, Answer][]): Record<string, unknown> {
  return Object.fromEntries(
    answers.map(([name, { status, json }]) => [name, [status, (json as { code?: unknown }).code]]),
  );
}

function every(answers: [string, Answer][], expected: unknown): Record<string, unknown> {
  return Object.fromEntries(answers.map(([name]) => [name, expected]));
}

describe('the running router', () => {
  it('has no path that the log would mask', () => {
    const paths = routes.filter(({ path }) => !path.startsWith('/docs/')).map(pathOf);

    expect(paths.length).toBeGreaterThan(15);
    expect(paths.map(logSafeUrl)).toEqual(paths);
  });

  it('has the routes of the API', () => {
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([
        'GET /client/api/profile',
        'GET /client/api/categories',
        'GET /client/api/categories/all',
        'GET /client/api/content/:category_id',
        'GET /client/api/products',
        'GET /client/api/products-wrapped',
        'GET /client/api/tree',
        'GET /client/api/catalog',
        'GET /client/api/newOrder/:product_id/params',
        'POST /client/api/newOrder/:product_id/params',
        'GET /client/api/check',
      ]),
    );
  });

  it('has the public routes that are listed here', () => {
    expect(routes.map(nameOf)).toEqual(expect.arrayContaining(PUBLIC_ROUTES));
  });
});

describe('every route that is not public', () => {
  it('answers 120 without a token', async () => {
    const answers = await answersOfClosedRoutes({});

    expect(answers.length).toBeGreaterThan(10);
    expect(codes(answers)).toEqual(every(answers, [401, 120]));
  });

  it('answers 121 with an unknown token', async () => {
    const answers = await answersOfClosedRoutes({ token: newToken() });

    expect(codes(answers)).toEqual(every(answers, [401, 121]));
  });

  it('answers 130 in maintenance, and another code once it is over', async () => {
    await shop.db.query('UPDATE maintenance SET enabled = true');
    const during = await answersOfClosedRoutes({ token });
    await shop.db.query('UPDATE maintenance SET enabled = false');
    const after = await answersOfClosedRoutes({ token });

    expect(codes(during)).toEqual(every(during, [503, 130]));
    expect(after.map(([, { json }]) => (json as { code?: unknown }).code)).not.toContain(130);
  });

  it('answers 130 in maintenance of orders if it is quote, and else as ever', async () => {
    const ordinary = codes(await answersOfClosedRoutes({ token }));
    await shop.db.query('UPDATE maintenance SET enabled = true, orders_only = true');
    const during = codes(await answersOfClosedRoutes({ token }));
    await shop.db.query('UPDATE maintenance SET enabled = false, orders_only = false');

    // newOrder looks its key up first, and these have none.
    const isClosed = (name: string) => name.includes('/quote/');
    expect(Object.keys(during).filter(isClosed)).toHaveLength(1);
    const expected = Object.entries(ordinary).map(([name, code]) => [
      name,
      isClosed(name) ? [503, 130] : code,
    ]);
    expect(during).toEqual(Object.fromEntries(expected));
  });

  it('orders nothing on the way', async () => {
    expect(await shop.db.query('SELECT * FROM orders')).toEqual([]);
  });
});

describe('every public route', () => {
  it.each([...PUBLIC_ROUTES, 'GET /docs'])(
    '%s opens without a token, in maintenance too',
    async (name) => {
      const path = name.replace('GET ', '');
      await shop.db.query('UPDATE maintenance SET enabled = true');
      const { status } = await shop.requestPage(path);
      await shop.db.query('UPDATE maintenance SET enabled = false');

      expect(status).toBe(200);
    },
  );
});

test('the measurement of query plans asks every page and list, or says why not', () => {
  expect(unaskedRoutes(shop)).toEqual([]);
});
