import { randomUUID } from 'node:crypto';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { addOperator, browserOf, operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
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

  it('finds the refused requests of an order_uuid, and one that was given up, where the list of orders tells of them', async () => {
    const account = await shop.account({ balance: '10' });
    const [refused, sealed] = [randomUUID(), randomUUID()];
    const order = `/client/api/newOrder/${2 ** 31 - 1}/params?order_uuid=${refused}`;
    expect((await account.api(order)).status).toBe(404);
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const page = await owner.open(`/console/search?text=${refused}`);
    expect(page.text).toMatch(/Refused requests no such product, or hidden/);
    const link = page.root.querySelector('.found li a')?.getAttribute('href');
    expect(link).toBe(`./orders?text=${refused}`);
    const check = await account.api(`/client/api/check?orders=${sealed}&uuid=1&seal=1`);
    expect(check.status).toBe(200);
    const { text } = await owner.open(`/console/search?text=${sealed}`);
    expect(text).not.toContain('Nothing was found');
  });

  it('begins with what has the text as its whole name', async () => {
    const name = fresh('Steam');
    const category = await shop.category({ name });
    for (const amount of [20, 25, 200, 210]) await shop.product({ name: `${name} ${amount} USD` });
    const exact = await shop.product({ name: `${name} 2 USD` });
    expect((await found(`${name} 2 usd`))[0]).toBe(`/console/catalog/products/${exact}`);
    await shop.category({ name: `${name} one` });
    const under = await shop.category({ name, parentId: category });
    const paths = (await found(name)).filter((path) => path.includes('/categories/'));
    expect(paths.slice(0, 2)).toEqual(
      [category, under].map((id) => `/console/catalog/categories/${id}`),
    );
  });

  it.each([
    ['backups', 'shop/upkeep'],
    ['nightly', 'shop/upkeep'],
    ['password', 'own'],
    ['second factor', 'own'],
    ['profit', 'reports'],
    ['statement', 'accounts'],
    ['undo', 'audit'],
    ['csv', 'catalog/imports'],
    ['bulk', 'prices'],
  ])('finds by "%s" the page where that is', async (text, path) => {
    expect(await found(text)).toContain(`/console/${path}`);
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
