import { randomUUID } from 'node:crypto';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let ada: TestBrowser;
let account: TestAccount;
let product: number;
let order: string;

beforeAll(async () => {
  // A shop of its own: the last orders, and those that wait, of the whole shop are looked at.
  shop = await startTestShop();
  ada = await operatorBrowser(shop, 'owner', 'ada');
  account = await shop.account({ name: 'Acme', balance: '100' });
  const category = await shop.category({ name: 'Free <Fire>' });
  await shop.db.query(`UPDATE categories SET image = '/images/fire.png' WHERE id = $1`, [category]);
  product = await shop.product({ name: '100 Diamonds', price: '1.50', categoryId: category });
  order = await placed();
});
afterAll(() => shop.close());

async function placed(): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

describe('the name of a product', () => {
  it.each([
    ['the list of orders', () => '/console/orders'],
    ['an order', () => `/console/orders/${order}`],
    ['the orders that wait', () => '/console/waiting'],
    ['the first page', () => '/console'],
    ['the page of an account', () => `/console/accounts/${account.id}`],
    ['the search over everything', () => '/console/search?text=diamonds'],
    ['the costs', () => '/console/reports/costs'],
  ])('has its category and picture beside it in %s', async (_, path) => {
    const page = await ada.open(path());
    const names = page.root.querySelectorAll('.pictured');
    const name = names.find(({ text }) => text.includes('100 Diamonds'));
    expect(name?.querySelector('small')?.text).toBe('Free <Fire>');
    expect(name?.querySelector('img')?.getAttribute('src')).toMatch(/\/images\/fire\.png$/);
    expect(page.answer.text).not.toContain('<Fire>');
  });

  it('has them where prices are about to change, and have changed', async () => {
    const form = await ada.open('/console/prices');
    const typed = { target: 'product', id: String(product), percentage: '+10' };
    const preview = await ada.send(form, 'prices/preview', typed);
    expect(preview.root.querySelector('td .pictured')?.text).toBe('100 Diamonds Free <Fire>');
    const changed = await ada.send(preview, 'prices/apply');
    expect(changed.root.querySelector('td .pictured')?.text).toBe('100 Diamonds Free <Fire>');
  });

  it('has them where a request was refused', async () => {
    const { api } = await shop.account({ name: 'Poor' });
    await api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const refusals = await ada.open('/console/refusals');
    expect(refusals.root.querySelector('td .pictured small')?.text).toBe('Free <Fire>');
  });

  it('stands alone where its category is deleted', async () => {
    const gone = await shop.category({ name: 'Gone' });
    await shop.product({ name: 'Left over', categoryId: gone });
    await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = $1', [gone]);
    const costs = await ada.open('/console/reports/costs');
    const name = costs.root
      .querySelectorAll('.pictured')
      .find(({ text }) => text.includes('Left over'));
    expect(name?.text.trim()).toBe('Left over');
    expect(name?.querySelector('img')).toBeNull();
  });
});
