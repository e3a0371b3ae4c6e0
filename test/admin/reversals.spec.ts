import { randomUUID } from 'node:crypto';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const CALLERS = 64;

let shop: TestShop;
let manager: TestOperator;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  manager = await TestOperator.of(shop, 'manager', { name: fresh('manager') });
  product = await shop.product({ price: '5' });
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

it('a part and the rest are paid back, and the order stays accepted', async () => {
  const id = await accepted();
  const first = await reverse(id, { amount: '2', reference: 'ticket-1' });
  expect([first.status, first.json]).toEqual([
    201,
    {
      order_id: id,
      account_id: account.id,
      total: '5',
      amount: '2',
      refunded: '2',
      balance: '97',
      reference: 'ticket-1',
      reason: 'Used before.',
      created_at: expect.any(String) as string,
    },
  ]);
  const { order_uuid: uuid } = await manager.get<{ order_uuid: string }>(`GET orders/${id}`);
  expect((await reverse(uuid, { all: true })).json).toMatchObject({ amount: '3', balance: '100' });
  expect(await manager.get(`GET orders/${id}`)).toMatchObject({ status: 'accept', refunded: '5' });
  expect((await reverse(id, { all: true })).status).toBe(409);
  const { items } = await manager.get<{ items: unknown[] }>(`GET orders?account_id=${account.id}`);
  expect(items).toContainEqual(expect.objectContaining({ order_id: id, refunded: '5' }));
});

it('many with one key pay once', async () => {
  const [id, key] = [await accepted(), randomUUID()];
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () => reverse(id, { amount: '1' }, key)),
  );
  const sure = answers.filter(({ status }) => status !== 503 && status !== 429);
  expect(new Set(sure.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sure.map(({ text }) => text)).size).toBe(1);
  expect(await balance()).toBe('96');
});

it('many with keys of their own never pay more than the total', async () => {
  const id = await accepted();
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () => reverse(id, { amount: '1' })),
  );
  const paid = answers.filter(({ status }) => status === 201).length;
  expect(paid).toBeLessThanOrEqual(5);
  expect(await balance()).toBe(String(95 + paid));
});

it('one is not made again when its key is forgotten, as in a restore', async () => {
  const [id, key] = [await accepted(), randomUUID()];
  const first = await reverse(id, { amount: '2' }, key);
  await shop.db.query('DELETE FROM admin_requests WHERE key = $1', [key]);
  const again = await reverse(id, { amount: '2' }, key);

  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(await balance()).toBe('97');
  const entries = await shop.db.query<{ before: object; after: object }>(
    `SELECT before, after FROM audit_entries
     WHERE action = 'order reverse' AND details ->> 'order' = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  );
  expect(entries[0]?.after).toEqual(entries[0]?.before);
});

it('a reference of another movement is refused', async () => {
  const id = await accepted();
  await manager.get(`POST accounts/${account.id}/deposits`, {
    body: { amount: '1', reference: 'taken' },
    key: randomUUID(),
  });
  expect((await reverse(id, { amount: '2', reference: 'taken' })).status).toBe(409);
});

it('orders that wait or are rejected are not paid back', async () => {
  const [waiting, rejected] = [await order(), await order()];
  await shop.service(OrderCloseService).reject(rejected, { reason: 'No.', actor: 'test' });
  for (const id of [waiting, rejected]) {
    expect((await reverse(id, { all: true })).status).toBe(409);
  }
});

it.each([
  [{}, 422],
  [{ amount: '1', all: true }, 422],
  [{ all: false }, 422],
  [{ amount: '0' }, 422],
  [{ amount: '-1' }, 422],
  [{ amount: 1 }, 422],
  [{ amount: '1', reason: ' ' }, 422],
  [{ amount: '1', reference: '' }, 422],
  [{ amount: '5.00000001' }, 409],
])('nothing is paid back by %j', async (body, status) => {
  expect((await reverse(await accepted(), body)).status).toBe(status);
  expect(await balance()).toBe('95');
});

it('an unknown order is not found, and a key is needed', async () => {
  expect((await reverse('ID_ffffffffffffffff', { all: true })).status).toBe(404);
  const ask = { body: { all: true, reason: 'x' } };
  expect((await manager.ask(`POST orders/${await accepted()}/reversals`, ask)).status).toBe(400);
});
