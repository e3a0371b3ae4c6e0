import { SCOPES, type Scope } from '../../../src/account/access/scopes.js';
import { runningRoutes, type RunningRoute } from '../../../src/common/http/routes.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

/**
 * The scope that each route needs of a token. A route that is not listed here fails the spec: decide what it needs.
 */
const NEEDS: Readonly<Record<string, Scope | 'any' | 'public'>> = {
  'GET /client/api/ping': 'public',
  'GET /client/api/integration': 'public',
  'GET /openapi.json': 'public',
  'GET /client/api/receipts/keys': 'public',
  'GET /client/api/receipts/witness': 'public',
  'GET /images/:name': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /health/serving': 'public',
  'GET /client/api/profile': 'any',
  'GET /client/api/receipts/proof': 'any',
  'GET /client/api/categories': 'catalog',
  'GET /client/api/categories/all': 'catalog',
  'GET /client/api/content/:category_id': 'catalog',
  'GET /client/api/products': 'catalog',
  'GET /client/api/products-wrapped': 'catalog',
  'GET /client/api/tree': 'catalog',
  'GET /client/api/catalog': 'catalog',
  'GET /client/api/changes': 'catalog',
  'GET /client/api/newOrder/:product_id/params': 'orders',
  'GET /client/api/newOrder/:product_id': 'orders',
  'POST /client/api/newOrder/:product_id/params': 'orders',
  'POST /client/api/newOrder/:product_id': 'orders',
  'GET /client/api/check': 'orders',
  'GET /client/api/orders': 'books',
  'GET /client/api/orders/changes': 'books',
  'GET /client/api/statement': 'books',
  'GET /client/api/quote/:product_id/params': 'orders',
  'POST /client/api/testing': 'testing',
  'POST /client/api/tokens/rotate': 'rotate',
};

const ORIGIN = 'https://bot.example';

let shop: TestShop;
let accountId: number;
let routes: RunningRoute[];

beforeAll(async () => {
  // A shop of its own: it answers preflights of an origin, which is a setting.
  shop = await startTestShop({ CORS_ORIGINS: ORIGIN });
  ({ id: accountId } = await shop.account({ balance: '100' }));
  routes = runningRoutes(shop.app.getHttpAdapter().getInstance()).filter(
    ({ path }) => !/^\/docs(\/(?!openapi)|$)|^\/(admin|console)(\/|$)/.test(path),
  );
});
afterAll(() => shop.close());

const nameOf = ({ method, path }: RunningRoute): string => `${method} ${path}`;
const pathOf = ({ path }: RunningRoute): string => path.replace(/:\w+/g, '1');

/** The code with which a token is answered; 0 for a success. */
async function codeOf(route: RunningRoute, token: string): Promise<number> {
  const { json } = await shop.requestPage(pathOf(route), { method: route.method, token });
  return (json as { code?: number }).code ?? 0;
}

describe('every route of the running router', () => {
  it('has a decision about its scope', () => {
    expect(routes.map(nameOf).sort()).toEqual(Object.keys(NEEDS).sort());
  });

  it.each([[], ...SCOPES.map((scope) => [scope])] as Scope[][])(
    'is open to a token with the scope %s where it needs that or none, and else 124',
    async (...scopes) => {
      const token = await shop.token(accountId, { scopes });
      const refused: string[] = [];
      for (const route of routes) {
        if ((await codeOf(route, token)) === 124) refused.push(nameOf(route));
      }
      const open = new Set<string>([...scopes, 'any', 'public']);
      const expected = Object.entries(NEEDS).filter(([, need]) => !open.has(need));
      expect(refused.sort()).toEqual(expected.map(([name]) => name).sort());
    },
  );

  it('names in the OpenAPI document the scope that it needs', async () => {
    const { json } = await shop.request('/openapi.json');
    const { paths } = json as {
      paths: Record<string, Record<string, { 'x-souk-scope'?: string }>>;
    };
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { 'x-souk-scope': scope }]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        scope,
      ]),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const [name = '', scope] of named) {
      const need = NEEDS[name];
      expect([name, scope]).toEqual([name, need === 'any' || need === 'public' ? undefined : need]);
    }
  });
});

describe('a token outside its scope', () => {
  const CATALOG = '/client/api/products';
  const ORDER = '/client/api/newOrder/1/params?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';

  it('gets 403 with a message that names the scope, and nothing that may be cached', async () => {
    const token = await shop.token(accountId, { scopes: ['books'] });
    const { status, headers, json } = await shop.request(CATALOG, { token });
    expect(status).toBe(403);
    expect(json).toMatchObject({ code: 124, message: 'The API token lacks the scope catalog' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
  });

  it('is refused before HEAD, prefetch and malformed parameters are looked at', async () => {
    const token = await shop.token(accountId, { scopes: ['books'] });
    const asks = [
      [CATALOG, { method: 'HEAD' }],
      [ORDER, { method: 'HEAD' }],
      [ORDER, { headers: { 'Sec-Purpose': 'prefetch' } }],
      ['/client/api/newOrder/1/params?order_uuid=%', {}],
      ['/client/api/check?orders=[1]&orders=[2]', {}],
    ] as const;
    for (const [path, ask] of asks) {
      expect([path, (await shop.request(path, { ...ask, token })).status]).toEqual([path, 403]);
    }
  });

  it('is refused as ever where there is no route or another method, and its preflight is answered', async () => {
    const token = await shop.token(accountId, { scopes: [] });
    const status = async (path: string, method: string, headers = {}): Promise<number> =>
      (await shop.request(path, { method, token, headers })).status;
    expect(await status('/client/api/nothing', 'GET')).toBe(404);
    expect(await status(CATALOG, 'DELETE')).toBe(405);
    expect(await status('/client/api/testing', 'GET')).toBe(405);
    expect(await status('/client/api/testing', 'HEAD')).toBe(405);
    const preflight = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' };
    expect(await status('/client/api/testing?on=1', 'OPTIONS', preflight)).toBe(204);
  });

  it.each([
    ['always-200', CATALOG, 200],
    ['always-200', ORDER, 200],
    ['orders-200', CATALOG, 403],
    ['orders-200', ORDER, 200],
    ['semantic', ORDER, 403],
  ] as const)('follows the mode %s at %s with %d', async (errorHttpStatus, path, status) => {
    const { id } = await shop.account({ errorHttpStatus });
    const token = await shop.token(id, { scopes: [] });
    const answer = await shop.request(path, { token });
    expect([answer.status, answer.json]).toMatchObject([status, { code: 124 }]);
  });

  it('has claimed no key, so the order can be placed by a token that may', async () => {
    const product = await shop.product({ price: '1' });
    const path = ORDER.replace('/1/', `/${product}/`);
    const [reader, buyer] = await Promise.all([
      shop.token(accountId, { scopes: ['catalog'] }),
      shop.token(accountId, { scopes: ['orders'] }),
    ]);
    expect((await shop.request(path, { token: reader })).json).toMatchObject({ code: 124 });
    expect((await shop.request(path, { token: buyer })).json).toMatchObject({ status: 'OK' });
  });

  it('has the usual scopes where none were named, as all tokens of before', async () => {
    const [row] = await shop.db.query(
      `INSERT INTO access_tokens (account_id, token_hash) VALUES ($1, sha256('x')) RETURNING scopes`,
      [accountId],
    );
    expect(row).toEqual({ scopes: ['catalog', 'orders', 'books'] });
  });
});
