import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { OrderChecks } from '../../../src/orders/checks/order-checks.js';
import type { Ask } from '../../support/http-client.js';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

interface Body {
  readonly code?: number;
  readonly unchecked?: readonly string[];
}

let shop: TestShop;
let faults: () => Promise<string[]>;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});
afterEach(() => shop.db.query('UPDATE maintenance SET enabled = false, orders_only = false'));
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const pathOf = (product: number, query = '') => `/client/api/quote/${product}/params?${query}`;
const quote = (product: number, query = '', ask: Ask = {}) =>
  account.api(pathOf(product, query), ask);
const bodyOf = async (product: number, query = '') => (await quote(product, query)).json as Body;
const order = async (product: number, query = '') => {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&${query}`;
  return (await account.api(path)).json as Body;
};

async function productOfStock(count: number): Promise<number> {
  const stock = randomUUID();
  const lines = (async function* () {
    for (let code = 0; code < count; code++) yield await Promise.resolve(`${stock}-${code}`);
  })();
  await shop.service(CodeImportService).import(stock, lines, { dryRun: false });
  const fulfillment = [{ handler: 'codes', settings: { stock } }];
  return shop.product({ price: '2', fulfillment });
}

describe('quote', () => {
  it('answers exactly the documented keys, in their order', async () => {
    const product = await shop.product({ price: '0.00772255027173913', fields: ['playerId'] });
    const { status, text, headers } = await quote(product, 'qty=500.50&playerId=7&max_price=4');
    expect([status, text]).toEqual([
      200,
      `{"status":"OK","data":{"product_id":${product},"quantity":500.5,"unit_price":0.00772255027173913,"price":3.86513641,"balance":"100"}}`,
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('says what can be spent, credit included, also for a test order, which costs nothing', async () => {
    account = await shop.account({ balance: '1', creditLimit: '2.5', testing: true });
    const categoryId = await shop.category({ testingOnly: true });
    const product = await shop.product({ price: '9', categoryId });
    expect(await bodyOf(product)).toMatchObject({ data: { price: 9, balance: '3.5' } });
  });

  it('refuses above max_price', async () => {
    const product = await shop.product({ price: '5' });
    expect(await bodyOf(product, 'qty=2&max_price=9.99')).toMatchObject({
      code: 118,
      message: 'The price is 10 USD, above the max_price 9.99',
    });
    expect(await bodyOf(product, 'max_price=1e99')).toMatchObject({ code: 114 });
  });

  it.each(['x', 'known', 'sealed'])('ignores an order_uuid: %s', async (kind) => {
    const product = await shop.product({ price: '5' });
    const uuid = kind === 'x' ? 'x' : randomUUID();
    if (kind === 'known') {
      await account.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}`);
    } else if (kind === 'sealed') {
      await account.api(`/client/api/check?orders=${uuid}&uuid=1&seal=1`);
    }
    const query = `qty=2&order_uuid=${uuid}&order_uuid=${uuid}`;
    expect(await bodyOf(product, query)).toMatchObject({ status: 'OK', data: { price: 10 } });
  });

  it('is answered anew each time, with the price and the balance of now', async () => {
    const product = await shop.product({ price: '5' });
    expect(await bodyOf(product)).toMatchObject({ data: { price: 5, balance: '100' } });
    expect(await bodyOf(product)).toMatchObject({ data: { price: 5, balance: '100' } });
    await order(product);
    expect(await bodyOf(product)).toMatchObject({ data: { price: 5, balance: '95' } });
    await shop.db.query('UPDATE products SET price = 96 WHERE id = $1', [product]);
    expect(await bodyOf(product)).toMatchObject({ code: 100 });
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [product]);
    expect(await bodyOf(product)).toMatchObject({ code: 109 });
  });

  it('counts the stock, and takes nothing', async () => {
    const product = await productOfStock(3);
    for (let time = 0; time < 3; time++) {
      expect(await bodyOf(product, 'qty=3')).toMatchObject({ status: 'OK', data: { price: 6 } });
    }
    expect(await bodyOf(product, 'qty=4')).toMatchObject({ code: 105 });
    expect(await bodyOf(product, 'qty=1.5')).toMatchObject({ code: 105 });
    expect(await order(product, 'qty=3')).toMatchObject({ data: { status: 'accept' } });
    expect(await bodyOf(product)).toMatchObject({ code: 105 });
  });

  it('neither writes nor waits for a lock', async () => {
    const products = [await productOfStock(3), await shop.product({ price: '5' })];
    const locker = new Client({ connectionString: shop.db.directUrl });
    await locker.connect();
    await locker.query('BEGIN');
    // Every statement but a plain SELECT would wait.
    await locker.query(
      'LOCK TABLE accounts, orders, order_keys, stock_codes, code_stocks, products IN EXCLUSIVE MODE',
    );
    for (const product of products) {
      expect(await bodyOf(product)).toMatchObject({ status: 'OK' });
      expect(await bodyOf(product, 'qty=90')).toMatchObject({
        code: product === products[0] ? 105 : 100,
      });
    }
    await locker.query('ROLLBACK');
    await locker.end();
  });

  it('is closed in maintenance, and with newOrder alone', async () => {
    const product = await shop.product({ price: '5' });
    // The second one is answered by the fast path, and so would be the next one.
    expect(await bodyOf(product)).toMatchObject({ status: 'OK' });
    expect(await bodyOf(product)).toMatchObject({ status: 'OK' });
    await shop.db.query('UPDATE maintenance SET enabled = true, orders_only = true');
    expect(await bodyOf(product)).toMatchObject({ code: 130 });
    expect(await order(product)).toMatchObject({ code: 130 });
    expect((await account.api('/client/api/profile')).status).toBe(200);
    await shop.db.query('UPDATE maintenance SET enabled = true, orders_only = false');
    expect(await bodyOf(product)).toMatchObject({ code: 130 });
    await shop.db.query('UPDATE maintenance SET enabled = false');
    expect(await bodyOf(product)).toMatchObject({ status: 'OK' });
  });

  it('is a GET: a body is not read, and a POST is 405', async () => {
    const product = await shop.product({ price: '5' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const get = await quote(product, '', { headers, body: 'qty=2' });
    expect(get.json).toMatchObject({ data: { quantity: 1 } });
    const post = await quote(product, '', { method: 'POST', headers, body: 'qty=2' });
    expect(post.status).toBe(405);
    const head = await quote(product, '', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const prefetch = await quote(product, '', { headers: { Purpose: 'prefetch' } });
    expect(prefetch.status).toBe(200);
  });

  it.each([
    ['semantic', 409],
    ['orders-200', 409],
    ['always-200', 200],
  ] as const)('refuses in the mode %s with the status %s', async (errorHttpStatus, status) => {
    const product = await shop.product({ price: '5' });
    account = await shop.account({ errorHttpStatus });
    const answer = await quote(product, 'max_price=1');
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code: 118 })]);
  });

  it('is no request of newOrder in the metrics, and its line in the log shows no field', async () => {
    const product = await shop.product({ price: '5', fields: ['playerId'] });
    await quote(product, 'playerId=51234567&max_price=7');
    const line = shop.logs().findLast((text) => text.includes(`/quote/${product}/`));
    expect(line).toContain(`/client/api/quote/${product}/params?playerId=***&max_price=7`);
  });
});

