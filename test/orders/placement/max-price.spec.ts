import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { HttpClient } from '../../support/http-client.js';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

interface OrderBody {
  readonly code?: number;
  readonly message?: string;
  readonly data?: { readonly order_id: string; readonly price: number };
}

interface OrderRow {
  readonly total: string;
  readonly fields: unknown;
  readonly extra_parameters: unknown;
}

let shop: TestShop;
let faults: () => Promise<string[]>;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const pathOf = (product: number, query: string, uuid: string = randomUUID()) =>
  `/client/api/newOrder/${product}/params?order_uuid=${uuid}&${query}`;

async function order(product: number, query: string, uuid?: string) {
  const answer = await account.api(pathOf(product, query, uuid));
  return { ...answer, body: answer.json as OrderBody };
}

async function codeOf(...args: Parameters<typeof order>): Promise<number | undefined> {
  return (await order(...args)).body.code;
}

const rowsOf = ({ id }: TestAccount) =>
  shop.db.query<OrderRow>('SELECT * FROM orders WHERE account_id = $1 ORDER BY created_at', [id]);
const keys = () => shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [account.id]);

describe('max_price', () => {
  it('limits the price of the whole order, not of a unit', async () => {
    const product = await shop.product({ price: '0.89' });
    expect((await order(product, 'qty=2&max_price=1.78')).body.data?.price).toBe(1.78);
    const refused = await order(product, 'qty=2&max_price=1.77999999');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 118,
      message: 'The price is 1.78 USD, above the max_price 1.77999999',
    });
    expect(await rowsOf(account)).toHaveLength(1);
    expect(await keys()).toHaveLength(1);
  });

  it('may have an exponent, and is cut off rather than rounded up', async () => {
    const product = await shop.product({ price: '0.00000772' });
    expect(await codeOf(product, 'max_price=7.72e-06')).toBeUndefined();
    expect(await codeOf(product, 'max_price=7.719999e-06')).toBe(118);
    expect(await codeOf(product, 'max_price=1E%2B18')).toBeUndefined();
    expect(await codeOf(product, 'max_price=0.000007719')).toBe(118);
  });

  it('is compared with the rounded charge', async () => {
    const product = await shop.product({ price: '0.00772255027173913' });
    expect(await codeOf(product, 'qty=500.5&max_price=3.86513640')).toBe(118);
    expect(await codeOf(product, 'qty=500.5&max_price=3.86513641')).toBeUndefined();
  });

  it.each([
    '1e19',
    '1e-19',
    '%2B5',
    '+5',
    '٣',
    '',
    '5,0',
    '-1',
    '0x5',
    '1e',
    `0.${'1'.repeat(29)}`,
    '%FF',
    '5&max_price=5',
  ])('refuses %j with 114', async (limit) => {
    const product = await shop.product({ price: '1' });
    const query = `max_price=${limit.replace('٣', encodeURIComponent('٣'))}`;
    const { body } = await order(product, query);
    expect([limit, body]).toEqual([limit, expect.objectContaining({ code: 114 })]);
    expect(body.message).toContain('max_price');
    expect(await keys()).toEqual([]);
  });

  it('of 0 lets a free product pass, and no other', async () => {
    const free = await shop.product({ price: '0' });
    const product = await shop.product({ price: '0.00000001' });
    expect(await codeOf(free, 'max_price=0')).toBeUndefined();
    expect(await codeOf(product, 'max_price=0.00000000')).toBe(118);
  });

  it('comes after the account fields, before stock and balance', async () => {
    const stock = fresh('none');
    await shop.db.query('INSERT INTO code_stocks (name) VALUES ($1)', [stock]);
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const product = await shop.product({ price: '2000', fields: ['playerId'], fulfillment });
    const asked = [
      ['qty=x&max_price=x', 106],
      ['max_price=x', 'playerId'],
      ['playerId=1&max_price=x', 'max_price'],
      ['playerId=1&max_price=1', 118],
      ['playerId=1&max_price=2000', 105],
    ] as const;
    for (const [query, expected] of asked) {
      const { body } = await order(product, query);
      const seen = typeof expected === 'number' ? body.code : body.message;
      expect([query, seen]).toEqual([
        query,
        typeof expected === 'number' ? expected : expect.stringContaining(expected),
      ]);
    }
    const dear = await shop.product({ price: '2000' });
    expect(await codeOf(dear, 'max_price=1')).toBe(118);
    expect(await codeOf(dear, 'max_price=2000')).toBe(100);
  });

  it('is read from a form and a JSON body, where a repeated one counts too', async () => {
    const product = await shop.product({ price: '1' });
    const post = async (type: string, body: string, query = 'x=1') => {
      const headers = { 'Content-Type': type };
      const path = pathOf(product, query);
      return ((await account.api(path, { method: 'POST', headers, body })).json as OrderBody).code;
    };
    const [form, json] = ['application/x-www-form-urlencoded', 'application/json'];
    expect(await post(form, 'max_price=0.5')).toBe(118);
    expect(await post(json, '{"max_price":0.5}')).toBe(118);
    expect(await post(json, '{"max_price":"0.5"}')).toBe(118);
    expect(await post(json, '{"max_price":1.00}')).toBeUndefined();
    expect(await post(json, '{"max_price":1e3}')).toBeUndefined();
    expect(await post(json, '{"max_price":1e-3}')).toBe(118);
    expect(await post(json, '{"max_price":null}')).toBe(114);
    expect(await post(json, '{"max_price":[5]}')).toBe(114);
    expect(await post(json, '{"max_price":5,"max_price":5}')).toBe(114);
    expect(await post(json, '{"max_price":5}', 'max_price=5')).toBe(114);
  });

  it('is no part of the order: an order sent again may have another one, or a malformed one', async () => {
    const product = await shop.product({ price: '1' });
    const uuid = randomUUID();
    const { text } = await order(product, 'max_price=1', uuid);
    await shop.db.query('UPDATE products SET price = 9 WHERE id = $1', [product]);
    for (const query of ['x=1', 'max_price=0.5', 'max_price=1e99', 'max_price=1&max_price=2']) {
      expect([query, (await order(product, query, uuid)).text]).toEqual([query, text]);
    }
  });

  it('does not consume the key of the refused request', async () => {
    const product = await shop.product({ price: '1' });
    const uuid = randomUUID();
    expect(await codeOf(product, 'max_price=0.5', uuid)).toBe(118);
    expect(await codeOf(product, 'max_price=1', uuid)).toBeUndefined();
  });

  it('is kept nowhere, neither with the fields nor with the other parameters', async () => {
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    const { body } = await order(product, 'playerId=7&max_price=5&note=x');
    expect(JSON.stringify(body)).not.toContain('max_price');
    expect(await rowsOf(account)).toMatchObject([
      { fields: { playerId: '7' }, extra_parameters: [['note', 'x']] },
    ]);
  });

  it('keeps the order in its batch', async () => {
    const product = await shop.product({ price: '1' });
    const batches = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    const claims = vi.spyOn(shop.service(OrderRepository), 'claimKey');
    expect(await codeOf(product, 'max_price=1')).toBeUndefined();
    expect([batches.mock.calls.length, claims.mock.calls.length]).toEqual([1, 0]);
  });

  it('is refused under the claimed key when the price rises after the check', async () => {
    const product = await shop.product({ price: '1' });
    const orders = shop.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (...args) => {
      await shop.db.query('UPDATE products SET price = 1.01 WHERE id = $1', [product]);
      return placeAtOnce(...args);
    });
    const claims = vi.spyOn(orders, 'claimKey');
    expect(await codeOf(product, 'max_price=1')).toBe(118);
    expect(claims).toHaveBeenCalledTimes(1);
    expect(await rowsOf(account)).toEqual([]);
    expect(await keys()).toEqual([]);
  });

  it('limits a test order like any other', async () => {
    const tester = await shop.account({ testing: true });
    const categoryId = await shop.category({ testingOnly: true });
    const product = await shop.product({ price: '5', categoryId });
    const ask = async (limit: string) =>
      (await tester.api(pathOf(product, `max_price=${limit}`))).json;
    expect(await ask('4')).toMatchObject({ code: 118 });
    expect(await ask('5')).toMatchObject({ status: 'OK' });
  });

  it.each([
    ['semantic', 409],
    ['always-200', 200],
    ['orders-200', 200],
  ] as const)('is refused with its code in the mode %s', async (errorHttpStatus, status) => {
    const product = await shop.product({ price: '5' });
    const other = await shop.account({ balance: '10', errorHttpStatus });
    const answer = await other.api(pathOf(product, 'max_price=4'));
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code: 118 })]);
  });
});

