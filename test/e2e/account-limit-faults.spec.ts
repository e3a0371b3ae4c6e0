import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { AccountLimits } from '../../src/account/limits/account-limits.js';
import { OrderRepository } from '../../src/orders/order.repository.js';
import { DrivenLimits } from '../support/driven-limits.js';
import type { Answer } from '../support/http-client.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const API = '/client/api';

let shop: TestShop;
let clock: DrivenLimits;
let product: number;

beforeAll(async () => {
  shop = await startTestShop();
  clock = await DrivenLimits.of(shop.db, [shop]);
  product = await shop.product({ price: '1' });
});
afterAll(() => shop.close());

async function limited(requests: number, orders: number): Promise<TestAccount> {
  const account = await shop.account({ balance: '10000' });
  await shop.db.query(
    'UPDATE accounts SET requests_per_minute = $2, orders_per_minute = $3 WHERE id = $1',
    [account.id, requests, orders],
  );
  return account;
}

const order = ({ api }: TestAccount): Promise<Answer> =>
  api(`${API}/newOrder/${product}/params?order_uuid=${randomUUID()}`);

describe('a limiter that fails', () => {
  it('lets requests and orders through, counts them, and limits again when it can', async () => {
    const account = await limited(20, 2);
    const metrics = async (): Promise<string> =>
      (await shop.service(Registry).metrics())
        .split('\n')
        .filter((line) => line.startsWith('souk_account_limit_'))
        .join('\n');
    const before = await metrics();
    await shop.db.query('ALTER FUNCTION exchange_tokens(json) RENAME TO exchange_gone');
    const statuses = [];
    for (let count = 0; count < 30; count++) {
      statuses.push((await account.api(`${API}/profile`)).status);
    }
    for (let count = 0; count < 5; count++) statuses.push((await order(account)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(shop.logs().filter((line) => line.includes('are not limited'))).toHaveLength(1);
    expect(await metrics()).not.toBe(before);
    expect(await metrics()).toMatch(/^souk_account_limit_unchecked_total\{limit="orders"\} 5$/m);

    await shop.db.query('ALTER FUNCTION exchange_gone(json) RENAME TO exchange_tokens');
    await clock.exchange();
    for (let count = 0; count < 20; count++) await account.api(`${API}/profile`);
    expect((await account.api(`${API}/profile`)).status).toBe(429);
  });

  it('waits a short time for the key of an order, and then neither counts the order nor waits again', async () => {
    const account = await limited(0, 1);
    expect((await order(account)).status).toBe(200);
    const { orders } = shop.service(AccountLimits).counts;
    const before = orders.unchecked;
    const findKey = jest.spyOn(shop.service(OrderRepository), 'findKey');
    findKey.mockReturnValueOnce(new Promise(() => undefined));
    const answer = await order(account);
    expect([answer.status, orders.unchecked - before]).toEqual([200, 1]);
    findKey.mockRestore();
    expect((await order(account)).status).toBe(429);
  });
});
