import { randomUUID } from 'node:crypto';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
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

describe('the columns of a list', () => {
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
});
