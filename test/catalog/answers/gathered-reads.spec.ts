import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { SpendableBalances } from '../../../src/account/ledger/spendable-balances.js';
import { Database } from '../../../src/database/database.js';
import { CheckedOrders } from '../../../src/orders/checked-orders.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const REQUESTS = 60;

let shop: TestShop;
let accounts: TestAccount[];
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  product = await shop.product({ price: '1' });
});

beforeEach(async () => {
  accounts = [await shop.account({ balance: '7' }), await shop.account({ balance: '9' })];
  await Promise.all(accounts.map(({ api }) => api('/client/api/profile')));
});

afterEach(() => vi.restoreAllMocks());

/**
 * Delays the statements that contain a text until all requests have been received.
 * @returns the number of statements so far
 */
function holdStatements(text: string, asked: { mock: { calls: unknown[] } }): () => number {
  const { manager } = shop.service(Database);
  const query = manager.query.bind(manager);
  let count = 0;
  vi.spyOn(manager, 'query').mockImplementation(async (sql, parameters) => {
    if (!sql.includes(text)) return query(sql, parameters);
    count++;
    while (asked.mock.calls.length < REQUESTS) await turn();
    return query(sql, parameters);
  });
  return () => count;
}

/** The answers to many requests at the same time, of each account in turn. */
async function answers(pathOf: (account: number) => string): Promise<unknown[]> {
  const asked = Array.from({ length: REQUESTS }, (_, index) => {
    const account = index % accounts.length;
    return accounts[account]!.api(pathOf(account));
  });
  return (await Promise.all(asked)).map(({ json }) => json);
}

describe('requests that arrive together', () => {
  it('are told their own balances by a few statements', async () => {
    const asked = vi.spyOn(shop.service(SpendableBalances), 'of');
    const statements = holdStatements('balance + credit_limit AS spendable', asked);
    const told = await answers(() => '/client/api/profile');
    const balances = told.map((answer) => (answer as { balance: string }).balance);
    expect(balances).toEqual(Array.from({ length: REQUESTS }, (_, index) => '79'[index % 2]));
    expect(statements()).toBeLessThan(REQUESTS / 2);
  });

  it.each(['', '&uuid=1'])('are told their own orders by a few statements (%s)', async (uuid) => {
    // Both accounts use the same key, which names an order of each.
    const key = randomUUID();
    const ids: string[] = [];
    for (const { api } of accounts) {
      const { json } = await api(`/client/api/newOrder/${product}?order_uuid=${key}`);
      ids.push((json as { data: { order_id: string } }).data.order_id);
    }
    const list = uuid === '' ? ids.join(',') : key;
    const method = uuid === '' ? 'byIds' : 'byUuids';
    const asked = vi.spyOn(shop.service(CheckedOrders), method);
    const statements = holdStatements('FROM unnest($1::integer[], $2::text[]) AS asked', asked);
    const told = await answers(() => `/client/api/check?orders=${list}${uuid}`);
    const found = told.map((answer) =>
      (answer as { data: { order_id: string }[] }).data.map(({ order_id: id }) => id),
    );
    expect(found).toEqual(Array.from({ length: REQUESTS }, (_, index) => [ids[index % 2]]));
    expect(statements()).toBeLessThan(REQUESTS / 2);
  });

  it('fail nobody by what one of them asks for', async () => {
    const [good] = accounts;
    const hostile = ['%00', '%ED%A0%80', "'", '\\', '🎮', '\u202e'.repeat(100)].map(
      (id) => `/client/api/check?orders=${encodeURI(id).replaceAll('%25', '%')}`,
    );
    const asked = hostile.flatMap((path) => [path, '/client/api/check?orders=ID_1']);
    const told = await Promise.all(asked.map((path) => good!.api(path)));
    const statuses = told.map(({ status }) => status);
    expect(statuses.filter((_, index) => index % 2 === 1)).toEqual(hostile.map(() => 200));
    expect(Math.max(...statuses)).toBeLessThan(500);
  });
});
