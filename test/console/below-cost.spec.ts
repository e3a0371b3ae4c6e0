import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { fresh } from '../support/worker-shop.js';
import { groupOf } from './group-of.js';

const QUESTION = '1 of these prices would be below the cost';

let shop: TestShop;
let owner: TestBrowser;
let above: number;
let category: number;
let product: number;

beforeAll(async () => {
  // A shop of its own: a price of the whole catalog is compared with the costs of all products.
  shop = await startTestShop();
  owner = await operatorBrowser(shop, 'owner');
});
afterAll(() => shop.close());
beforeEach(async () => {
  above = await shop.category({ name: fresh('Games') });
  category = await shop.category({ name: fresh('Cards'), parentId: above });
  product = await shop.product({ price: '2', categoryId: category });
  await shop.service(ProductCosts).set(product, '1.5');
});

const basePrice = async () =>
  (await shop.db.query('SELECT price::float FROM products WHERE id = $1', [product]))[0];

describe('a price below the cost of its product', () => {
  it('is asked for on the page of the product, once it changes', async () => {
    const page = await owner.open(`/console/catalog/products/${product}`);
    const asked = await owner.send(page, 'settings', { price: '1.4' });
    expect([asked.text.includes(QUESTION), await basePrice()]).toEqual([true, { price: 2 }]);
    const saved = await owner.send(asked, 'settings');
    expect([saved.status, await basePrice()]).toEqual([200, { price: 1.4 }]);
    const renamed = await owner.send(saved, 'settings', { name: fresh('Card') });
    expect(renamed.text).not.toContain(QUESTION);
  });

  it('is asked for as a price of a group, on a category above it and on everything', async () => {
    const { id } = await groupOf(shop, fresh('Gold'));
    const page = await owner.open(`/console/groups/${id}`);
    const onCategory = { category_id: String(above), percentage: '-30' };
    const asked = await owner.send(page, 'prices', onCategory);
    expect(asked.text).toContain(QUESTION);
    expect((await owner.send(asked, 'prices')).text).toContain('-30');
    const enough = await owner.send(page, 'prices', { ...onCategory, percentage: '-20' });
    expect(enough.text).not.toContain(QUESTION);
    expect((await owner.send(page, 'price', { percentage: '-30' })).text).toMatch(
      /\d+ of these prices would be below the cost/,
    );
  });

  it('is asked for as a rule on the page of a product or category, and of an account', async () => {
    const { id } = await groupOf(shop, fresh('Silver'));
    const account = await shop.account();
    const rule = { for_whom: 'group', group_id: String(id) };
    for (const [path, price] of [
      [`products/${product}`, { fixed_price: '1.4' }],
      [`categories/${category}`, { percentage: '-30' }],
    ] as const) {
      const page = await owner.open(`/console/catalog/${path}`);
      const asked = await owner.send(page, 'rules/prices', { ...rule, ...price });
      expect([path, asked.status, asked.text.includes(QUESTION)]).toEqual([path, 200, true]);
      expect((await owner.send(asked, 'rules/prices')).text).toContain('The rule is set.');
    }
    const own = await owner.open(`/console/accounts/${account.id}/catalog/products/${product}`);
    expect((await owner.send(own, 'price', { fixed_price: '1.4' })).text).toContain(QUESTION);
  });

  it('is not asked for where the price cannot be set', async () => {
    const { id } = await groupOf(shop, fresh('Bronze'));
    const page = await owner.open(`/console/groups/${id}`);
    for (const price of [{ fixed_price: '1', percentage: '-50' }, { fixed_price: '1' }]) {
      const refused = await owner.send(page, 'prices', { category_id: String(above), ...price });
      expect([refused.status, refused.text.includes(QUESTION)]).toEqual([422, false]);
    }
  });
});