describe('a product that had a field of this name before', () => {
  it.each(['max_price', 'Max Price', 'max-price'])(
    'keeps %j, which the parameter fills as it did, and has no limit',
    async (name) => {
      const product = await shop.product({ price: '1', fields: [name] });
      const uuid = randomUUID();
      const { body, text } = await order(product, 'max_price=0.5', uuid);
      expect(body.data?.price).toBe(1);
      expect(await rowsOf(account)).toMatchObject([{ fields: { [name]: '0.5' } }]);
      expect((await order(product, 'max_price=0.5', uuid)).text).toBe(text);
      expect(await codeOf(product, 'max_price=0.6', uuid)).toBe(116);
    },
  );
});

describe('while the price goes up and down', () => {
  const CLIENTS = 64;
  const LIMIT = 1;
  const LEAST = 40;
  /** Of answers; the two outcomes are about equally many. */
  const MOST = 3_000;

  it('no order is placed above its limit', async () => {
    const product = await shop.product({ price: '1' });
    const client = new HttpClient(shop.baseUrl);
    const accounts = await Promise.all(
      Array.from({ length: 8 }, () => shop.account({ balance: '100000' })),
    );
    // The server knows what was made for it by then.
    await accounts[0]!.api('/client/api/profile');
    const counts = { ordered: 0, refused: 0, flips: 0, answers: 0 };
    const isDone = (): boolean =>
      Math.min(counts.ordered, counts.refused) >= LEAST || counts.answers >= MOST;

    const flip = async (): Promise<void> => {
      counts.flips += 1;
      const price = counts.flips % 2 === 0 ? '1' : '1.00000001';
      await shop.db.query('UPDATE products SET price = $2 WHERE id = $1', [product, price]);
    };
    const send = async (index: number): Promise<void> => {
      const { token } = accounts[index % accounts.length]!;
      while (!isDone()) {
        const { json } = await client.send(pathOf(product, `max_price=${LIMIT}`), { token });
        const { code, data } = json as OrderBody;
        counts.answers += 1;
        if (code === 118) counts.refused += 1;
        else if (data) counts.ordered += 1;
        else expect(code).toBe(111);
        // The price changes while the orders of the others are on their way.
        if (counts.answers % 5 === 0) await flip();
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => send(index)));
    client.close();

    const totals = await shop.db.query<{ total: string; count: number }>(
      'SELECT total, count(*)::integer FROM orders WHERE product_id = $1 GROUP BY total',
      [product],
    );
    expect(Math.min(counts.ordered, counts.refused)).toBeGreaterThanOrEqual(LEAST);
    expect(totals).toEqual([{ total: '1.00000000', count: counts.ordered }]);
  });
});
