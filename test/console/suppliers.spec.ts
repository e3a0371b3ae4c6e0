import { newSecretKey } from '../../src/common/secret-box.js';
import { endOwnRounds } from '../notifications/notifying.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { changesBy, newestEntry } from './changes-by.js';

const HOSTILE = '<script>alert(1)</script>';

let shop: TestShop;
let supplier: TestShop;
let ada: TestBrowser;
let token: string;
let began: string;

beforeAll(async () => {
  // A shop of its own: suppliers may be on this machine by a setting.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  // It is synced by these tests alone.
  await endOwnRounds(shop);
  // A shop of its own: it sells one product.
  supplier = await startTestShop({ BASE_URL: 'http://supplier.example' });
  ada = await operatorBrowser(shop, 'owner', 'ada');
  ({ token } = await supplier.account({ balance: '12.5' }));
  await supplier.product({ name: HOSTILE, price: '2' });
});
beforeEach(async () => {
  began = await newestEntry(shop);
});
afterAll(async () => {
  await shop.close();
  await supplier.close();
});

async function add(name: string, typed: Record<string, string> = {}): Promise<ShownPage> {
  const list = await ada.open('/console/suppliers');
  return ada.send(list, 'suppliers', { name, url: supplier.baseUrl, token, ...typed });
}

it.each(['.', '..'])(
  'a supplier is not named %s, as browsers take it for a way to another page',
  async (name) => {
    expect((await add(name)).status).toBe(422);
  },
);

it('a supplier is added and asked, and its token is never shown', async () => {
  const added = await add('acme', { low_balance: '5', timeout_seconds: '7' });
  expect(added.path).toBe('/console/suppliers/acme?done=added');
  expect(added.text).toMatch(/State: reached.*Balance there ?12\.50 USD/);
  const headings = added.root.querySelectorAll('main h2').map(({ text }) => text);
  expect(headings.slice(-3)).toEqual([
    ...['Danger zone', 'Buy nothing new there for a while', 'Remove this supplier'],
  ]);
  const list = await ada.go(added, 'Back to the suppliers');
  expect(list.text).toMatch(/acme.*reached.*12\.50 USD/);
  const checked = await ada.send(added, 'check');
  expect(checked.text).toContain('The supplier was asked.');
  const audit = await shop.db.query('SELECT * FROM audit_entries');
  for (const text of [added, list, checked].map(({ answer }) => answer.text)) {
    expect(text).not.toContain(token);
  }
  expect(JSON.stringify(audit)).not.toContain(token);
  expect(await changesBy(shop, 'ada', 'supplier add', began)).toMatchObject([
    { before: null, after: { name: 'acme', low_balance: '5', timeout_seconds: 7 } },
  ]);
});

it('one that cannot be reached is there, and says why', async () => {
  const added = await add('far', { url: 'http://127.0.0.1:1' });
  expect(added.text).toMatch(/State: failing.*Why the last check failed/);
});

it.each([
  { name: 'a b' },
  { url: 'ftp://acme.example' },
  { token: 'a b' },
  { timeout_seconds: 'x' },
  { low_balance: '-1' },
])('a supplier with %j is refused, and the form keeps all but the token', async (wrong) => {
  const refused = await add('wrong', wrong);
  expect([refused.status, refused.root.querySelector('[role="alert"]') === null]).toEqual([
    ...[422, false],
  ]);
  expect(refused.answer.text).not.toContain(token);
  const { url } = { url: supplier.baseUrl, ...wrong };
  expect(refused.root.querySelector('[name="url"]')?.getAttribute('value')).toBe(url);
  expect((await ada.open('/console/suppliers/wrong')).status).toBe(404);
});

it('settings are changed by one of two, and the other one reads them', async () => {
  await add('edited');
  const [page, late] = [
    await ada.open('/console/suppliers/edited'),
    await ada.open('/console/suppliers/edited'),
  ];
  const saved = await ada.send(page, 'settings', { low_balance: '20', max_concurrent: '3' });
  expect(saved.text).toContain('The settings are saved.');
  const refused = await ada.send(late, 'settings', { low_balance: '30' });
  const [field] = refused.root.querySelectorAll('[name="low_balance"]');
  expect([refused.status, field?.getAttribute('value')]).toEqual([412, '20']);
  const wrong = await ada.send(refused, 'settings', { timeout_seconds: '99' });
  expect(wrong.status).toBe(422);
  expect(await changesBy(shop, 'ada', 'supplier set', began)).toMatchObject([
    { before: { low_balance: null }, after: { low_balance: '20', max_concurrent: 3 } },
  ]);
});

it('its catalog is tried, listed and kept in step', async () => {
  const page = await add('listed');
  // A name is typed on a phone, too.
  expect(page.root.querySelector('[name=into_category]')?.getAttribute('inputmode')).toBeFalsy();
  const synced = await ada.send(page, 'sync', {
    ...{ markup: '10', markup_by_category: '7=5\r\n8=', every_minutes: '60' },
  });
  expect(synced.text).toMatch(/settings of the sync are saved.*Mark-up in percent ?10/);
  const wrong = await ada.send(synced, 'sync', { markup_by_category: '<b>' });
  expect([wrong.status, wrong.answer.text.includes('<b>')]).toEqual([422, false]);

  const tried = await ada.send(synced, 'import', { dry_run: '1' });
  expect(tried.text).toMatch(/nothing was changed.*New products ?1/);
  expect(await changesBy(shop, 'ada', 'catalog import', began)).toEqual([]);
  const imported = await ada.send(tried, 'import');
  expect(imported.text).toMatch(/The catalog was imported.*New products ?1/);
  expect(await changesBy(shop, 'ada', 'catalog import', began)).toMatchObject([
    { after: { created: 1 } },
  ]);

  const refused = await ada.send(imported, 'remove');
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Products that it delivers: 1.'),
  ]);
});

it('its catalog is listed in a category of ours, which is found by its name', async () => {
  const id = await shop.category({ name: 'Bought elsewhere' });
  const page = await add('placed');
  const unknown = await ada.send(page, 'sync', { into_category: 'nowhere' });
  expect([unknown.status, unknown.text.includes('was found')]).toEqual([422, true]);
  const placed = await ada.send(unknown, 'sync', { into_category: 'bought' });
  const link = placed.link('\u2068Bought elsewhere\u2069');
  expect(link).toContain(`catalog/categories/${id}`);
  const [field] = placed.root.querySelectorAll('[name="into_category"]');
  expect(field?.getAttribute('value')).toBe(String(id));
});

it('is forgotten as long as nothing was bought from it', async () => {
  const removed = await ada.send(await add('gone'), 'remove');
  expect(removed.text).toContain('The supplier is removed.');
  expect((await ada.open('/console/suppliers/gone')).status).toBe(404);
  expect(await changesBy(shop, 'ada', 'supplier remove', began)).toMatchObject([
    { before: { name: 'gone' } },
  ]);
});

it('shows balances and forms to those only who may use them', async () => {
  await add('seen');
  const support = await operatorBrowser(shop, 'support');
  for (const path of ['/console/suppliers', '/console/suppliers/seen']) {
    const page = await support.open(path);
    expect([page.status, page.text.includes('12.50')]).toEqual([200, false]);
    expect(page.root.querySelectorAll('main form[method="post"]')).toEqual([]);
  }
  for (const path of [
    '',
    ...['settings', 'check', 'sync', 'import', 'remove'].map((one) => `/seen/${one}`),
  ]) {
    const { status } = await support.post(`/console/suppliers${path}`, new URLSearchParams());
    expect([path, status]).toEqual([path, 403]);
  }
});
