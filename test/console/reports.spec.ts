import { dayAfter } from '../../src/common/zoned-time.js';
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
  const categoryId = await shop.category({ name: 'Games <u>' });
  const product = await shop.product({ name: 'Gold <i>', price: '1.23456789', categoryId });
  for (const n of [1, 2, 3]) {
    const uuid = `b2f1a1d6-0001-4000-8000-00000000000${n}`;
    await reseller.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}`);
  }
});
afterAll(() => shop.close());

const TOTAL = '3.7037… USD';

const daysAgo = (days: number): string => dayAfter(new Date().toISOString().slice(0, 10), -days);

describe('the report of sales', () => {
  it('shows each day with a chart, and the last digits where the pointer rests', async () => {
    const page = await owner.open('/console/reports');
    expect(page.text).toContain(
      'Sales 3.70370367 USD Before: 0.00 USD Profit — Sales of unknown cost: 3.70370367 USD Costs Before: 0.00 USD Orders 3',
    );
    expect(page.answer.text).toContain('title="3.70370367 USD"');
    // A place for each of 30 days, with its numbers and a link; no line of a profit that nobody knows.
    const chart = page.root.querySelector('.chart');
    expect(chart?.querySelectorAll('a title').map(({ text }) => text.slice(10))).toEqual([
      ...Array<string>(29).fill(': Sales 0.00 USD'),
      `: Sales ${TOTAL}`,
    ]);
    expect(chart?.querySelectorAll('line.profit')).toEqual([]);
    // The table stands behind, with the days on which something was sold.
    expect(page.root.querySelectorAll('details tbody tr')).toHaveLength(1);
    const products = chart?.querySelectorAll('a').at(-1)?.getAttribute('href');
    expect(products).toBe(`./reports?by=product&from=${daysAgo(0)}&to=${daysAgo(0)}`);
    expect(page.answer.text).not.toMatch(/ style=|NaN|undefined/);
  });

  it.each([
    ['product', 'Gold <i>'],
    ['category', 'Games <u>'],
    ['account', '=cmd|<b>'],
    ['supplier', 'none'],
  ])('shows each %s, with bars', async (by, name) => {
    const page = await owner.open(`/console/reports?by=${by}`);
    const row = page.root.querySelector('tbody tr');
    expect(row?.structuredText).toContain(name);
    expect(row?.structuredText).toContain(TOTAL);
    expect(row?.querySelectorAll('svg.bar rect')).toHaveLength(1);
    expect(page.answer.text).not.toMatch(/<i>|<b>|<u>/);
  });

  it.each([
    ['week', /^\d{4}-\d\d-\d\d: Sales 3\.7037… USD$/],
    ['month', /^\d{4}-\d\d: Sales 3\.7037… USD$/],
  ])('shows each %s, also those in which nothing was sold', async (by, last) => {
    const page = await owner.open(`/console/reports?by=${by}&from=${daysAgo(60)}`);
    const places = page.root.querySelectorAll('.chart a title').map(({ text }) => text);
    expect(places.length).toBeGreaterThan(1);
    expect(places.at(-1)).toMatch(last);
    expect(page.root.querySelectorAll('details tbody tr')).toHaveLength(1);
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.headers['content-disposition']).toContain(`sales-by-${by}-utc.csv`);
  });

  it('offers periods, and compares each with the one before', async () => {
    const page = await owner.open('/console/reports?by=product');
    const marked = ({ root }: typeof page) =>
      root.querySelectorAll('main .parts a[aria-current]').map(({ text }) => text.trim());
    expect(marked(page)).toEqual(['Sales', 'Last 30 days']);
    const day = await owner.open(`/console/reports?by=product&from=${daysAgo(0)}&to=${daysAgo(0)}`);
    expect(marked(day)).toEqual(['Sales', 'Today']);
    const yesterday = daysAgo(1);
    // What has gone of today is not compared with the whole of yesterday.
    const isOf = `“Before” is from ${yesterday} to ${yesterday}`;
    expect(day.text).toContain(`${isOf}, up to the same time.`);
    const over = await owner.open(`/console/reports?from=${yesterday}&to=${yesterday}`);
    expect(over.text).toContain(`“Before” is from ${daysAgo(2)} to ${daysAgo(2)}.`);
    for (const [name, first] of [
      ['Last 7 days', daysAgo(6)],
      ['Last 30 days', daysAgo(29)],
      ['This month', `${daysAgo(0).slice(0, 7)}-01`],
    ] as const) {
      const shown = await owner.go(page, name);
      expect(shown.text).toContain(TOTAL);
      expect(shown.root.querySelector('[name="from"]')?.getAttribute('value')).toBe(first);
      expect(shown.root.querySelector('[name="by"] [selected]')?.getAttribute('value')).toBe(
        'product',
      );
    }
    expect((await owner.go(page, 'Yesterday')).text).toContain('Sales 0.00 USD Before: 0.00 USD');
    const long = await owner.open(`/console/reports?from=${daysAgo(200)}`);
    expect(long.text).not.toContain('Before');
    // There is no time before it that can be compared with.
    const first = await owner.open('/console/reports?from=0001-01-01&to=0001-01-02');
    expect([first.status, first.text]).toEqual([200, expect.not.stringContaining('Before')]);
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

  it('is a paper to be printed, without navigation and forms', async () => {
    const page = await owner.open(`/console/reports?by=account&from=${daysAgo(0)}`);
    const paper = await owner.go(page, 'For printing');
    expect(paper.root.querySelectorAll('nav, form, input, button, header')).toEqual([]);
    expect(paper.text).toMatch(new RegExp(`^Souk Reports Back From ${daysAgo(0)} `));
    expect(paper.text).toContain('=cmd|<b>');
    expect((await owner.go(paper, 'Back')).root.querySelectorAll('main form')).toHaveLength(1);
    expect((await owner.open('/console/reports?print=1&from=x')).status).toBe(422);
    const costs = await viewer.open('/console/reports?print=1&by=account');
    expect(costs.text).not.toMatch(/Cost|Profit/);
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
    await shop.db.query(`INSERT INTO code_stocks (name) VALUES ('uc60'), ('uc90')`);
    await shop.db.query(
      `INSERT INTO stock_codes (stock, code_hash, sealed_code, cost)
       VALUES ('uc60', sha256('a'), '', 0.5), ('uc60', sha256('b'), '', NULL), ('uc90', sha256('c'), '', NULL)`,
    );
    const page = await owner.open('/console/reports/stock');
    expect(page.text).toMatch(/uc60 2 0 0\.50 USD 1 uc90 1 0 — 1 Total 3 0 — 2/);
    expect((await viewer.open('/console/reports/stock')).text).not.toContain('0.50');
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.text).toContain('"uc60",2,0,0.5,1\r\n');
  });
});
