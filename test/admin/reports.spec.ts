import { randomUUID } from 'node:crypto';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let finance: TestOperator;
let viewer: TestOperator;
let account: TestAccount;
let product: number;
let category: number;

beforeAll(async () => {
  // A shop of its own: the reports sum up all its sales, balances and codes.
  shop = await startTestShop();
  finance = await TestOperator.of(shop, 'finance');
  viewer = await TestOperator.of(shop, 'viewer');
  account = await shop.account({ name: '=Acme', balance: '100' });
  category = await shop.category({ name: '-Games' });
  product = await shop.product({ name: '-Dear', price: '2', categoryId: category });
  await shop.service(ProductCosts).set(product, '3');
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=2`;
  const { json } = await account.api(path);
  const { order_id: id } = (json as { data: { order_id: string } }).data;
  await shop.service(OrderCloseService).accept(id, { actor: 'test' });
});
afterAll(() => shop.close());

const SUMS = { orders: 1, waiting: 0, sales: '4' };
const COSTS = { cost: '6', profit: '-2', sales_without_cost: '0', unknown_cost: 0 };
const HIDDEN = { cost: null, profit: null, sales_without_cost: null, unknown_cost: null };

describe('sales', () => {
  it('are summed by time, product, category, account and supplier, with cost and profit', async () => {
    const rows = {
      day: { key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, name: null },
      week: { key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, name: null },
      month: { key: expect.stringMatching(/^\d{4}-\d\d-01$/) as string, name: null },
      product: { key: String(product), name: '-Dear' },
      category: { key: String(category), name: '-Games' },
      account: { key: String(account.id), name: '=Acme' },
      supplier: { key: null, name: null },
    };
    for (const [by, row] of Object.entries(rows)) {
      expect(await finance.get(`GET reports/sales?by=${by}`)).toEqual({
        by,
        from: expect.any(String) as string,
        to: expect.stringMatching(/Z$/) as string,
        items: [{ ...row, ...SUMS, ...COSTS }],
        total: { ...SUMS, ...COSTS },
        unneeded_purchases: { purchases: 0, cost: '0', unknown_cost: 0 },
        more: false,
      });
    }
  });

  it('have no costs for those who may not see them', async () => {
    const { text, json } = await viewer.ask('GET reports/sales?by=product');
    expect(json).toMatchObject({ total: { ...SUMS, ...HIDDEN }, unneeded_purchases: null });
    expect(text).not.toContain('"6"');
    const file = await viewer.ask('GET reports/sales?by=product&format=csv');
    expect(file.text.split('\r\n')[1]).toBe(`${product},"'-Dear",1,0,4,,,,`);
  });

  it('are a file in which no text is a formula, and a loss is a number', async () => {
    const { headers, text } = await finance.ask('GET reports/sales?by=account&format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      'account,name,orders,waiting,sales,cost,profit,sales_without_cost,unknown_cost\r\n' +
        `${account.id},"'=Acme",1,0,4,6,-2,0,0\r\n`,
    );
  });

  it('are of a period', async () => {
    const past = 'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z';
    expect(await finance.get(`GET reports/sales?${past}`)).toMatchObject({ items: [] });
  });

  it.each([
    'by=hour',
    'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    'from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    'limit=10001',
    'limit=0',
    'format=xml',
  ])('are not summed by %s', async (query) => {
    expect((await finance.ask(`GET reports/sales?${query}`)).status).toBe(422);
  });
});

describe('low balances', () => {
  it('are those below an amount, the least first', async () => {
    const poor = await shop.account({ name: 'Poor', balance: '1', creditLimit: '2' });
    const { json } = await viewer.ask('GET reports/balances?below=97');
    expect(json).toEqual({
      items: [
        { account_id: poor.id, name: 'Poor', balance: '1', credit_limit: '2', spendable: '3' },
        {
          account_id: account.id,
          name: '=Acme',
          balance: '96',
          credit_limit: '0',
          spendable: '96',
        },
      ],
      more: false,
    });
    expect((await viewer.ask('GET reports/balances?below=97&limit=1')).json).toMatchObject({
      more: true,
    });
    const file = await viewer.ask('GET reports/balances?below=97&format=csv');
    expect(file.text).toContain(`${account.id},"'=Acme",96,0,96\r\n`);
  });

  it.each(['', 'below=x', 'below=1e3'])('are not read by "%s"', async (query) => {
    expect((await viewer.ask(`GET reports/balances?${query}`)).status).toBe(422);
  });
});

describe('stock', () => {
  beforeAll(async () => {
    await shop.db.query(
      `WITH stock AS (INSERT INTO code_stocks (name) VALUES ('cards') RETURNING name)
       INSERT INTO stock_codes (stock, code_hash, sealed_code, cost)
       SELECT name, sha256(cost::text::bytea), '', cost FROM stock, (VALUES (1.5), (2.5)) AS one (cost)`,
    );
  });

  it('is counted, and its value is for those who may see costs', async () => {
    const row = { stock: 'cards', free: 2, held: 0 };
    expect(await finance.get('GET reports/stock')).toEqual({
      items: [{ ...row, value: '4', unknown_cost: 0 }],
      more: false,
    });
    expect(await viewer.get('GET reports/stock')).toEqual({
      items: [{ ...row, value: null, unknown_cost: null }],
      more: false,
    });
    expect((await finance.ask('GET reports/stock?format=csv')).text).toBe(
      'stock,free,held,value,unknown_cost\r\n"cards",2,0,4,0\r\n',
    );
  });
});
