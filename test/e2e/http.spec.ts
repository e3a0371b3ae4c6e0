import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

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

beforeAll(async () => {
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
  await shop.product({ id: 7, name: '60 UC' });
});

afterAll(() => shop.close());

describe('a path', () => {
  it.each(CATALOG_ROUTES.filter((path) => !path.includes('?')))(
    '%s may have slashes too many',
    async (path) => {
      const { text } = await account.api(path);
      const odd = [
        `${path}/`,
        path.replaceAll('/', '//'),
        `/${path}`,
        `${path}//`,
        `${path}/?a=//b`,
      ];

      for (const each of odd) expect((await account.api(each)).text).toBe(text);
    },
  );

  it.each(['%', '%zz', '%E0%A4%A'])('with the broken encoding %s is 114', async (segment) => {
    const { status, json } = await account.api(`/client/api/content/${segment}`);

    expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
  });

  it.each([
    '%00',
    '-1',
    '1e3',
    '0x7',
    '7%20',
    '2147483648',
    '9223372036854775808',
    '1'.repeat(31),
    '__proto__',
    '%F0%9F%8E%AE',
  ])('with the strange id %s is 109', async (id) => {
    const { status, json } = await account.api(`/client/api/content/${id}`);

    expect([status, json]).toEqual([404, expect.objectContaining({ code: 109 })]);
  });
});

describe('a GET', () => {
  it.each([
    ['application/json', '{'],
    ['application/json', '{"base":"2"}'],
    ['application/x-www-form-urlencoded', 'base=2&base=3'],
    ['multipart/form-data; boundary=x', '--y'],
    ['text/plain; charset=nonsense', 'x'],
    ['no media type', '\0'],
    ['application/json', 'x'.repeat(200_000)],
    ['application/json', ''],
  ])('with content type %s is read without its body', async (type, body) => {
    const { text } = await account.api(PRODUCTS);
    const answer = await account.api(PRODUCTS, { headers: { 'Content-Type': type }, body });

    expect(answer.status).toBe(200);
    expect(answer.text).toBe(text);
  });
});

describe('the query', () => {
  it.each([
    'products_id[]=8',
    'products_id[x]=8',
    'base[]=1',
    '__proto__[base]=1',
    'constructor=1',
    'base.x=1',
  ])('is flat: %s is a strange name and no more', async (query) => {
    const { text } = await account.api(PRODUCTS);

    expect((await account.api(`${PRODUCTS}?${query}`)).text).toBe(text);
    expect(({} as Record<string, unknown>).base).toBeUndefined();
  });

  it.each(['base=1&base=1', 'base=&base=', 'products_id=7&products_id=8', 'b%61se=1&base=1'])(
    'refuses the repeated %s',
    async (query) => {
      const { status, json } = await account.api(`${PRODUCTS}?${query}`);

      expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
    },
  );

  it.each(['a=%', 'a=%zz', '%=a', 'a=%00', 'a%00=b', 'a=%ED%A0%80', 'a=%C3', 'base=%E0%A4%A'])(
    'refuses the malformed %s and names it',
    async (query) => {
      const { status, json } = await account.api(`${PRODUCTS}?${query}`);

      expect(status).toBe(400);
      expect(json).toMatchObject({
        code: 114,
        message: expect.stringMatching(/^Malformed parameter: (a|%|base)$/) as string,
      });
    },
  );

  it('takes 100 parameters and no more', async () => {
    const withParameters = (count: number): Promise<{ status: number; json: unknown }> =>
      account.api(`${PRODUCTS}?${Array.from({ length: count }, (_, n) => `p${n}=1`).join('&')}`);

    expect((await withParameters(100)).status).toBe(200);
    for (const count of [101, 2_000]) {
      const { status, json } = await withParameters(count);
      expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
    }
  });

  it('takes a URL of 32 KiB and no longer one', async () => {
    const withLength = (length: number): Promise<{ status: number; json: unknown }> =>
      account.api(`${PRODUCTS}?a=`.padEnd(length, 'x'));

    expect((await withLength(32 * 1024)).status).toBe(200);
    const { status, json } = await withLength(32 * 1024 + 1);
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
  });

  it('of a length that no server reads is 431, told like every error', async () => {
    const { status, json } = await account.api(`${PRODUCTS}?a=`.padEnd(70_000, 'x'));

    expect([status, json]).toEqual([431, expect.objectContaining({ code: 114 })]);
  });
});

describe('bytes that are no HTTP', () => {
  it.each([
    ['a NUL in the path', `GET ${PROFILE}?a=\0 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['no method', '\r\n\r\nnonsense\r\n\r\n'],
    [
      'two lengths',
      `GET ${PROFILE} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
  ])('such as %s are 400, told like every error', async (_, bytes) => {
    const { hostname, port } = new URL(shop.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(bytes);

    const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n');

    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    expect(head).toMatch(/\r\nX-Request-Id: ./);
    expect(JSON.parse(body)).toMatchObject({ status: 'ERROR', code: 114 });
  });
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
      'INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES ($1, 7, 2)',
      [other.id],
    );

    expect(await tagFor(account)).toBe(before);
    expect(await tagFor(other)).not.toBe(before);
    const stale = await other.api(PRODUCTS, { headers: { 'If-None-Match': String(before) } });
    expect(stale.status).toBe(200);
  });

  it('that is an error is no 304 and has no tag', async () => {
    const { status, headers } = await account.api('/client/api/content/999', {
      headers: { 'If-None-Match': '*' },
    });

    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('etag');
    expect(headers['cache-control']).toBe('no-store');
  });
});
