import { randomUUID } from 'node:crypto';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

interface Line {
  readonly req?: { readonly id: string };
}

describe('the log line of a request', () => {
  let shop: TestShop;
  let reseller: TestAccount;
  let product: number;

  beforeAll(async () => {
    // A shop of its own: it trusts a proxy.
    shop = await startTestShop({ TRUST_PROXY: 'loopback' });
    reseller = await shop.account({ balance: '10' });
    product = await shop.product({ price: '2' });
  });
  afterAll(() => shop.close());

  async function lineOf(id: string): Promise<Line> {
    const find = () =>
      shop
        .logs()
        .map((text) => JSON.parse(text) as Line)
        .find(({ req }) => req?.id === id);
    await until(() => find() !== undefined);
    return find() ?? {};
  }

  async function lineAfter(
    path: string,
    ask: Parameters<TestAccount['api']>[1] = {},
  ): Promise<Line> {
    const id = randomUUID();
    const headers = { 'X-Request-Id': id, ...ask.headers };
    await reseller.api(`/client/api/${path}`, { ...ask, headers });
    return lineOf(id);
  }

  it('tells the account, also when an earlier answer is repeated', async () => {
    for (let times = 0; times < 3; times++) {
      expect(await lineAfter('content/0')).toMatchObject({
        req: { accountId: reseller.id, remoteAddress: '127.0.0.1' },
        res: { statusCode: 200 },
      });
    }
  });

  it('tells the code of an error', async () => {
    expect(await lineAfter('content/999999')).toMatchObject({
      req: { accountId: reseller.id },
      res: { statusCode: 404, errorCode: 109 },
    });
    const line = await lineAfter('profile', { token: 'unknown' });
    expect(line).toMatchObject({ res: { errorCode: 121 } });
    expect(line.req).not.toHaveProperty('accountId');
  });

  it('tells the order_uuid of a POST', async () => {
    const uuid = randomUUID();
    const order = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `order_uuid=${uuid}`,
    };
    expect(await lineAfter(`newOrder/${product}/params`, order)).toMatchObject({
      req: { orderUuid: uuid },
    });
  });

  it('masks an order_uuid that may be a secret', async () => {
    const secret = 'p'.repeat(90);
    const line = await lineAfter(`newOrder/${product}/params?order_uuid=${secret}`);
    expect(line).toMatchObject({ req: { orderUuid: '***' }, res: { errorCode: 114 } });
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['no address', null],
  ])('tells the caller behind a trusted proxy: %s', async (forwarded, caller) => {
    expect(
      await lineAfter('content/0', { headers: { 'X-Forwarded-For': forwarded } }),
    ).toMatchObject({ req: { caller, remoteAddress: '127.0.0.1' } });
  });
});
