import { randomBytes } from 'node:crypto';
import { CatalogAnswers } from '../../../src/catalog/answers/catalog-answers.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const MEGABYTE = 1024 * 1024;
const PRODUCTS = 600;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: with a setting for the memory of answers.
  shop = await startTestShop({ CATALOG_CACHE_MB: '1' });
  const names = Array.from({ length: PRODUCTS }, () => randomBytes(100).toString('hex'));
  await shop.db.query(
    `INSERT INTO products (category_id, name, price, product_type)
     SELECT $1, name, 1, 'amount' FROM unnest($2::text[]) AS name`,
    [await shop.category(), names],
  );
});
afterAll(() => shop.close());

/** An account that sees its own prices, so that no other one shares its answers. */
async function audience(percentage: number): Promise<TestAccount> {
  const account = await shop.account();
  await shop.db.query('INSERT INTO price_rules (account_id, percentage) VALUES ($1, $2)', [
    account.id,
    percentage,
  ]);
  return account;
}

describe('ready catalog answers', () => {
  it('take no more memory than they may, and as much as they do', async () => {
    const answers = shop.service(CatalogAnswers);
    const accounts = await Promise.all([1, 2, 3, 4].map(audience));
    for (const [index, { api }] of accounts.entries()) {
      expect((await api('/client/api/products')).status).toBe(200);
      if (index === 0) expect(answers.size).toBeGreaterThan(MEGABYTE / 4);
      expect(answers.size).toBeLessThanOrEqual(MEGABYTE);
    }
  });

  it('are kept although one audience alone takes more', async () => {
    const answers = shop.service(CatalogAnswers);
    const { api } = await audience(5);
    const routes = ['products', 'products-wrapped', 'catalog', 'tree'];
    const askAll = async (): Promise<void> => {
      for (const route of routes) expect((await api(`/client/api/${route}`)).status).toBe(200);
    };
    // An answer is joined from its fragments and kept at the second request.
    await askAll();
    await askAll();
    const { size } = answers;
    expect(size).toBeGreaterThan(MEGABYTE);
    await askAll();
    expect(answers.size).toBe(size);
  });
});

describe('a long list of ids', () => {
  it('is what its products are one by one, in every form', async () => {
    const { api } = await audience(6);
    const all = (await api('/client/api/products?base=1')).json as { id: number }[];
    const ids = all.map(({ id }) => id).toReversed();
    for (const base of ['', '&base=1']) {
      const single = await Promise.all(
        ids.map(async (id) => (await api(`/client/api/products?products_id=${id}${base}`)).text),
      );
      const texts = single.map((text) => text.slice(1, -1)).join();
      const list = await api(`/client/api/products?products_id=${ids.join()},99999${base}`);
      expect(list.text).toBe(`[${texts}]`);
      const wrapped = await api(`/client/api/products-wrapped?products_id=${ids.join()}${base}`);
      expect(wrapped.text).toBe(
        `{"status":"OK","products":[${texts}],"data":[${texts}],"items":[${texts}],"count":${PRODUCTS}}`,
      );
      const path = `/client/api/products?products_id=${ids.join()}${base}`;
      const again = await api(path, { headers: { 'If-None-Match': String(list.headers.etag) } });
      // The missing id changes the request, but not the answer or its tag.
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });
});
