import { runningRoutes } from '../../src/common/http/routes.js';
import { BASE_URL, startTestShop, type TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

interface Integration {
  readonly routes: readonly {
    readonly name: string;
    readonly method: string;
    readonly path: string;
    readonly auth: boolean;
    readonly query: readonly { readonly name: string }[];
  }[];
  readonly errors: readonly { readonly code: number; readonly meaning: string }[];
}

/** Routes that run and are no official routes, for the reasons given. */
const UNLISTED = [
  // Aliases of newOrder, for clients that leave the last word out or only POST.
  'GET /client/api/newOrder/:product_id',
  'POST /client/api/newOrder/:product_id',
  'POST /client/api/newOrder/:product_id/params',
  'POST /client/api/testing',
  'POST /client/api/tokens/rotate',
  // Beside the twelve operations; /openapi.json describes them.
  'GET /client/api/quote/:product_id/params',
  'GET /client/api/orders',
  'GET /client/api/orders/changes',
  'GET /client/api/statement',
  'GET /client/api/changes',
  'GET /client/api/receipts/keys',
  'GET /client/api/receipts/proof',
  'GET /client/api/receipts/witness',
  // Asked by orchestrators and tools.
  'GET /health/live',
  'GET /health/ready',
  'GET /health/serving',
  'GET /openapi.json',
  // Pictures that suppliers' products brought along.
  'GET /images/:name',
];
/** The pages of the documentation, and what is for operators. */
const DOCS = /^GET \/docs(\/|$)|^\w+ \/(admin|console)(\/|$)/;

const PATH = '/client/api/integration';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

async function integration(headers: Record<string, string> = {}): Promise<Integration> {
  return (await shop.request(PATH, { headers })).json as Integration;
}

describe('the integration answer', () => {
  it('lists each route that runs, but for the known others, and no route that does not', async () => {
    const { routes } = await integration();
    const running = runningRoutes(shop.app.getHttpAdapter().getInstance()).map(
      ({ method, path }) => `${method} ${path}`,
    );
    const listed = routes.map(
      ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );

    expect(running.filter((route) => !DOCS.test(route)).sort()).toEqual(
      [...listed, ...UNLISTED].sort(),
    );
  });

  it('tells the routes of the wire', async () => {
    const { routes } = await integration();
    const lines = routes.map(({ name, method, path, auth, query }) =>
      [name, method, path, auth, ...query.map((parameter) => parameter.name)].join(' '),
    );

    expect(lines.sort()).toEqual(
      [
        'profile GET /client/api/profile true',
        'categories GET /client/api/categories true',
        'content GET /client/api/content/{category_id} true',
        'products GET /client/api/products true products_id base',
        'newOrder GET /client/api/newOrder/{product_id}/params true order_uuid qty',
        'check GET /client/api/check true orders uuid',
        'ping GET /client/api/ping false',
        'integration GET /client/api/integration false',
        'categories-all GET /client/api/categories/all true',
        'products-wrapped GET /client/api/products-wrapped true products_id base',
        'tree GET /client/api/tree true',
        'catalog GET /client/api/catalog true',
      ].sort(),
    );
  });

  it('has exactly its keys, in their order', async () => {
    const answer = await integration();

    // The last one is there once the shop has a key.
    expect(Object.keys(answer).filter((key) => key !== 'receipt_keys')).toEqual([
      'status',
      'version',
      'base_url',
      'auth',
      'openapi',
      'currency',
      'routes',
      'errors',
    ]);
    expect(answer).toMatchObject({
      status: 'OK',
      version: 'V53+V81-COMPAT',
      base_url: BASE_URL,
      auth: { header: 'api-token', alternative: 'Authorization: Bearer <API_TOKEN>' },
      openapi: `${BASE_URL}/openapi.json`,
      currency: 'USD',
    });
    expect(answer.routes.find(({ name }) => name === 'products')).toEqual({
      name: 'products',
      method: 'GET',
      path: '/client/api/products',
      auth: true,
      group: 'V53',
      query: [
        { name: 'products_id', type: 'string', required: false },
        { name: 'base', type: 'integer', required: false },
      ],
    });
  });

  it('says what each error code means', async () => {
    const { errors } = await integration();

    expect(errors.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        100, 106, 109, 110, 111, 112, 113, 114, 116, 120, 121, 122, 123, 124, 130, 405, 500,
      ]),
    );
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length);
    for (const { meaning } of errors) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('tells the base URL of the setting, whatever the caller says of the host', async () => {
    const text = (await shop.request(PATH)).text;
    const evil = 'evil.example';

    for (const headers of [
      { Host: evil },
      { 'X-Forwarded-Host': evil, 'X-Forwarded-Proto': 'http' },
      { Forwarded: `host=${evil}` },
      { Origin: `http://${evil}`, Referer: `http://${evil}/` },
    ]) {
      expect((await shop.request(PATH, { headers })).text).toBe(text);
    }
    expect((await shop.request('/openapi.json', { headers: { Host: evil } })).text).not.toContain(
      evil,
    );
  });

  it('is the same with a token, a wrong token and none', async () => {
    const { token } = await shop.account();
    const { text } = await shop.request(PATH);

    expect((await shop.request(PATH, { token })).text).toBe(text);
    expect((await shop.request(PATH, { token: 'nonsense' })).text).toBe(text);
  });
});

describe('the base URL', () => {
  it('https://shop.example/souk is told as https://shop.example/souk, and no link has two slashes', async () => {
    const told = 'https://shop.example/souk';
    // A shop of its own: its base URL is a setting.
    const other = await startTestShop({ BASE_URL: told });
    const { json } = await other.request(PATH);

    expect(json).toMatchObject({ base_url: told, openapi: `${told}/openapi.json` });
    expect((await other.request('/openapi.json')).json).toMatchObject({
      servers: [{ url: told }],
    });
    await other.close();
  });
});

describe('ping', () => {
  it('answers with exactly its keys', async () => {
    expect((await shop.request('/client/api/ping')).text).toBe(
      '{"status":"OK","message":"pong","version":"V53+V81-COMPAT"}',
    );
  });
});
