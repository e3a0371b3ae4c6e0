import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { insertChain } from './deep-chain.js';

const LEVELS = 5_000;

let shop: TestShop;
let reseller: TestAccount;
let other: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: its categories stand so deep that others could neither list nor export them.
  shop = await startTestShop();
  reseller = await shop.account({ balance: '10' });
  other = await shop.account();
  await insertChain(shop.db, LEVELS);
  product = await shop.product({ categoryId: LEVELS, type: 'package', price: '1' });
  await shop.product({ categoryId: 1, type: 'package', price: '1' });
  await shop.db.query(
    `INSERT INTO price_rules (account_id, category_id, percentage) VALUES ($1, 1, 50)`,
    [reseller.id],
  );
  await shop.db.query(
    `INSERT INTO visibility_rules (account_id, category_id, visible) VALUES ($1, 2500, false)`,
    [other.id],
  );
});
afterAll(() => shop.close());

/** Not checked against the document: the validator would recurse to the same depth. */
const ask = ({ token }: TestAccount, route: string) =>
  shop.requestPage(`/client/api/${route}`, { token });
const namesIn = (text: string) => new Set(text.match(/"Level \d+"/g));

describe('a chain of 5,000 categories', () => {
  it.each([
    ['products', 2],
    ['products?base=1', 2],
    ['products-wrapped', 2],
    ['categories', 1],
    ['categories/all', LEVELS],
    ['content/0', 1],
    ['content/1', 2],
    [`content/${LEVELS}`, 1],
    ['tree', LEVELS],
    ['catalog', LEVELS],
  ])('is answered: %s', async (route, categories) => {
    const { status, text } = await ask(reseller, route);
    expect(status).toBe(200);
    expect(namesIn(text).size).toBe(route.includes('base=1') ? 0 : categories);
  });

  it('takes the price of the root to its end', async () => {
    const { json } = await ask(reseller, `products?products_id=${product}`);
    expect(json).toMatchObject([{ id: product, price: 1.5, category_id: LEVELS }]);
  });

  it('is cut where a category is hidden', async () => {
    expect((await ask(other, `content/${LEVELS}`)).json).toMatchObject({ code: 109 });
    expect((await ask(other, `products?products_id=${product}`)).json).toMatchObject({ code: 109 });
    expect(namesIn((await ask(other, 'tree')).text).size).toBe(2_499);
  });

  it('takes orders at its end', async () => {
    const uuid = '6b1f3f5e-7f0e-4a3a-9a55-0d5b7c1a2b3c';
    const { json } = await ask(reseller, `newOrder/${product}/params?order_uuid=${uuid}`);
    expect(json).toMatchObject({ status: 'OK', data: { price: 1.5 } });
  });

  it('is answered after a change on it', async () => {
    await shop.db.query(`UPDATE categories SET name = 'Renamed' WHERE id = 2500`);
    await shop.request('/client/api/ping');
    const { status, text } = await ask(reseller, 'tree');
    expect(status).toBe(200);
    expect(text).toContain('"Renamed"');
    await shop.db.query(`UPDATE categories SET name = 'Level 2500' WHERE id = 2500`);
    await shop.request('/client/api/ping');
  });
});
