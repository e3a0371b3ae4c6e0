import { SoukClient, type Order } from '../../client/src/index.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { TestClock } from './test-clock.js';

let shop: TestShop;
let account: TestAccount;
let client: SoukClient;
let product: number;
/** Of each answer that the client got. */
let statuses: number[] = [];

beforeAll(async () => {
  // A shop of its own: it has a secret key, since codes are delivered.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
afterAll(() => shop.close());
beforeEach(async () => {
  statuses = [];
  account = await shop.account({ balance: '100' });
  client = clientOf(account.token);
});

function clientOf(token: string): SoukClient {
  const watched: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    statuses.push(response.status);
    return response;
  };
  const { baseUrl } = shop;
  return new SoukClient({ baseUrl, token, fetch: watched, clock: new TestClock() });
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('a signal', () => {
  const stopped = new Error('stopped');
  const options = { signal: AbortSignal.abort(stopped) };
  const request = { productId: 1 };

  it.each<[string, () => Promise<unknown>]>([
    ['profile', () => client.profile({}, options)],
    ['catalog', () => client.catalog(options)],
    ['content', () => client.content(0, options)],
    ['products', () => client.products(undefined, options)],
    ['syncCatalog', () => client.syncCatalog(undefined, options)],
    ['quote', () => client.quote(request, options)],
    ['check', () => client.check(['ID_1'], 'id', options)],
    ['seal', () => client.seal(['x'], options)],
    ['orders', () => all(client.orders({}, options))],
    ['statement', () => all(client.statement({}, options))],
    ['ordersFile', () => all(client.ordersFile('csv', {}, options))],
    ['statementFile', () => all(client.statementFile('csv', {}, options))],
    ['ordersFromFile', () => all(client.ordersFromFile({}, options))],
    ['statementFromFile', () => all(client.statementFromFile({}, options))],
  ])('ends %s before anything is sent', async (_, read) => {
    await expect(read()).rejects.toBe(stopped);
    expect(statuses).toEqual([]);
  });
});

describe('an order that waits', () => {
  const waiting = async (): Promise<Order> => {
    const result = await client.order({ productId: product, fields: { playerId: '5' } });
    if (result.kind !== 'waiting') throw new Error(result.kind);
    return result.order;
  };

  it('is waited for until it is decided', async () => {
    const order = await waiting();
    let asked = 0;
    const deciding: typeof fetch = async (url, init) => {
      asked++;
      if (asked === 2) return new Response('busy', { status: 502 });
      if (asked === 4)
        await shop
          .service(OrderCloseService)
          .accept(order.order_id, { actor: 'test', codes: ['C'] });
      return fetch(url, init);
    };
    const clock = new TestClock();
    const { token } = account;
    const patient = new SoukClient({ baseUrl: shop.baseUrl, token, fetch: deciding, clock });
    expect(await patient.waitFor(order)).toMatchObject({ status: 'accept', codes: ['C'] });
    expect(asked).toBe(4);
    expect(await patient.waitFor({ ...order, status: 'reject' })).toMatchObject({
      status: 'reject',
    });
    expect(asked).toBe(4);
  });

  it('is as it was told last when the time is over', async () => {
    const order = await waiting();
    statuses = [];
    expect(await client.waitFor(order, { deadlineMs: 31_000 })).toEqual(order);
    expect(statuses).toHaveLength(5);
    const unknown = { ...order, order_id: 'ID_0000000000000000' };
    expect(await client.waitFor(unknown, { deadlineMs: 2_000 })).toEqual(unknown);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(client.waitFor(order, { signal })).rejects.toThrow('stopped');
    await expect(clientOf('wrong').waitFor(order)).rejects.toMatchObject({ code: 121 });
  });
});
