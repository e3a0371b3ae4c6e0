import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const PRODUCTS = 9_000;

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await startTestShop();
  account = await shop.account();
  await shop.db.query(
    `INSERT INTO products (category_id, name, price, product_type, position)
     SELECT $1, repeat('🎮', 250) || number, 1, 'package', number FROM generate_series(1, $2::integer) AS number`,
    [await shop.category(), PRODUCTS],
  );
  await account.api('/client/api/ping');
});
afterAll(() => shop.close());

async function products(encoding: string) {
  const { text, headers } = await shop.requestPage('/client/api/products', {
    token: account.token,
    headers: { 'accept-encoding': encoding },
  });
  return { text, length: Number(headers['content-length']) };
}

it('is sent whole when it is larger than what is kept in one piece, and can be broken off', async () => {
  const cut = new AbortController();
  const broken = fetch(`${shop.baseUrl}/client/api/products`, {
    headers: { 'api-token': account.token, 'accept-encoding': 'identity' },
    signal: cut.signal,
  });
  await (await broken).body?.getReader().read();
  cut.abort();
  const { text, length } = await products('identity');
  expect(Buffer.byteLength(text)).toBe(length);
  expect(length).toBeGreaterThan(8 * 1024 * 1024);
  expect(JSON.parse(text)).toHaveLength(PRODUCTS);
  expect((await products('gzip')).text).toBe(text);
});
