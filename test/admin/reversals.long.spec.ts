import { randomUUID } from 'node:crypto';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { Instance } from '../support/instance.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const CALLERS = 64;

let shop: TestShop;
let other: Instance;
let manager: TestOperator;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await startTestShop();
  other = await Instance.on(shop.db);
  manager = await TestOperator.of(shop, 'manager');
  product = await shop.product({ price: '5' });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});
afterEach(async () => {
  const { fault } = await shop.service(AccountConsistencyService).checkWhole(account.id);
  expect(fault).toBeUndefined();
});

async function order(): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=1`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}
async function accepted(): Promise<string> {
  const id = await order();
  await shop.service(OrderCloseService).accept(id, { actor: 'test' });
  return id;
}
const reverse = (id: string, body: object, key = randomUUID(), by = manager) =>
  by.ask(`POST orders/${id}/reversals`, { body: { reason: 'Used before.', ...body }, key });
const balance = async () =>
  (await manager.get<{ balance: string }>(`GET accounts/${account.id}/balance`)).balance;

it('many with one key on two instances pay once', async () => {
  const [id, key] = [await accepted(), randomUUID()];
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) =>
      reverse(id, { amount: '1' }, key, index % 2 ? manager.at(other) : manager),
    ),
  );
  const sure = answers.filter(({ status }) => status !== 503 && status !== 429);
  expect(new Set(sure.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sure.map(({ text }) => text)).size).toBe(1);
  expect(await balance()).toBe('96');
});

it('many with keys of their own on two instances never pay more than the total', async () => {
  const id = await accepted();
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) =>
      reverse(id, { amount: '1' }, undefined, index % 2 ? manager.at(other) : manager),
    ),
  );
  const paid = answers.filter(({ status }) => status === 201).length;
  expect(paid).toBeLessThanOrEqual(5);
  expect(await balance()).toBe(String(95 + paid));
});
