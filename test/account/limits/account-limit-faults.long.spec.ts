import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { Registry } from 'prom-client';
import { AccountLimits } from '../../../src/account/limits/account-limits.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { souk } from '../../support/command-line.js';
import { DrivenLimits } from '../../support/driven-limits.js';
import type { Answer } from '../../support/http-client.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const API = '/client/api';

let shop: TestShop;
let clock: DrivenLimits;
let product: number;

beforeAll(async () => {
  // A shop of its own: the function that exchanges tokens is altered, and accounts have a limit by its settings.
  shop = await startTestShop({ MAX_ACCOUNT_REQUESTS_PER_MINUTE: '7' });
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

describe('a limit of requests', () => {
  it('is set by the configuration for accounts without one of their own', async () => {
    const account = await shop.account();
    const policy = async (): Promise<unknown> =>
      (await account.api(`${API}/profile`)).headers['ratelimit-policy'];
    expect(await policy()).toBe('"requests";q=7;w=60');
    const set = (text: string) =>
      souk(shop, 'account', 'set', String(account.id), '--requests-per-minute', text);
    expect((await set('9')).out).toContain('9');
    expect(await policy()).toBe('"requests";q=9;w=60');
    await set('0');
    expect(await policy()).toBeUndefined();
    await set('default');
    expect(await policy()).toBe('"requests";q=7;w=60');
    expect((await set('many')).code).not.toBe(0);
  });
});

describe('a limiter that fails', () => {
  it('lets requests and orders through, counts them, and limits again when it can', async () => {
    const account = await limited(20, 2);
    const metrics = async (): Promise<string> =>
      (await shop.service(Registry).metrics())
        .split('\n')
        .filter((line) => line.startsWith('souk_account_limit_'))
        .join('\n');
    const before = await metrics();
    const { unchecked } = shop.service(AccountLimits).counts.orders;
    await shop.db.query('ALTER FUNCTION exchange_tokens(json) RENAME TO exchange_gone');
    const logged = shop.logs().length;
    const statuses = [];
    for (let count = 0; count < 30; count++) {
      statuses.push((await account.api(`${API}/profile`)).status);
    }
    for (let count = 0; count < 5; count++) statuses.push((await order(account)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const lines = shop.logs().slice(logged);
    expect(lines.filter((line) => line.includes('are not limited'))).toHaveLength(1);
    expect(await metrics()).not.toBe(before);
    const counted = `souk_account_limit_unchecked_total{limit="orders"} ${unchecked + 5}`;
    expect((await metrics()).split('\n')).toContain(counted);

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
    const isKnown = vi.spyOn(shop.service(OrderRepository), 'isKnown');
    isKnown.mockReturnValueOnce(new Promise(() => undefined));
    const answer = await order(account);
    expect([answer.status, orders.unchecked - before]).toEqual([200, 1]);
    isKnown.mockRestore();
    expect((await order(account)).status).toBe(429);
  });
});
