import { newSecretKey } from '../../src/common/secret-box.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { changesBy, newestEntry } from './changes-by.js';

const HOSTILE = '<script>alert(1)</script>/ü?';

let shop: TestShop;
let ada: TestBrowser;
let viewer: TestBrowser;
let began: string;

beforeAll(async () => {
  // A shop of its own: the lists of all stocks are looked at.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'owner', 'ada');
  viewer = await operatorBrowser(shop, 'viewer');
  await shop.service(SupplierService).add('acme', 'http://127.0.0.1:9', { token: 'T' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.query('DELETE FROM stock_codes; DELETE FROM code_stocks');
  began = await newestEntry(shop);
});

const stockOf = (name: string): string => `/console/stock/${encodeURIComponent(name)}`;

describe('a stock', () => {
  it('is made with its first codes, which no page shows again', async () => {
    const list = await ada.open('/console/stock');
    const codes = 'A-1\r\n A-2 \n\nA-2';
    const made = await ada.send(list, 'stock', { name: HOSTILE, codes, cost: '0.85' });
    expect(made.text).toContain('2 codes were added; 1 was in stock before');
    expect(made.text).toMatch(/Free ?2 /);
    const again = await ada.go(made, 'Back to the stocks');
    const page = await ada.go(again, HOSTILE);
    for (const { answer } of [made, again, page]) {
      expect(answer.text).not.toMatch(/A-1|A-2|<script>a/);
    }
    const [change] = await changesBy(shop, 'ada', 'codes import', began);
    expect(change).toMatchObject({ before: null, after: { name: HOSTILE, free: 2 } });
    expect(JSON.stringify(change)).not.toContain('A-1');
  });

  it('gets more codes, and a warning', async () => {
    await ada.send(await ada.open('/console/stock'), 'stock', { name: 'uc', codes: 'B-1' });
    const page = await ada.open(stockOf('uc'));
    const added = await ada.send(page, 'codes', { codes: 'B-1\nB-2' });
    expect(added.text).toContain('1 code was added; 1 was in stock before');
    const wrong = await ada.send(added, 'warn-below', { warn_below: 'x' });
    expect([
      wrong.status,
      wrong.root.querySelector('[aria-invalid]')?.getAttribute('value'),
    ]).toEqual([422, 'x']);
    const warned = await ada.send(wrong, 'warn-below', { warn_below: '5' });
    expect(warned.text).toMatch(/The warning is set.*Free ?2 ?low/);
    expect(await changesBy(shop, 'ada', 'codes warn', began)).toMatchObject([
      { before: { warn_below: 10 }, after: { warn_below: 5 } },
    ]);
  });

  it.each([
    { name: 'wrong', codes: ' ' },
    { name: 'wrong', codes: 'C-1', cost: '-1' },
    { name: ' ', codes: 'C-1' },
    { name: 'x'.repeat(101), codes: 'C-1' },
    // Browsers take them for a way: the page of such a stock, and its forms, would never be reached.
    { name: '.', codes: 'C-1' },
    { name: '..', codes: 'C-1' },
  ])('is not made of %j', async (typed) => {
    const refused = await ada.send(await ada.open('/console/stock'), 'stock', typed);
    expect([refused.status, refused.root.querySelector('[role="alert"]') === null]).toEqual([
      ...[422, false],
    ]);
    expect((await ada.open(stockOf('wrong'))).status).toBe(404);
  });

  it('tells what a release would do, and then does it', async () => {
    const made = { name: 'held', codes: 'D-1\nD-2\nD-3' };
    await ada.send(await ada.open('/console/stock'), 'stock', made);
    await shop.db.query(
      `UPDATE code_stocks SET held_through = (SELECT max(id) FROM stock_codes WHERE stock = 'held')
         WHERE name = 'held'`,
    );
    const page = await ada.open(stockOf('held'));
    const tried = await ada.send(page, 'release', { sold: 'D-2\nD-9', dry_run: '1' });
    expect(tried.text).toMatch(
      /nothing was changed.*For sale again ?2 ?Marked as sold ?1.*sold ?1/,
    );
    expect(await changesBy(shop, 'ada', 'codes release', began)).toEqual([]);
    const released = await ada.send(tried, 'release', { dry_run: undefined });
    expect(released.text).toMatch(/The held codes are released.*For sale again ?2/);
    expect(released.text).toMatch(/Held back ?0/);
    expect(await changesBy(shop, 'ada', 'codes release', began)).toMatchObject([
      { before: { held: 3 }, after: { held: 0, free: 2 } },
    ]);
  });

  it('gives codes back once, however often the form is sent', async () => {
    const codes = 'H-1-THAT-IS-SECRET\nH-2-THAT-IS-SECRET\nH-3-THAT-IS-SECRET';
    await ada.send(await ada.open('/console/stock'), 'stock', { name: 'gone', codes });
    const page = await ada.open(stockOf('gone'));
    const wrong = await ada.send(page, 'withdraw', { count: '0' });
    expect([wrong.status, wrong.answer.text.includes('H-1')]).toEqual([422, false]);
    const shown = await Promise.all(
      [1, 2, 3].map(() => ada.send(page, 'withdraw', { count: '2' })),
    );
    for (const { root, status } of shown) {
      const texts = root.querySelectorAll('.codes code').map(({ text }) => text);
      expect([status, texts]).toEqual([200, codes.split('\n').slice(0, 2)]);
    }
    expect((await ada.open(stockOf('gone'))).text).toMatch(/Free ?1/);
    expect(await changesBy(shop, 'ada', 'codes withdraw', began)).toMatchObject([
      { before: { free: 3 }, after: { free: 1 } },
    ]);
    const kept = await shop.db.query('SELECT answer FROM admin_requests');
    const entries = await shop.db.query('SELECT * FROM audit_entries');
    expect(JSON.stringify([kept, entries])).not.toContain('THAT-IS-SECRET');
  });

  it('is only seen by those who may not change it', async () => {
    await ada.send(await ada.open('/console/stock'), 'stock', { name: 'seen', codes: 'E-1' });
    const page = await viewer.open(stockOf('seen'));
    expect([page.status, page.root.querySelectorAll('main form')]).toEqual([200, []]);
    const sent: [string, Record<string, string>][] = [
      ['/console/stock', { name: 'seen', codes: 'E-2' }],
      [`${stockOf('seen')}/codes`, { codes: 'E-2' }],
      [`${stockOf('seen')}/warn-below`, { warn_below: '1' }],
      [`${stockOf('seen')}/release`, {}],
      [`${stockOf('seen')}/withdraw`, { count: '1' }],
    ];
    for (const [path, fields] of sent) {
      const { status } = await viewer.post(path, new URLSearchParams(fields));
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await viewer.open(stockOf('seen'))).text).toMatch(/Free ?1/);
  });

  it('is listed in pages', async () => {
    for (let i = 0; i < 51; i++) {
      await shop.db.query('INSERT INTO code_stocks (name) VALUES ($1)', [`z${100 + i}`]);
    }
    const first = await ada.open('/console/stock');
    expect(first.text).not.toContain('z150');
    expect((await ada.go(first, 'Next page')).text).toContain('z150');
    expect((await ada.open('/console/stock?cursor=x')).status).toBe(422);
  });
});

describe('the delivery of a product', () => {
  it('is chosen on its page, in the order of the numbers', async () => {
    const named = 'PUBG 60 <codes>: "new"';
    const made = await ada.send(await ada.open('/console/stock'), 'stock', {
      ...{ name: named, codes: 'F-1' },
    });
    expect((await ada.go(await ada.go(made, 'Back to the stocks'), 'To the catalog')).status).toBe(
      200,
    );
    const product = await shop.product();
    const page = await ada.open(`/console/catalog/products/${product}`);
    expect(page.text).toContain('By hand: its orders wait to be decided.');
    const set = await ada.send(page, 'delivery', {
      ...{ by_0: 'supplier:acme', detail_0: '77', position_0: '2' },
      ...{ by_1: `stock:${named}`, position_1: '1' },
    });
    expect(set.text).toContain('Who delivers the product is set');
    expect(set.text).toContain(
      `codes from the stock ${named} bought at the supplier acme (product 77)`,
    );
    expect(set.answer.text).not.toContain('<codes>');
    const steps = [
      { handler: 'codes', settings: { stock: named } },
      { handler: 'upstream', settings: { supplier: 'acme', product: 77 } },
    ];
    expect(await changesBy(shop, 'ada', 'delivery set', began)).toMatchObject([
      { before: { steps: [] }, after: { steps } },
    ]);
    // Whoever has not seen this does not undo it.
    const late = await ada.send(page, 'delivery', { by_0: 'manual' });
    expect([
      late.status,
      late.root.querySelector('[name="detail_1"]')?.getAttribute('value'),
    ]).toEqual([412, '77']);
    // Sent as it is shown, it stays as it is.
    await ada.send(set, 'delivery');
    const changes = await changesBy(shop, 'ada', 'delivery set', began);
    expect(changes[1]?.after).toEqual(changes[0]?.after);
    expect((await ada.go(set, named)).title).toContain(named);
    const seen = await viewer.open(page.path);
    expect([seen.text.includes(named), seen.root.querySelectorAll('main form')]).toEqual([
      true,
      [],
    ]);
    const refused = await viewer.post(`${page.path}/delivery`, new URLSearchParams());
    expect(refused.status).toBe(403);
    await ada.send(set, 'delivery', { by_0: '', by_1: '' });
    expect((await viewer.open(page.path)).text).toContain('By hand');
  });

  it.each([
    { position_0: 'x', by_0: 'manual', detail_0: '' },
    { position_0: '1', by_0: 'handler:nobody', detail_0: '' },
    { position_0: '1', by_0: 'handler:test', detail_0: '"><b>' },
    { position_0: '1', by_0: 'stock:none', detail_0: '' },
    { position_0: '1', by_0: 'supplier:acme', detail_0: 'x' },
    { position_0: '1', by_0: 'odd', detail_0: '' },
  ])('is not set to %j, which the form keeps', async (typed) => {
    const product = await shop.product();
    const page = await ada.open(`/console/catalog/products/${product}`);
    const refused = await ada.send(page, 'delivery', typed);
    expect([400, 409, 422]).toContain(refused.status);
    expect(refused.root.querySelector('[role="alert"]')).not.toBeNull();
    expect(refused.answer.text).not.toContain('<b>');
    const detail = refused.root.querySelector('[name="detail_0"]');
    expect(detail?.getAttribute('value')).toBe(typed.detail_0);
    const chosen = refused.root.querySelector('[name="by_0"] [selected]');
    expect(chosen?.getAttribute('value')).toBe(typed.by_0);
  });

  it('by a stock that is not in the list is typed', async () => {
    await shop.db.query(
      `INSERT INTO code_stocks (name)
       SELECT 'many ' || n FROM generate_series(1, 201) n UNION ALL VALUES ('seen')`,
    );
    const product = await shop.product();
    const page = await ada.open(`/console/catalog/products/${product}`);
    const stocks = page.root.querySelectorAll('[name="by_0"] option[value^="stock:"]');
    expect(stocks).toHaveLength(200);
    const set = await ada.send(page, 'delivery', { by_0: 'stock', detail_0: 'seen' });
    expect(set.text).toContain('codes from the stock seen');
  });
});
