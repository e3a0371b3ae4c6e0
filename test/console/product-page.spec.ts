import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
});

const pageOf = (id: number): string => `/console/catalog/products/${id}`;
const headOf = (page: ShownPage): string =>
  page.root.querySelector('.head')?.structuredText.replaceAll(/\s+/g, ' ') ?? '';

it('begins with price, margin, cost, who delivers with what is left, and what an order asks for', async () => {
  const stock = fresh('gems');
  const codes = [fresh('A'), fresh('B')].join('\n');
  await ada.send(await ada.open('/console/stock'), 'stock', { name: stock, codes });
  const id = await shop.product({ name: 'Gems', price: '2', fields: ['player'] });
  let page = await ada.open(pageOf(id));
  expect(headOf(page)).toMatch(/State: available.*Cost — unknown.*by hand.*player/);
  page = await ada.send(page, 'cost', { cost: '1.6' });
  page = await ada.send(page, 'delivery', { by_0: `stock:${stock}` });
  expect(headOf(page)).toMatch(/2\.00 USD Margin: 20 % Cost 1\.60 USD set by hand/);
  expect(headOf(page)).toMatch(new RegExp(`codes from the stock ${stock} Free: 2 `));
  const support = await operatorBrowser(shop, 'support', fresh('support'));
  expect(headOf(await support.open(pageOf(id)))).not.toMatch(/Margin|Cost/);
  expect((await ada.go(page, 'Its orders')).path).toBe(`/console/orders?product_id=${id}`);
});

it('saves name, price, order, quantities and whether it is available at once', async () => {
  const id = await shop.product({ name: 'Before', price: '1' });
  const saved = await ada.send(await ada.open(pageOf(id)), 'settings', {
    ...{ name: 'After', price: '2.5', position: '7', available: [] },
    ...{ product_type: 'amount', min: '10', max: '50' },
  });
  expect(saved.text).toContain('The product is changed.');
  const [row] = await shop.db.query(
    `SELECT name, trim_scale(price)::text AS price, position, available, product_type, qty_values
     FROM products WHERE id = $1`,
    [id],
  );
  expect(row).toEqual({
    ...{ name: 'After', price: '2.5', position: 7, available: false, product_type: 'amount' },
    qty_values: { min: '10', max: '50' },
  });
});

it('tells who changed what, from what to what, with the way to take it back', async () => {
  const id = await shop.product({ name: 'Told', price: '1' });
  const saved = await ada.send(await ada.open(pageOf(id)), 'settings', { price: '3' });
  const history = saved.root.querySelector('.timeline');
  const told = history?.structuredText.replaceAll(/\s+/g, ' ') ?? '';
  expect(told).toMatch(new RegExp(`${adasName}.*price: 1 then 3`, 'i'));
  expect(told.match(/price: 1 then 3/gi)).toHaveLength(1);
  const entry = history?.querySelector('a')?.text ?? '';
  const change = await ada.go(saved, entry);
  expect(change.path).toMatch(/^\/console\/audit\/\d+$/);
  const asked = await ada.send(change, 'take-back');
  await ada.send(asked, 'take-back');
  expect((await ada.open(pageOf(id))).text).toMatch(/price: 3 then 1/i);
  const viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
  expect((await viewer.open(pageOf(id))).root.querySelector('.timeline')).toBeNull();
});

it('asks last, and once more, for what is hard to undo', async () => {
  const id = await shop.product({ name: 'Gone', price: '1' });
  const page = await ada.open(pageOf(id));
  const headings = page.root.querySelectorAll('main h2').map(({ text }) => text);
  expect(headings.slice(-2)).toEqual(['Danger zone', 'Delete the product']);
  expect((await ada.send(page, 'deletion')).text).toContain('are you sure?');
});
