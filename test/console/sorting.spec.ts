import { randomUUID } from 'node:crypto';
import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let ada: TestBrowser;

beforeAll(async () => {
  // A shop of its own: lists are looked at as wholes.
  shop = await startTestShop();
  ada = await operatorBrowser(shop, 'owner', 'ada');
  await shop.db.query(
    `INSERT INTO code_stocks (name, low_stock) VALUES ('b', 0), ('a 10', 7), ('a 9', 0)`,
  );
  await shop.db.query(
    `INSERT INTO stock_codes (stock, code_hash, sealed_code)
     SELECT stock, sha256((stock || n)::bytea), ''
     FROM (VALUES ('b', 2), ('a 10', 3)) codes (stock, count), generate_series(1, count) n`,
  );
});
afterAll(() => shop.close());

function firstCells(page: ShownPage): string[] {
  return page.root.querySelectorAll('tbody tr').map((row) => {
    return row.querySelector('td')?.text.trim() ?? '';
  });
}

/** How the list is sorted, by the titles of its columns. */
function sortedBy(page: ShownPage): string[] {
  return page.root
    .querySelectorAll('th[aria-sort]')
    .map((head) => `${head.text.trim()} ${head.getAttribute('aria-sort')}`);
}

describe('a list that is wholly shown', () => {
  it('is sorted by its titles, in both directions', async () => {
    const stocks = await ada.open('/console/stock');
    expect(sortedBy(stocks)).toEqual([]);
    const up = await ada.go(stocks, 'Name');
    expect([firstCells(up), sortedBy(up)]).toEqual([['a 9', 'a 10', 'b'], ['Name ascending']]);
    const down = await ada.go(up, 'Name');
    expect([firstCells(down), sortedBy(down)]).toEqual([['b', 'a 10', 'a 9'], ['Name descending']]);
    const most = await ada.go(down, 'Free');
    expect([firstCells(most), sortedBy(most)]).toEqual([['a 10', 'b', 'a 9'], ['Free descending']]);
    expect(firstCells(await ada.go(most, 'Free'))).toEqual(['a 9', 'b', 'a 10']);
    expect(firstCells(await ada.open('/console/stock?sort=secret'))).toEqual(firstCells(stocks));
  });

  it('has its sums below, but none of what cannot be added up', async () => {
    const stocks = await ada.open('/console/stock');
    const sums = stocks.root.querySelectorAll('tfoot tr > *').map(({ text }) => text.trim());
    expect(sums).toEqual(['Total', '5', '0', '0', '']);
    const groups = await ada.open('/console/groups');
    expect(groups.root.querySelector('tfoot')).toBeNull();
  });

  it('keeps what else its page was asked for', async () => {
    await shop.account({ name: 'Zed', balance: '1' });
    await shop.account({ name: 'Ada', balance: '2.5' });
    const low = await ada.open('/console/reports/balances?below=5');
    expect(low.root.querySelector('tfoot')?.text).toContain('3.50');
    const sorted = await ada.go(low, 'Account');
    expect(sorted.path).toBe('/console/reports/balances?below=5&sort=name');
    expect(firstCells(sorted)).toEqual(['Ada', 'Zed']);
  });
});

describe('a list of which a page shows a part', () => {
  it('is sorted where it is read: orders by their time', async () => {
    const { api } = await shop.account({ balance: '100' });
    for (const name of ['First', 'Second']) {
      const product = await shop.product({ name });
      await api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    }
    const orders = await ada.open('/console/orders?status=wait');
    expect(sortedBy(orders)).toEqual(['Placed descending']);
    const oldest = await ada.go(orders, 'Placed');
    expect([oldest.path, sortedBy(oldest)]).toEqual([
      '/console/orders?status=wait&sort=oldest',
      ['Placed ascending'],
    ]);
    expect(oldest.text).toMatch(/First.*Second/);
    expect(oldest.link('First: the oldest ×')).toMatch(/orders\?status=wait$/);
    expect((await ada.go(oldest, 'Placed')).text).toMatch(/Second.*First/);
  });

  it('has neither sums nor other titles to sort by', async () => {
    const orders = await ada.open('/console/orders');
    expect(orders.root.querySelector('tfoot')).toBeNull();
    expect(orders.root.querySelectorAll('thead a').map(({ text }) => text)).toEqual(['Placed']);
    const accounts = await ada.open('/console/accounts');
    expect(accounts.root.querySelector('thead a')).toBeNull();
  });
});