describe('what cannot be asked without writing', () => {
  // They declare no errors: those would stay in the description of the API, which the other specs of the shop read.
  const use = (...names: string[]) => {
    const ports = names.map((name) => ({
      name,
      concerns: ({ productName }: { productName: string }) => {
        if (productName === 'broken') throw new Error('broken');
        return productName === 'checked';
      },
      check: () => Promise.reject(new Error('a quote must not run it')),
    }));
    const items = ports.map((port, index) => ({ extension: `acme-${index}`, port }));
    shop.service(OrderChecks).use(items);
  };
  afterEach(() => {
    shop.service(OrderChecks).use([]);
  });

  it('is named: the order checks that concern the order, each name once', async () => {
    use('daily-limit', 'blocked', 'daily-limit');
    const [checked, other] = [
      await shop.product({ name: 'checked' }),
      await shop.product({ name: 'other' }),
    ];
    expect((await bodyOf(checked)).unchecked).toEqual(['daily-limit', 'blocked']);
    expect(await bodyOf(other)).not.toHaveProperty('unchecked');
  });

  it('is 111, as in newOrder, if a check cannot say whether it concerns the order', async () => {
    use('daily-limit');
    const product = await shop.product({ name: 'broken' });
    expect([(await bodyOf(product)).code, (await order(product)).code]).toEqual([111, 111]);
    // The balance comes first.
    const dear = await shop.product({ name: 'broken', price: '101' });
    expect([(await bodyOf(dear)).code, (await order(dear)).code]).toEqual([100, 100]);
  });
});
