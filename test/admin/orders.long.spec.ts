import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { Instance } from '../support/instance.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const CALLERS = 64;

let shop: TestShop;
let other: Instance;
let support: TestOperator;
let viewer: TestOperator;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  const settings = { SECRET_KEYS: newSecretKey() };
  shop = await startTestShop(settings);
  other = await Instance.on(shop.db, settings);
  support = await TestOperator.of(shop, 'support');
  viewer = await TestOperator.of(shop, 'viewer');
  product = await shop.product({ price: '1' });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});
beforeEach(async () => {
  account = await shop.account({ balance: '200' });
});

interface Item {
  readonly order_id: string;
  readonly status: number;
}

async function order(): Promise<string> {
  const query = `order_uuid=${randomUUID()}&qty=1`;
  const { json } = await account.api(`/client/api/newOrder/${product}/params?${query}`);
  return (json as { data: { order_id: string } }).data.order_id;
}
const orders = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => order()));
const accept = (id: string, body: object = {}, key = randomUUID(), by = support) =>
  by.ask(`POST orders/${id}/accept`, { body, key });
const reject = (id: string, body: object = { reason: 'No.' }, key = randomUUID(), by = support) =>
  by.ask(`POST orders/${id}/reject`, { body, key });
const balance = async () =>
  (await viewer.get<{ balance: string }>(`GET accounts/${account.id}/balance`)).balance;

describe('an order', () => {
  it('is decided once by two instances, and its money goes back once', async () => {
    const id = await order();
    expect(await balance()).toBe('199');
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) => {
        const by = index % 2 ? support.at(other) : support;
        return index % 4 < 2 ? reject(id, undefined, undefined, by) : accept(id, {}, undefined, by);
      }),
    );
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);

    expect(done).toHaveLength(1);
    expect(done.length + refused.length).toBeGreaterThan(1);
    const { status } = done[0]?.json as { status: string };
    expect(await balance()).toBe(status === 'reject' ? '200' : '199');
    expect((await accept(id)).status).toBe(409);
    const { fault } = await shop.service(AccountConsistencyService).checkWhole(account.id);
    expect(fault).toBeUndefined();
  });
});

describe('100 orders', () => {
  it('are rejected once by two instances at a time', async () => {
    const ids = await orders(20);
    const ask = { body: { order_ids: ids, reason: 'No.' }, key: randomUUID() };
    const [one, two] = await Promise.all([
      support.get<{ items: Item[] }>('POST orders/reject', ask),
      support.at(other).get<{ items: Item[] }>('POST orders/reject', ask),
    ]);

    expect(one.items.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(two).toEqual(one);
    expect(await balance()).toBe('200');
  });
});
