import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
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

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '100' });
  await shop.product({ name: '60 UC' });
});

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

  it.each([
    ['no Host header', 'GET /client/api/ping HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['HTTP/1.0', 'GET /client/api/ping HTTP/1.0\r\n\r\n'],
    [
      'the whole URL, as proxies send it',
      'GET http://other.example//client/api/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    [
      'an odd expectation',
      'GET /client/api/ping HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
  ])('answers a request with %s', async (_, text) => {
    expect(await sendRaw(shop.baseUrl, text)).toContain('"message":"pong"');
  });
});

/** Sends bytes as they are and returns the whole answer. */
async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.end(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  return answer;
}
