import { randomUUID } from 'node:crypto';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

interface Timeline {
  readonly items: readonly { readonly event: string; readonly facts: Record<string, unknown> }[];
}

let shop: TestShop;
let account: TestAccount;
let viewer: TestOperator;
let product: number;

beforeAll(async () => {
  // A shop of its own: it trusts a proxy, which the tests are, so that they can call from any address.
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
  account = await shop.account({ balance: '100', testing: true });
  viewer = await TestOperator.of(shop, 'viewer');
  product = await shop.product();
});
afterAll(() => shop.close());

const pathOf = (id: number, uuid = randomUUID()) =>
  `/client/api/newOrder/${id}/params?order_uuid=${uuid}`;

const from = (address: string, requestId: string) => ({
  headers: { 'X-Forwarded-For': address, 'X-Request-Id': requestId },
});

async function placed(path: string, address: string, requestId: string): Promise<string> {
  const { json } = await account.api(path, from(address, requestId));
  return (json as { data: { order_id: string } }).data.order_id;
}

async function shownOrigin(order: string): Promise<unknown> {
  const { items } = await viewer.get<Timeline>(`GET orders/${order}/timeline`);
  const { address, request_id: id } = items.find(({ event }) => event === 'placed')?.facts ?? {};
  return [address, id];
}

describe('the timeline tells from where an order was placed', () => {
  it('in one statement', async () => {
    const order = await placed(pathOf(product), '203.0.113.9', 'one-statement');
    expect(await shownOrigin(order)).toEqual(['203.0.113.9', 'one-statement']);
  });

  it('in a transaction', async () => {
    const fulfillment = [{ handler: 'absent', settings: {} }];
    const delivered = await shop.product({ fulfillment });
    const order = await placed(pathOf(delivered), '2001:DB8:0::9', 'transaction');
    expect(await shownOrigin(order)).toEqual(['2001:db8::9', 'transaction']);
  });

  it('as a test order', async () => {
    const categoryId = await shop.category({ testingOnly: true });
    const fulfillment = [{ handler: 'test', settings: { outcome: 'accept' } }];
    const test = await shop.product({ categoryId, type: 'package', fulfillment });
    const order = await placed(pathOf(test), '203.0.113.9', 'test-order');
    expect(await shownOrigin(order)).toEqual(['203.0.113.9', 'test-order']);
  });

  it('by way of another shop, as the address of that shop', async () => {
    const { json } = await account.api(pathOf(product), {
      headers: { ...from('::ffff:203.0.113.5', 'chain').headers, 'Souk-Via': '0123456789abcdef' },
    });
    const { order_id: order } = (json as { data: { order_id: string } }).data;
    expect(await shownOrigin(order)).toEqual(['203.0.113.5', 'chain']);
  });

  it.each(['unknown', 'fe80::1%eth0', '203.0.113.9:443', '203.0.113.9\\0'])(
    'without an address where the proxy names none: %j',
    async (forwarded) => {
      const order = await placed(pathOf(product), forwarded, 'no-address');
      expect(await shownOrigin(order)).toEqual([undefined, 'no-address']);
    },
  );

  it('whoever sends the same request again', async () => {
    const path = pathOf(product);
    const order = await placed(path, '203.0.113.9', 'first');
    expect(await placed(path, '198.51.100.7', 'second')).toBe(order);
    expect(await shownOrigin(order)).toEqual(['203.0.113.9', 'first']);
  });
});

it('no reseller is told from where an order was placed', async () => {
  const uuid = randomUUID();
  const order = await placed(pathOf(product, uuid), '203.0.113.200', 'told-to-nobody');
  const paths = [
    pathOf(product, uuid),
    `/client/api/check?orders=[${order}]&details=1`,
    '/client/api/orders',
    '/client/api/statement',
  ];
  for (const path of paths) {
    const { text } = await account.api(path);
    expect(text).toContain('OK');
    expect(text).not.toMatch(/203\.0\.113\.200|told-to-nobody|caller_address|request_id/);
  }
});
