import { randomBytes } from 'node:crypto';
import { CatalogAnswers } from '../../src/catalog/answers/catalog-answers.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const MEGABYTE = 1024 * 1024;
const PRODUCTS = 600;

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop({ CATALOG_CACHE_MB: '1' });
  const categoryId = await shop.category();
  for (let count = 0; count < PRODUCTS; count++) {
    await shop.product({ categoryId, name: randomBytes(100).toString('hex') });
  }
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
    for (const route of ['products', 'products-wrapped', 'catalog', 'tree']) {
      expect((await api(`/client/api/${route}`)).status).toBe(200);
    }
    expect(answers.size).toBe(MEGABYTE);
  });
});
