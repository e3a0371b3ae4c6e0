import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newSecretKey } from '../../src/common/secret-box.js';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const KEY = newSecretKey();

let shop: TestShop;
let account: TestAccount;
let dear: number;
let cheap: number;

beforeAll(async () => {
  // A shop of its own: the reports tell of the whole shop.
  shop = await startTestShop({ SECRET_KEYS: KEY });
  account = await shop.account({ name: '=Acme', balance: '100', testing: true });
  dear = await shop.product({ name: '-Dear', price: '2' });
  cheap = await shop.product({ name: 'Cheap', price: '0.5' });
  await shop.service(ProductCosts).set(dear, '3');
});
afterAll(() => shop.close());

async function place(product: number, quantity: number): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=${quantity}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

const closes = (): OrderCloseService => shop.service(OrderCloseService);
/** Has no report of now count this order, which has no ledger entry. */
const moveAway = (orderId: string) =>
  shop.db.query("UPDATE orders SET created_at = '2019-01-01' WHERE order_id = $1", [orderId]);
const accept = (orderId: string) => closes().accept(orderId, { actor: 'test' });

function report<T>(...words: string[]): Promise<T> {
  return soukJson<T>(shop, 'report', ...words);
}

function shown(...words: string[]) {
  return souk(shop, 'report', ...words);
}

interface Sales {
  readonly by: string;
  readonly items: readonly object[];
  readonly total: object;
  readonly more: boolean;
}

describe('souk report sales', () => {
  beforeAll(async () => {
    // Sold for 4 USD that cost 6, for 0.5 of unknown cost, waiting for 1; one went back, and one is a test.
    await accept(await place(dear, 2));
    await accept(await place(cheap, 1));
    await place(cheap, 2);
    await closes().reject(await place(dear, 5), { reason: 'none left', actor: 'test' });
    const category = await shop.category({ testingOnly: true });
    const tested = await shop.product({ categoryId: category, price: '7' });
    await shop.service(ProductCosts).set(tested, '1');
    await accept(await place(tested, 1));
  });

  const TOTAL = {
    orders: 4,
    waiting: 1,
    sales: '5.5',
    cost: '6',
    profit: '-2',
    sales_without_cost: '1.5',
    unknown_cost: 1,
  };

  it('sums what was sold and what it has cost; test orders count nowhere', async () => {
    for (const by of ['day', 'product', 'account', 'supplier']) {
      const sales = await report<Sales>('sales', '--by', by);
      expect(sales).toMatchObject({ by, total: TOTAL, more: false });
    }
  });

  it('names products with their loss, profit and unknown cost', async () => {
    const { items } = await report<Sales>('sales', '--by', 'product');
    const nothing = { sales_without_cost: '0', unknown_cost: 0 };
    expect(items).toEqual([
      {
        key: String(dear),
        name: '-Dear',
        orders: 2,
        waiting: 0,
        sales: '4',
        cost: '6',
        profit: '-2',
        ...nothing,
      },
      {
        key: String(cheap),
        name: 'Cheap',
        orders: 2,
        waiting: 1,
        sales: '1.5',
        cost: null,
        profit: null,
        sales_without_cost: '1.5',
        unknown_cost: 1,
      },
    ]);
  });

  it('writes a CSV in which no text is a formula, and a loss is a number', async () => {
    const { out } = await shown('sales', '--by', 'product', '--csv');
    expect(out.split('\r\n')).toEqual([
      'product,name,orders,waiting,sales,cost,profit,sales_without_cost,unknown_cost',
      `${dear},"'-Dear",2,0,4,6,-2,0,0`,
      `${cheap},"Cheap",2,1,1.5,,,1.5,1`,
      '',
    ]);
    expect((await shown('sales', '--by', 'account', '--csv')).out).toContain(`"'=Acme"`);
  });

  it('shows people the total below the rows, and says when rows are left out', async () => {
    const { out, err } = await shown('sales', '--by', 'product', '--limit', '1');
    expect(out.trim().split('\n')).toHaveLength(3);
    expect(out).toMatch(/\ntotal +- +4 +1 +5\.5 +6 +-2 /);
    expect(err).toBe(
      'Cost and profit are of 4 of 5.5 USD sold.\nThere are more rows; raise --limit.\n',
    );
  });

  it('counts an order of an earlier release, which has recorded no cost, as unknown', async () => {
    const former = await shop.db.query('SELECT * FROM order_costs');
    await shop.db.query('DELETE FROM order_costs');
    const { total } = await report<Sales>('sales');
    expect(total).toMatchObject({ sales: '5.5', cost: null, profit: null, unknown_cost: 2 });
    const { out, err } = await shown('sales');
    expect(out).toMatch(/\ntotal +- +4 +1 +5\.5 +- +- +5\.5 +2/);
    expect(err).toBe('');
    await shop.db.query(
      'INSERT INTO order_costs SELECT * FROM json_populate_recordset(NULL::order_costs, $1)',
      [JSON.stringify(former)],
    );
  });

  it('counts what was given away with its cost, though no ledger has an entry of it', async () => {
    const free = await shop.product({ price: '0' });
    await shop.service(ProductCosts).set(free, '0.25');
    const given = await place(free, 2);
    await accept(given);
    const { total } = await report<Sales>('sales');
    expect(total).toMatchObject({ orders: 5, sales: '5.5', cost: '6.5', profit: '-2.5' });
    await moveAway(given);
  });

  it.each([
    [['--from', '2026-02-01', '--to', '2026-02-01'], 'must end after it begins'],
    [['--from', '2024-01-01', '--to', '2026-01-01'], 'at most 366 days'],
    [['--by', 'moon'], 'must be one of day, week, month, product, category, account, supplier'],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await shown('sales', ...words);
    expect([code === 0, err]).toEqual([false, expect.stringContaining(message)]);
  });

  it('has nothing in a period without orders', async () => {
    const { items, total } = await report<Sales>(
      ...['sales', '--from', '2020-01-01', '--to', '2020-02-01'],
    );
    expect([items, total]).toEqual([
      [],
      expect.objectContaining({ orders: 0, sales: '0', cost: '0', profit: '0', unknown_cost: 0 }),
    ]);
  });
});

