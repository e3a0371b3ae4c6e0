import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestBrowser;
let account: TestAccount;
let product: number;
/** The page before anything was sold. */
let empty: ShownPage;
/** The page when two orders were sold. */
let sold: ShownPage;
let oldest: string;

beforeAll(async () => {
  // A shop of its own: the first page is about the whole shop.
  shop = await startTestShop();
  owner = await operatorBrowser(shop, 'owner', 'ada');
  account = await shop.account({ name: 'Ali <b> & Sons', balance: '5' });
  product = await shop.product({ price: '1.25' });
  empty = await owner.open('/console');
  oldest = await placed('b2f1a1d6-0001-4000-8000-000000000001');
  await placed('b2f1a1d6-0001-4000-8000-000000000002');
  sold = await owner.open('/console');
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.db.query('UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL');
  await shop.db.query('UPDATE accounts SET api_permitted = true');
  await shop.db.query(`UPDATE products SET fulfillment = '[]'`);
  await shop.db.query('DELETE FROM stock_codes; DELETE FROM code_stocks; DELETE FROM suppliers');
});

async function placed(uuid: string, of = product, by = account): Promise<string> {
  const { json } = await by.api(`/client/api/newOrder/${of}/params?order_uuid=${uuid}`);
  return (json as { data: { order_id: string } }).data.order_id;
}

