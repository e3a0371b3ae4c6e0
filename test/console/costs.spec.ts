import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PAGE = '/console/reports/costs';

let shop: TestShop;
let finance: TestBrowser;
let known: number;
let other: number;

beforeAll(async () => {
  // A shop of its own: the file of all costs is saved and sent again.
  shop = await startTestShop();
  finance = await operatorBrowser(shop, 'finance');
  known = await shop.product({ name: '<b>Card', price: '2' });
  other = await shop.product({ name: 'Other', price: '3' });
});
afterAll(() => shop.close());

it('the cost of a product is set, shown beside its price, and made unknown again', async () => {
  const page = await finance.go(await finance.open('/console/reports'), 'Costs');
  expect(page.path).toBe(PAGE);
  const wrong = await finance.send(page, 'costs', { product_id: String(known), cost: '-1' });
  expect([wrong.status, wrong.answer.text.includes('<b>Card')]).toEqual([422, false]);
  const missing = await finance.send(page, 'costs', { product_id: '999999', cost: '1' });
  expect(missing.status).toBe(422);
  const set = await finance.send(page, 'costs', { product_id: String(known), cost: '0.71' });
  expect(set.text).toMatch(/The cost is set\..*<b>Card Games 2\.00 USD 0\.71 USD hand/);
  const unknown = await finance.go(set, 'Only unknown costs');
  expect([unknown.text.includes('Other'), unknown.text.includes('Card')]).toEqual([true, false]);
  const cleared = await finance.send(set, 'costs', { product_id: String(known), cost: '' });
  expect(cleared.text).toMatch(/Card Games 2\.00 USD unknown/);
});

it('many costs are tried, set all or none, and saved as a file that can be sent again', async () => {
  const page = await finance.open(PAGE);
  const csv = `id,cost\r\n${known},0.5\r\n${other},\r\n`;
  const tried = await finance.send(page, 'import', { csv, dry_run: '1' });
  expect(tried.text).toMatch(/nothing was changed yet\..*Set: 1, made unknown: 0, unchanged: 1/);
  expect(tried.root.querySelector('details[open] textarea[name=csv]')).not.toBeNull();
  const done = await finance.send(tried, 'import', { dry_run: undefined });
  expect(done.text).toMatch(/The costs are set\. Set: 1,.*0\.50 USD import/);
  const refused = await finance.send(page, 'import', { csv: `id,cost\n${known},1\n999999,1\n` });
  expect([refused.status, refused.text.includes('no product 999999')]).toEqual([422, true]);
  const { text } = await finance.ask(`${PAGE}?format=csv`);
  const again = await finance.send(page, 'import', { csv: text });
  expect(again.text).toContain('Set: 0, made unknown: 0, unchanged: 2');
});

it('costs are neither linked nor shown to those who may not read them', async () => {
  const viewer = await operatorBrowser(shop, 'viewer');
  const reports = await viewer.open('/console/reports');
  expect(reports.answer.text).not.toContain('reports/costs');
  expect((await viewer.open(PAGE)).status).toBe(403);
});
