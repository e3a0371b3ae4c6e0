import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PROFILE = '/client/api/profile';
const PRODUCTS = '/client/api/products';
const CATALOG_ROUTES = [
  'categories',
  'categories/all',
  'content/0',
  'products',
  'products?base=1',
  'products-wrapped',
  'tree',
  'catalog',
].map((name) => `/client/api/${name}`);

let shop: TestShop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '100' });
  product = await shop.product({ name: '60 UC' });
});

describe('headers', () => {
  it.each([PROFILE, '/client/api/check?orders=[]', '/client/api/ping', '/client/api/integration'])(
    'forbid to keep %s, which never becomes a 304',
    async (path) => {
      const { status, headers } = await account.api(path, { headers: { 'If-None-Match': '*' } });

      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    },
  );

  it('carry the request id that the caller gave, if it is harmless', async () => {
    const idFor = async (id: string): Promise<unknown> =>
      (await account.api(PROFILE, { headers: { 'X-Request-Id': id } })).headers['x-request-id'];

    expect(await idFor('order-17_a.b')).toBe('order-17_a.b');
    expect(await idFor('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor('{"level":60}')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carry a different request id for every request', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.api(PROFILE)));

    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
  });

  it('tell nothing of what the server is made of', async () => {
    const { headers } = await account.api(PROFILE);

    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });
});

describe('a catalog answer', () => {
  it.each(CATALOG_ROUTES)(
    'of %s may be kept by the caller, and is asked for again',
    async (path) => {
      const { headers, status } = await account.api(path);

      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers.vary?.split(/, */)).toEqual(
        expect.arrayContaining(['api-token', 'Authorization', 'Accept-Encoding']),
      );
      expect(headers.etag).toMatch(/^"[^"]+"$/);
    },
  );

  it.each(CATALOG_ROUTES)('of %s is 304 for a caller that has it', async (path) => {
    const tag = String((await account.api(path)).headers.etag);
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const { status, text, headers } = await account.api(path, {
        headers: { 'If-None-Match': known },
      });

      expect([known, status, text]).toEqual([known, 304, '']);
      expect(headers.etag).toBe(tag);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers.vary).toContain('api-token');
    }
    const other = await account.api(path, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('has another tag as soon as a price changes, and for whom it is another', async () => {
    const other = await shop.account();
    const tagFor = async ({ api }: TestAccount): Promise<unknown> =>
      (await api(PRODUCTS)).headers.etag;
    const before = await tagFor(account);
    expect(await tagFor(other)).toBe(before);

    await shop.db.query(
      'INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES ($1, $2, 2)',
      [other.id, product],
    );

    expect(await tagFor(account)).toBe(before);
    expect(await tagFor(other)).not.toBe(before);
    const stale = await other.api(PRODUCTS, { headers: { 'If-None-Match': String(before) } });
    expect(stale.status).toBe(200);
  });

  it('that is an error is no 304 and has no tag', async () => {
    const { status, headers } = await account.api('/client/api/content/2000000000', {
      headers: { 'If-None-Match': '*' },
    });

    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('etag');
    expect(headers['cache-control']).toBe('no-store');
  });
});