describe('the first page', () => {
  it('says what was sold today, and what waits', async () => {
    expect(empty.text).toMatch(/Waiting 0 /);
    expect(sold.text).toMatch(/Waiting 2 Oldest: ID_\w+, \d+ (minute|hour)s?/);
    expect(sold.text).toContain(oldest);
    expect(sold.text).toMatch(
      /Sold today 2\.50 USD The whole day a week before: 0\.00 USD By product Profit — Sales of unknown cost: 2\.50 USD Costs .* Orders 2 The whole day a week before: 0 /,
    );
    expect((await owner.go(sold, oldest)).path).toBe(`/console/orders/${oldest}`);
  });

  it('ticks off the first steps of a new shop, for those who can take them', async () => {
    expect(sold.text).toMatch(
      /Needs a hand .* First steps Make an account for a reseller \(already done\) Add a product with a price \(already done\) Issue a token and send it to the reseller \(already done\) Book a deposit \(already done\) See the first order \(already done\) Have somebody/,
    );
    expect(empty.text).toContain('See the first order Have somebody');
    expect((await owner.go(sold, 'Turn on the second factor of an owner')).path).toBe(
      '/console/own',
    );
    const finance = await operatorBrowser(shop, 'finance');
    expect((await finance.open('/console')).text).not.toContain('First steps');
  });

  it('shows the last orders', async () => {
    expect(empty.text).toContain('No order was placed yet.');
    const rows = sold.root.querySelectorAll('[data-latest] tbody tr');
    expect(rows).toHaveLength(2);
    expect((await owner.go(sold, 'All orders')).path).toBe('/console/orders');
  });

  it('lists the accounts with little money, and those that are halted', async () => {
    await shop.db.query(
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'a <i>gap</i>'
       WHERE id = $1`,
      [account.id],
    );
    const page = await owner.open('/console');
    expect(page.text).toMatch(/Orders of the account are halted · Ali <b> & Sons a <i>gap<\/i>, /);
    expect(page.text).toMatch(/Less than 10 USD to spend · Ali <b> & Sons 2\.50 USD/);
    expect(page.answer.text).not.toContain('<i>gap');
    expect(page.link('Ali <b> & Sons')).toBe(`console/accounts/${account.id}`);
  });

  it('lists the stocks that run low, empty ones that deliver a product, and suspended accounts', async () => {
    expect(empty.text).not.toMatch(/Stock/);
    await shop.db.query(
      `INSERT INTO code_stocks (name, low_stock)
       VALUES ('few', 2), ('enough', 1), ('sold out', 0), ('unused', 0)`,
    );
    await shop.db.query(
      `INSERT INTO stock_codes (stock, code_hash, sealed_code)
       SELECT stock, sha256(stock::bytea), '' FROM unnest(ARRAY['few', 'enough']) stock`,
    );
    await shop.db.query('UPDATE products SET fulfillment = $1 WHERE id = $2', [
      JSON.stringify([{ handler: 'codes', settings: { stock: 'sold out' } }]),
      product,
    ]);
    await shop.db.query('UPDATE accounts SET api_permitted = false WHERE id = $1', [account.id]);
    const page = await owner.open('/console');
    expect(page.text).toMatch(
      /Stock is empty · sold out Free: 0\. Warn below: 0\. .*Stock runs low · few Free: 1\. Warn below: 2\./,
    );
    expect(page.text).toMatch(/Account is suspended · Ali <b> & Sons/);
    expect((await owner.go(page, 'Add codes')).path).toBe('/console/stock/sold%20out');
  });

  it('names stocks whose codes a failover holds back, and when codes were sold that may be there again', async () => {
    expect(empty.text).not.toMatch(/held back after a failover/);
    await shop.db.query(
      `INSERT INTO code_stocks (name, low_stock, lost_from, lost_until)
       VALUES ('uc60', 0, '2026-11-26 01:02:03Z', '2026-11-26 01:02:44Z')`,
    );
    const page = await owner.open('/console');
    expect(page.text).toMatch(
      /Codes held back after a failover · uc60 .* Sold from: 26 Nov 2026, 01:02:03\. Until: 26 Nov 2026, 01:02:44\./,
    );
    expect((await owner.go(page, 'Release held codes')).path).toBe('/console/stock/uc60');
  });

  it('lists the suppliers that fail, and those with a low balance to those who may see it', async () => {
    await shop.db.query(
      `INSERT INTO suppliers (name, base_url, sealed_token, max_concurrent, time_out, markup,
                              last_error, sync_error, balance, low_balance)
       VALUES ('silent', 'https://a.example', '', 1, 1, 0, 'no <answer>', '', 100, NULL),
              ('poor', 'https://b.example', '', 1, 1, 0, '', '', 3.5, 10),
              ('well', 'https://c.example', '', 1, 1, 0, '', '', 100, 10)`,
    );
    const page = await owner.open('/console');
    expect(page.text).toMatch(
      /in trouble · silent Not reached: no <answer> .*in trouble · poor Our balance there is low: 3\.50 USD/,
    );
    expect(page.text).not.toContain('well');
    const support = await operatorBrowser(shop, 'support');
    const shown = await support.open('/console');
    expect(shown.text).toContain('silent');
    expect(shown.text).not.toContain('poor');
  });

  it('shows each role what it may see', async () => {
    const viewer = await operatorBrowser(shop, 'viewer');
    const page = await viewer.open('/console');
    expect(page.text).toMatch(/Sold today \d\.\d\d USD/);
    expect(page.text).not.toContain('Profit');
    const support = await operatorBrowser(shop, 'support', 'sue');
    expect((await support.open('/console')).text).not.toContain('Sold today');
  });

  it('says of which sales the profit is, and marks no loss, while the cost of others is unknown', async () => {
    const [dear, rich] = [
      await shop.product({ price: '0.95' }),
      await shop.account({ balance: '50' }),
    ];
    await shop.service(ProductCosts).set(dear, '5.103');
    await shop
      .service(OrderCloseService)
      .accept(await placed('b2f1a1d6-0001-4000-8000-000000000003', dear, rich), { actor: 'test' });
    for (const path of ['/console', '/console/reports']) {
      const page = await owner.open(path);
      expect(page.text).toMatch(/Profit -4\.153 USD from 0\.95 of 3\.45 USD sold/);
      expect(page.answer.text).not.toContain('negative');
    }
    await shop.db.query(
      `INSERT INTO order_costs (account_id, order_id, cost, source)
       SELECT account_id, order_id, 0, 'product' FROM orders WHERE product_id = $1`,
      [product],
    );
    const page = await owner.open('/console');
    expect(page.text).toContain('Profit -1.653 USD The whole day a week before: 0.00 USD Orders 3');
    expect(page.answer.text).toContain('money negative');
  });
});
