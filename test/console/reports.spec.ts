import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestBrowser;
let viewer: TestBrowser;
let account: number;

beforeAll(async () => {
  // A shop of its own: the reports tell the sales of the whole shop.
  shop = await startTestShop();
  owner = await operatorBrowser(shop, 'owner');
  viewer = await operatorBrowser(shop, 'viewer');
  const reseller = await shop.account({ name: '=cmd|<b>', balance: '20' });
  account = reseller.id;
  const product = await shop.product({ name: 'Gold <i>', price: '1.23456789' });
  for (const n of [1, 2, 3]) {
    const uuid = `b2f1a1d6-0001-4000-8000-00000000000${n}`;
    await reseller.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}`);
  }
});
afterAll(() => shop.close());

const TOTAL = '3.7037… USD';

describe('the report of sales', () => {
  it('shows each day with a chart, and the last digits where the pointer rests', async () => {
    const page = await owner.open('/console/reports');
    expect(page.text).toContain(`Sales ${TOTAL} Cost — Profit —`);
    expect(page.answer.text).toContain('title="3.70370367 USD"');
    // No line of a profit that nobody knows.
    expect(page.root.querySelectorAll('svg[role="img"] path')).toHaveLength(1);
    expect(page.root.querySelectorAll('tbody tr')).toHaveLength(1);
    expect(page.answer.text).not.toMatch(/ style=|NaN|undefined/);
  });

  it.each([
    ['product', 'Gold <i>'],
    ['account', '=cmd|<b>'],
    ['supplier', 'none'],
  ])('shows each %s, with bars', async (by, name) => {
    const page = await owner.open(`/console/reports?by=${by}`);
    const row = page.root.querySelector('tbody tr');
    expect(row?.structuredText).toContain(name);
    expect(row?.structuredText).toContain(TOTAL);
    expect(row?.querySelectorAll('svg.bar rect')).toHaveLength(1);
    expect(page.answer.text).not.toMatch(/<i>|<b>/);
  });

  it('is of the days that were chosen, the last one included', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const form = await owner.open('/console/reports');
    const chosen = await owner.send(form, 'reports', { from: today, to: today });
    expect(chosen.text).toContain(TOTAL);
    expect(chosen.answer.text).toContain(`value="${today}"`);
    const before = await owner.open('/console/reports?from=2026-01-01&to=2026-01-31');
    expect(before.text).toContain('Sales 0.00 USD');
    expect(before.text).toContain('Nothing was sold in this time.');
  });

  it.each([
    'from=x',
    'to=2026-02-30',
    'by=nothing',
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01',
  ])('is refused for %s', async (query) => {
    const page = await owner.open(`/console/reports?${query}`);
    expect([page.status, page.root.querySelectorAll('[role="alert"]').length]).toEqual([422, 1]);
  });

  it('is kept as a file that no spreadsheet runs', async () => {
    const page = await owner.open('/console/reports?by=account');
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.answer.headers['content-disposition']).toBe(
      'attachment; filename="sales-by-account.csv"',
    );
    expect(file.answer.headers['cache-control']).toBe('no-store');
    expect(file.answer.text).toContain(`\r\n${account},"'=cmd|<b>",3,3,3.70370367,,,3.70370367,0`);
  });

  it('has no costs for those who may not see them, and is closed to support', async () => {
    const page = await viewer.open('/console/reports?by=product');
    expect(page.text).not.toMatch(/Cost|Profit/);
    const file = await viewer.open('/console/reports?by=product&format=csv');
    expect(file.answer.text).toMatch(/,3,3,3\.70370367,,,,\r\n/);
    const support = await operatorBrowser(shop, 'support');
    for (const path of ['', '/balances', '/stock']) {
      expect((await support.open(`/console/reports${path}`)).status).toBe(403);
    }
    expect((await support.open('/console')).root.querySelectorAll('a[href$="reports"]')).toEqual(
      [],
    );
  });
});

describe('the other reports', () => {
  it('list the accounts with less than an amount', async () => {
    const few = await owner.open('/console/reports/balances');
    expect(few.text).not.toContain('=cmd');
    const more = await owner.send(few, 'reports/balances', { below: '17' });
    expect(more.text).toMatch(/=cmd\|<b> 16\.2962… USD 0\.00 USD 16\.2962… USD/);
    expect((await owner.send(few, 'reports/balances', { below: '1e3' })).status).toBe(422);
    const file = await owner.go(more, 'Save as CSV');
    expect(file.answer.text).toContain(`${account},"'=cmd|<b>",16.29629633,0,16.29629633\r\n`);
  });

  it('list the unsold codes', async () => {
    await shop.db.query(`INSERT INTO code_stocks (name) VALUES ('uc60')`);
    await shop.db.query(
      `INSERT INTO stock_codes (stock, code_hash, sealed_code, cost)
       VALUES ('uc60', sha256('a'), '', 0.5), ('uc60', sha256('b'), '', NULL)`,
    );
    const page = await owner.open('/console/reports/stock');
    expect(page.text).toMatch(/uc60 2 0 0\.50 USD 1/);
    expect((await viewer.open('/console/reports/stock')).text).not.toContain('0.50');
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.text).toContain('"uc60",2,0,0.5,1\r\n');
  });
});
