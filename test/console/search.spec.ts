import { randomUUID } from 'node:crypto';
import { addOperator, browserOf, operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestBrowser;

beforeAll(async () => {
  shop = await workerShop();
  owner = await operatorBrowser(shop, 'owner', fresh('ada'));
});

/** The addresses that a text leads to. */
async function found(text: string, browser = owner): Promise<string[]> {
  const page = await browser.open(`/console/search?text=${encodeURIComponent(text)}`);
  expect(page.status).toBe(200);
  return page.root
    .querySelectorAll('.found li a')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'http://x/console/search').pathname);
}

describe('the search over everything', () => {
  it('finds accounts, products and categories by name and number, and orders by what is known of them', async () => {
    const name = fresh('sought');
    const account = await shop.account({ name: `${name} shop`, balance: '10' });
    const category = await shop.category({ name: `${name} games` });
    const product = await shop.product({ name: `${name} gems`, categoryId: category });
    expect((await found(name.toUpperCase())).toSorted()).toEqual(
      [
        `/console/accounts/${account.id}`,
        `/console/catalog/categories/${category}`,
        `/console/catalog/products/${product}`,
      ].toSorted(),
    );
    expect(await found(String(product))).toContain(`/console/catalog/products/${product}`);
    const uuid = randomUUID();
    const { json } = await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=${name}`,
    );
    const { order_id: order } = (json as { data: { order_id: string } }).data;
    for (const text of [order, uuid])
      expect(await found(text)).toEqual([`/console/orders/${order}`]);
    expect(await found(fresh('nothing'))).toEqual([]);
  });

  it('finds pages and operations by their words, in the language of the operator', async () => {
    expect(await found('new acc')).toEqual(['/console/accounts']);
    const name = fresh('ada');
    await addOperator(shop, name, 'owner');
    const turkish = await browserOf(shop, name, { 'Accept-Language': 'tr' });
    expect(await found('yeni he', turkish)).toEqual(['/console/accounts']);
  });

  it('shows to each what they may open, and nothing of a text that cannot be looked for', async () => {
    const viewer = await operatorBrowser(shop, 'viewer', fresh('vera'));
    expect(await found('new acc', viewer)).toEqual([]);
    const page = await owner.open(`/console/search?text=${'x'.repeat(2_000)}`);
    expect([page.status, page.root.querySelectorAll('.found')]).toEqual([422, []]);
    expect((await owner.open('/console/search')).status).toBe(200);
  });

  it('leads on to the orders, whose page says what was not searched, and to nothing else for a text without a letter', async () => {
    const page = await owner.open('/console/search?text=-');
    const links = page.root.querySelectorAll('.found a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['./orders?text=-']);
  });

  it('looks for no token, whose place is the form of a body', async () => {
    const { token } = await shop.account({});
    const page = await owner.open(`/console/search?text=${token}`);
    expect(page.path).toBe('/console/tokens');
  });
});

describe('the frame', () => {
  it('stands around unknown addresses and missing things, with the state of the shop and a way on', async () => {
    for (const path of ['/console/nowhere', '/console/accounts/999999999']) {
      const page = await owner.open(path);
      expect(page.status).toBe(404);
      expect(page.root.querySelector('.side .state')?.text).toBe('Open');
      expect((await owner.go(page, 'To Today')).path).toBe('/console');
    }
  });
});