describe('souk report balances', () => {
  it('lists the accounts that can spend less, credit included, the poorest first', async () => {
    const poor = await shop.account({ name: 'Poor', balance: '1.5' });
    const credit = await shop.account({ name: 'Credit', balance: '0.5', creditLimit: '10' });
    const poorer = await shop.account({ name: 'Poorer' });
    const row = { credit_limit: '0' };
    expect(await report('balances', '--below', '2')).toEqual([
      { account_id: poorer.id, name: 'Poorer', balance: '0', spendable: '0', ...row },
      { account_id: poor.id, name: 'Poor', balance: '1.5', spendable: '1.5', ...row },
    ]);
    const wider = await report<object[]>('balances', '--below', '10.50000001');
    expect(wider).toContainEqual(
      expect.objectContaining({ account_id: credit.id, spendable: '10.5' }),
    );
    const top = await shown('balances', '--below', '2', '--limit', '1', '--csv');
    expect(top.out).toBe(
      `account,name,balance,credit_limit,spendable\r\n${poorer.id},"Poorer",0,0,0\r\n`,
    );
    expect(top.err).toBe('There are more rows; raise --limit.\n');
  });

  it('needs an amount', async () => {
    expect((await shown('balances', '--below', 'much')).err).toContain('must be USD as a text');
  });
});

describe('souk report stock', () => {
  it('counts unsold codes and what they were bought for; unknown costs apart', async () => {
    const add = (stock: string, codes: string[], cost?: string) =>
      shop.service(CodeImportService).import(stock, Readable.from(codes), { dryRun: false, cost });
    await add('gift', ['A-1', 'A-2', 'A-3'], '1.25');
    await add('gift', ['A-4']);
    await add('=held', ['B-1', 'B-2'], '0.000000000000000001');
    await add('sold', ['C-1'], '9');
    const product = await shop.product({
      price: '0',
      fulfillment: [{ handler: 'codes', settings: { stock: 'gift' } }],
    });
    await moveAway(await place(product, 1));
    await shop.db.query(`UPDATE code_stocks SET held_through = 1e9 WHERE name = '=held'`);
    await shop.db.query(`UPDATE stock_codes SET delivered_at = now() WHERE stock = 'sold'`);

    expect(await report('stock')).toEqual([
      { stock: '=held', free: 0, held: 2, value: '0.000000000000000002', unknown_cost: 0 },
      { stock: 'gift', free: 3, held: 0, value: '2.5', unknown_cost: 1 },
    ]);
    expect((await shown('stock', '--csv')).out).toBe(
      `stock,free,held,value,unknown_cost\r\n"'=held",0,2,0.000000000000000002,0\r\n"gift",3,0,2.5,1\r\n`,
    );
  });
});
