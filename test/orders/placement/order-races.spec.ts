import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';
import { raceForFunds } from './race-for-funds.js';

describe('orders under concurrency', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
  });

  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const count = async (table: 'orders' | 'ledger_entries', accountId: number) =>
    (await shop.db.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId])).length;
  const balanceOf = async (accountId: number) => {
    const [row] = await shop.db.query<{ balance: string }>(
      'SELECT balance FROM accounts WHERE id = $1',
      [accountId],
    );
    return Number(row?.balance);
  };

  it('makes one order and one debit of 64 equal requests, which all get the same body', async () => {
    const account = await shop.account({ balance: '100' });
    const product = await shop.product({ price: '1.5', fields: ['playerId'] });
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&playerId=1`;
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => settled(() => account.api(path))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await count('orders', account.id)).toBe(1);
    expect(await count('ledger_entries', account.id)).toBe(2);
    expect(await balanceOf(account.id)).toBe(98.5);
  });

  it('lets one of 64 different orders under one key win; the others are 116', async () => {
    const account = await shop.account({ balance: '100' });
    const product = await shop.product({ price: '0.5' });
    const uuid = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        settled(() =>
          account.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}&qty=${index + 1}`),
        ),
      ),
    );
    const codes = answers.map(({ json }) => (json as { code?: number }).code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 116)).toHaveLength(63);
    expect(await count('orders', account.id)).toBe(1);
  });

  it('accepts exactly 25 of 160 orders from 32 clients with funds for 25', async () => {
    expect(await raceForFunds(shop, { clients: 32, orders: 160, funds: 25 })).toEqual({
      placed: 25,
      refused: 135,
      balance: 0,
      faults: [],
    });
  });

  it('spends a credit limit to its last cent and no further', async () => {
    const account = await shop.account({ balance: '1', creditLimit: '2' });
    const product = await shop.product({ price: '0.5' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
        return settled(() => account.api(path));
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(await balanceOf(account.id)).toBe(-2);
    const { json } = await account.api('/client/api/profile');
    expect((json as { balance: string }).balance).toBe('0');
  });

  it('lets one of 64 concurrent decisions win, with at most one refund', async () => {
    const account = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '10' });
    const { json } = await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`,
    );
    const orderId = (json as { data: { order_id: string } }).data.order_id;
    const decisions = shop.service(OrderCloseService);
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        index % 2 === 0
          ? decisions.accept(orderId, { actor: 'test' })
          : decisions.reject(orderId, { reason: 'no stock', actor: 'test' }),
      ),
    );
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await balanceOf(account.id)).toBe(won[0]?.value.status === 'reject' ? 10 : 0);
  });
});
