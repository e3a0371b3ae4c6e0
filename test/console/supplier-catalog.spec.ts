import { newSecretKey } from '../../src/common/secret-box.js';
import { endOwnRounds } from '../notifications/notifying.js';
import { addOperator, browserOf, operatorBrowser } from '../support/console-operator.js';
import { PickedSupplier } from '../support/picked-supplier.js';
import { readInThisProcess } from '../support/reading-in-this-process.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let acme: PickedSupplier;
let owner: TestBrowser;

beforeAll(async () => {
  // A shop of its own: the sessions of some roles are made in it.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await endOwnRounds(shop);
  owner = await operatorBrowser(shop, 'owner', 'ada');
});
beforeEach(async () => {
  readInThisProcess();
  acme = await PickedSupplier.start(shop, 'acme & co'.replaceAll(' ', '-'));
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => acme.close());
afterAll(() => shop.close());

async function catalogPage(browser = owner, query = ''): Promise<ShownPage> {
  const page = await browser.open(`/console/suppliers/${encodeURIComponent(acme.name)}`);
  const all = await browser.go(page, 'Pick what of its catalog is listed');
  return query === '' ? all : browser.open(`${all.path}${query}`);
}

/** What is ticked, and what could be. */
function boxes(page: ShownPage): Record<string, boolean> {
  const all = page.root.querySelectorAll('main input[type=checkbox]');
  return Object.fromEntries(
    all.map((box) => [box.parentNode?.text.trim() ?? '', box.hasAttribute('checked')]),
  );
}

it('six products are picked down to two of one category and one more, seen with cost and margin, and imported', async () => {
  const page = await catalogPage();
  expect(page.text).toMatch(/Card 1.*1\.00 USD/);
  const headings = page.root.querySelectorAll('main th').map(({ text }) => text);
  expect(headings).toEqual(['Item', 'Ours', 'Cost there', 'Price here', 'Margin', 'Margin %']);
  expect(boxes(page)).toMatchObject({ 'List all of its catalog': true, 'Card 1': true });
  const items = page.root.querySelectorAll('main td input');
  expect(items.filter((box) => !box.hasAttribute('disabled'))).toEqual([]);
  const saved = await owner.send(page, 'picks', {
    ...{ everything: [], picked_categories: '2', picked_products: ['31'] },
  });
  expect(saved.text).toContain('What is listed is saved.');
  expect(boxes(saved)).toEqual({
    ...{
      'List all of its catalog': false,
      Games: false,
      'Games › Cards': true,
      'Games › Points': false,
    },
    ...{ 'Point 1': true, 'Point 2': false, 'Point 3': false, 'Point 4': false },
  });
  const supplier = await owner.go(saved, 'Back to the supplier');
  const imported = await owner.send(supplier, 'import');
  expect(imported.text).toMatch(/New products ?3/);
  expect(await acme.onSale()).toEqual(['Card 1', 'Card 2', 'Point 1']);
});

it('what a search does not show stays picked', async () => {
  await owner.send(await catalogPage(), 'picks', {
    ...{ everything: [], picked_products: ['21', '31'] },
  });
  const found = await catalogPage(owner, '?text=card');
  expect(boxes(found)).toMatchObject({ 'Card 1': true, 'Card 2': false });
  const saved = await owner.send(found, 'picks', { picked_products: ['22'] });
  // The search stays.
  expect(saved.root.querySelector('main [name=text]')?.getAttribute('value')).toBe('card');
  expect(boxes(await catalogPage())).toMatchObject({
    ...{ 'Card 1': false, 'Card 2': true, 'Point 1': true, 'Point 2': false },
  });
});

it('boxes on a page with a search do not end that everything is listed', async () => {
  const found = await catalogPage(owner, '?text=card');
  await owner.send(found, 'picks', { picked_products: ['21', '22'] });
  expect(boxes(await catalogPage())).toMatchObject({ 'List all of its catalog': true });
});

it('a catalog of many products has pages, and what is picked on one stays when another is saved', async () => {
  for (let id = 1_000; id < 1_210; id++) acme.add(id, 2);
  const rows = (page: ShownPage) => page.root.querySelectorAll('main tbody tr');
  const isTicked = (page: ShownPage, id: number) =>
    page.root.querySelector(`[name=picked_products][value="${id}"]`)?.hasAttribute('checked');
  const first = await owner.send(await catalogPage(), 'picks', {
    ...{ everything: [], picked_products: '21' },
  });
  expect([rows(first).length, isTicked(first, 21)]).toEqual([200, true]);
  const second = await owner.go(first, 'Next page');
  expect([rows(second).length, isTicked(second, 31)]).toEqual([19, false]);
  const saved = await owner.send(second, 'picks', { picked_products: '31' });
  expect([rows(saved).length, isTicked(saved, 31)]).toEqual([19, true]);
  expect(isTicked(await catalogPage(), 21)).toBe(true);
});

it('everything is listed again when that is ticked', async () => {
  await owner.send(await catalogPage(), 'picks', { everything: [] });
  expect(boxes(await catalogPage())).toMatchObject({ 'List all of its catalog': false });
  await owner.send(await catalogPage(), 'picks', { everything: 'on' });
  expect(boxes(await catalogPage())).toMatchObject({ 'List all of its catalog': true });
});

it('a page is refused that shows other picks than there are now, also untouched', async () => {
  await addOperator(shop, 'manager', 'manager');
  const manager = await browserOf(shop, 'manager');
  const some = { everything: [], picked_products: ['21', '31', '32'] };
  const whole = await catalogPage();
  await owner.send(await catalogPage(manager), 'picks', some);
  const refused = await owner.send(whole, 'picks', {});
  expect([refused.status, refused.text]).toEqual([412, expect.stringContaining('meanwhile')]);
  expect(boxes(refused)).toMatchObject({ 'List all of its catalog': false, 'Card 1': true });
  // What is shown with the refusal can be saved.
  await owner.send(refused, 'picks', {});
  const part = await catalogPage(owner, '?text=card');
  await owner.send(await catalogPage(manager), 'picks', { everything: 'on' });
  expect((await owner.send(part, 'picks', {})).status).toBe(412);
  expect(boxes(await catalogPage())).toMatchObject({ 'List all of its catalog': true });
});

it('a request without a box leaves everything listed', async () => {
  const page = await catalogPage();
  await owner.post(`${page.path}/picks`, new URLSearchParams());
  expect(boxes(await catalogPage())).toMatchObject({ 'List all of its catalog': true });
});

it('a supplier that does not answer is told, with the way back', async () => {
  acme.isAway = true;
  const page = await catalogPage();
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('could not be read')]);
  expect((await owner.go(page, 'Back to the supplier')).title).toContain(acme.name);
});

it('who may not import has neither link nor page', async () => {
  await addOperator(shop, 'support', 'support');
  const support = await browserOf(shop, 'support');
  const path = `/console/suppliers/${encodeURIComponent(acme.name)}`;
  expect((await support.open(path)).text).not.toContain('Pick what');
  expect((await support.open(`${path}/catalog`)).status).toBe(403);
});
