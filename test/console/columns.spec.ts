import { randomUUID } from 'node:crypto';
import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let ada: TestBrowser;
const [acme, uc] = [fresh('acme'), fresh('uc')];
let orders: string;

beforeAll(async () => {
  shop = await workerShop();
  ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  const { api, id } = await shop.account({ name: acme, balance: '10' });
  const product = await shop.product({ name: uc, price: '1.50' });
  await api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
  orders = `/console/orders?account_id=${id}`;
});
beforeEach(() => {
  ada.cookies.delete('souk_columns');
});

function titlesOf(page: ShownPage): string[] {
  return page.root.querySelectorAll('thead th').map(({ text }) => text.trim());
}

/** Sends the boxes of the columns. */
async function choose(page: ShownPage, shown: readonly string[]): Promise<ShownPage> {
  const hidden = page.root.querySelectorAll('.choice input[type="hidden"]');
  const fields = hidden.map((one) => [one.getAttribute('name'), one.getAttribute('value')]);
  const boxes = shown.map((name) => ['shown', name]);
  return ada.post(
    '/console/own/preferences',
    new URLSearchParams([...fields, ...boxes] as string[][]),
  );
}

describe('the columns of a list', () => {
  it('are chosen by boxes, kept by the browser, and leave the first one', async () => {
    const all = await ada.open(orders);
    expect(titlesOf(all).slice(0, 3)).toEqual(['Order', 'State', 'Placed']);
    const chosen = await choose(all, ['product', 'total']);
    expect(chosen.path).toBe(orders);
    expect(titlesOf(chosen)).toEqual(['Order', 'Product', 'Total']);
    expect(titlesOf(await ada.open(orders))).toEqual(['Order', 'Product', 'Total']);
    const none = await choose(chosen, []);
    expect(titlesOf(none)).toEqual(['Order']);
  });

  it('are those of one list: others keep theirs, and so do language and colors', async () => {
    ada.cookies.set('souk_theme', 'dark');
    const accounts = await ada.open('/console/accounts');
    const chosen = await choose(accounts, ['balance']);
    expect(titlesOf(chosen)).toEqual(['Name', 'Balance']);
    expect(ada.cookies.get('souk_theme')).toBe('dark');
    expect(titlesOf(await ada.open(orders))).toHaveLength(8);
    const found = await ada.open(`/console/catalog?text=${uc}`);
    const paths = await choose(found, ['path']);
    expect(titlesOf(paths).slice(0, 2)).toEqual(['Name', 'Where it stands']);
  });

  it.each([
    ['orders', () => orders, [`${uc} Games`, '1.50 USD', 'waiting', acme]],
    ['accounts', () => `/console/accounts?text=${acme}`, [acme, '8.50 USD', 'active']],
    ['products', () => `/console/catalog?text=${uc}`, [uc, '1.50 USD', 'available']],
  ])('have places on the card of a phone: %s', async (_, page, values) => {
    const list = await ada.open(page());
    const places = ['title', 'main', 'state', 'who'].slice(0, values.length);
    const cells = places.map((place) => list.root.querySelector(`table.cards td.at-${place}`));
    expect(cells.map((cell) => cell?.text.trim())).toEqual(values);
  });

  it('are all shown to a browser that keeps anything else', async () => {
    ada.cookies.set('souk_columns', 'orders=%00order.<b>&lists');
    expect(titlesOf(await ada.open(orders))).toHaveLength(8);
  });
});
