import { METHODS } from 'node:http';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const PROFILE = '/client/api/profile';
const ORDER_ROUTES = ['/client/api/newOrder/1/params', '/client/api/newOrder/1'];
const READ_ROUTES = [
  'profile',
  'categories',
  'categories/all',
  'content/0',
  'products',
  'products-wrapped',
  'tree',
  'catalog',
  'check',
  'ping',
  'integration',
].map((name) => `/client/api/${name}`);

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: tables of it are renamed, and nobody else may have ordered.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
  await shop.product();
});

afterAll(() => shop.close());

/** The body of an error, byte for byte. */
function errorText(code: number, message: string): string {
  return `{"status":"ERROR","code":${code},"error_code":${code},"message":"${message}","error":"${message}"}`;
}

describe('an error', () => {
  it.each([
    ['/client/api/content/999', 404, 109, 'Category deleted or not found'],
    ['/client/api/products?products_id=999', 404, 109, 'Product deleted or not found'],
    ['/client/api/products?base=2', 400, 114, 'Parameter base must be 0 or 1'],
    ['/client/api/products?base=1&base=1', 400, 114, 'Parameter repeated: base'],
    ['/client/api/nothing', 404, 404, 'No such route'],
  ])('of %s is %i with code %i, byte for byte', async (path, status, code, message) => {
    const answer = await account.api(path);

    expect(answer.status).toBe(status);
    expect(answer.text).toBe(errorText(code, message));
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/./) as string,
    });
  });

  it('of the guard has the same form', async () => {
    const { status, text } = await shop.request(PROFILE);

    expect(status).toBe(401);
    expect(text).toBe(errorText(120, 'API token missing'));
  });

  it('has no body for HEAD, but the status and headers of one', async () => {
    const { status, headers } = await shop.request(PROFILE, { method: 'HEAD' });

    expect(status).toBe(401);
    expect(headers['content-length']).toBe(String(errorText(120, 'API token missing').length));
  });
});

describe('a path that leads nowhere', () => {
  it.each([
    '/',
    '/client/api',
    '/client/api/',
    '/client/api/newOrder',
    '/client/api/newOrder/',
    '/client/api/newOrder/1/params/2',
    '/client/api/newOrder/1/param',
    '/client/api/content',
    '/client/api/profile/1',
    '/client/profile',
    '/profile',
    '/favicon.ico',
    '/client/api/../../etc/passwd',
    '/client/api/__proto__',
    '/images/nothing.svg',
    '/images/..%2f..%2fpackage.json',
  ])('%s is 404, with a token and without', async (path) => {
    for (const ask of [{}, { token: account.token }]) {
      const { status, json } = await shop.request(path, ask);

      expect([status, json]).toEqual([404, expect.objectContaining({ code: 404 })]);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is 404 for %s too', async (method) => {
    expect((await account.api('/client/api/nothing', { method })).status).toBe(404);
  });
});

describe('a method that a route does not have', () => {
  /** CONNECT asks for a tunnel and never reaches a route. */
  const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT'].includes(method));

  it.each(READ_ROUTES)('is 405 on %s', async (path) => {
    for (const method of [...OTHERS, 'POST']) {
      const { status, json, headers } = await account.api(path, { method });

      expect([method, status, json]).toEqual([method, 405, expect.objectContaining({ code: 405 })]);
      expect(headers.allow).toBe('GET');
    }
  });

  it.each(ORDER_ROUTES)('is 405 on %s and orders nothing', async (path) => {
    const query = '?qty=1&order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
    for (const method of [...OTHERS, 'HEAD']) {
      const { status, headers } = await account.api(path + query, { method });

      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, POST']);
    }
    expect(await shop.db.query('SELECT * FROM order_keys')).toEqual([]);
  });

  it.each(READ_ROUTES.filter((path) => !path.endsWith('/check')))(
    'is not HEAD: %s answers as GET does, without the body',
    async (path) => {
      const get = await account.api(path);
      const head = await account.api(path, { method: 'HEAD' });

      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers.etag).toBe(get.headers.etag);
    },
  );
});

describe('an error that nobody foresaw', () => {
  beforeAll(() => shop.db.query('ALTER TABLE categories RENAME TO categories_away'));
  afterAll(() => shop.db.query('ALTER TABLE categories_away RENAME TO categories'));

  it('is 500 with the request id and nothing of its cause', async () => {
    const newcomer = await shop.account({ name: 'Newcomer' });
    await shop.db.query(`
      UPDATE catalog_revision SET revision = revision + 1;
      INSERT INTO catalog_changes (revision, kind) SELECT revision, 'everything' FROM catalog_revision`);

    const { status, text, headers } = await newcomer.api('/client/api/tree');

    const id = String(headers['x-request-id']);
    expect(status).toBe(500);
    expect(text).toBe(
      errorText(500, `Internal error; nothing was charged, nothing was ordered (request ${id})`),
    );
    const logged = shop.logs().filter((line) => line.includes(id));
    expect(logged.join('')).toContain('categories');
  });
});

describe('a database that cannot answer now', () => {
  it('is 111, to be sent again after a while', async () => {
    await shop.db.query(`
      ALTER TABLE maintenance RENAME TO maintenance_away;
      CREATE FUNCTION refuse_for_now() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE 'too many connections' USING ERRCODE = '53300'; END $$;
      CREATE VIEW maintenance AS SELECT refuse_for_now() AS enabled, false AS orders_only;
      GRANT SELECT ON maintenance TO PUBLIC;
      UPDATE access_revision SET revision = revision + 1`);

    const { status, text, headers } = await account.api(PROFILE);

    await shop.db.query(
      'DROP VIEW maintenance; ALTER TABLE maintenance_away RENAME TO maintenance',
    );
    expect(status).toBe(503);
    expect(text).toBe(errorText(111, 'Temporarily unavailable, send the same request again'));
    expect(headers['retry-after']).toBe('2');
    expect((await account.api(PROFILE)).status).toBe(200);
  });
});
