import { randomUUID } from 'node:crypto';
import { hashOfToken } from '../../src/account/access/token-secret.js';
import { OrderBatches } from '../../src/orders/placement/order-batches.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderReversal } from '../../src/orders/reversal/order-reversal.service.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { jest } from '@jest/globals';
import { soukJson } from '../support/command-line.js';
import { Instance } from '../support/instance.js';
import { invariantFaults } from '../support/invariants.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let db: TestDatabase;
let rows: ShopRows;
let one: Instance;
let other: Instance;
let product: number;

beforeAll(async () => {
  db = await createTestDatabase();
  rows = new ShopRows(db);
  product = await rows.product({ price: '1' });
  one = await Instance.on(db);
  other = await Instance.on(db);
});
afterAll(async () => {
  expect(await invariantFaults(db)).toEqual([]);
  await one.close();
  await other.close();
  await db.drop();
});
afterEach(() => jest.restoreAllMocks());

interface Placed {
  readonly code: number;
  readonly orderId: string;
  readonly status: number;
  readonly message: string;
}

async function order(
  token: string,
  {
    qty = '1',
    key = randomUUID(),
    of = product,
    instance = one,
  }: { qty?: string; key?: string; of?: number; instance?: Instance } = {},
): Promise<Placed> {
  const { status, json } = await instance.send(
    token,
    `newOrder/${of}/params?order_uuid=${key}&qty=${qty}`,
  );
  const answer = json as { code?: number; message?: string; data?: { order_id: string } };
  const { code = 0, message = '' } = answer;
  return { status, code, message, orderId: answer.data?.order_id ?? '' };
}

/** A token with a cap, of an account with much money. */
async function capped(cap: string): Promise<{ accountId: number; id: number; token: string }> {
  const { id: accountId } = await rows.account({ balance: '100000' });
  const token = await rows.token(accountId, { scopes: ['orders', 'rotate'] });
  const [row] = await db.query<{ id: number }>(
    'UPDATE access_tokens SET daily_cap = $2 WHERE token_hash = $1 RETURNING id',
    [hashOfToken(token), cap],
  );
  return { accountId, id: row!.id, token };
}

async function spent(accountId: number): Promise<string> {
  const [row] = await db.query<{ sum: string }>(
    `SELECT trim_scale(coalesce(-sum(amount), 0))::text AS sum FROM ledger_entries
     WHERE account_id = $1 AND kind IN ('debit', 'refund')`,
    [accountId],
  );
  return row!.sum;
}

it('refuses an order beyond the cap with 119, without using its key up', async () => {
  const { accountId, id, token } = await capped('2.5');
  expect(await order(token, { qty: '2' })).toMatchObject({ code: 0 });
  const key = randomUUID();
  const refused = await order(token, { key });
  expect(refused).toMatchObject({ status: 422, code: 119 });
  expect(refused.message).toContain('1 USD needed, 0.5 of 2.5 USD left');
  expect(await order(token, { qty: '0.5' })).toMatchObject({ code: 0 });
  expect(await spent(accountId)).toBe('2.5');
  expect(await soukJson(db.url, 'token', 'set', String(id), '--daily-cap', '10')).toMatchObject({
    daily_cap: '10',
  });
  expect(await order(token, { key })).toMatchObject({ code: 0 });
  expect(await spent(accountId)).toBe('3.5');
});

it('refuses a quote as it would the order, without counting it', async () => {
  const { token } = await capped('2');
  const quoted = async (qty: string): Promise<unknown> => {
    const { json } = await one.send(token, `quote/${product}/params?qty=${qty}`);
    return (json as { code?: number; message?: string }).message ?? 'OK';
  };
  expect([await quoted('2'), await quoted('2')]).toEqual(['OK', 'OK']);
  expect(await order(token, { qty: '1.5' })).toMatchObject({ code: 0 });
  expect(await quoted('0.5')).toBe('OK');
  const { message } = await order(token, { qty: '0.6' });
  expect(message).toContain('0.6 USD needed, 0.5 of 2 USD left');
  expect(await quoted('0.6')).toBe(message);
});

it('answers a replay, and 100 first where both are true', async () => {
  const { accountId, token } = await capped('1');
  const key = randomUUID();
  const first = await order(token, { key });
  expect(await order(token, { key })).toEqual(first);
  expect(await order(token, { qty: '200000' })).toMatchObject({ code: 100 });
  expect(await spent(accountId)).toBe('1');
});

it('counts neither free nor test orders', async () => {
  const { accountId, token } = await capped('0');
  await db.query('UPDATE accounts SET testing = true WHERE id = $1', [accountId]);
  const categoryId = await rows.category({ testingOnly: true });
  const steps = [{ handler: 'test', settings: { outcome: 'stuck' } }];
  const test = await rows.product({ categoryId, price: '5', fulfillment: steps });
  const free = await rows.product({ price: '0' });
  for (const of of [test, free]) {
    await until(async () => (await order(token, { of })).code !== 109);
    expect(await order(token, { of })).toMatchObject({ code: 0 });
  }
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('gets the amount of a rejected order back, in the minute of that order', async () => {
  const { accountId, id, token } = await capped('3');
  const { orderId } = await order(token, { qty: '3' });
  const minutes = () =>
    db.query(
      `SELECT trim_scale(spent)::text AS spent,
              minute = date_trunc('minute', (SELECT created_at FROM orders WHERE order_id = $2)) AS own
       FROM token_spending WHERE family_id = $1`,
      [id, orderId],
    );
  expect(await minutes()).toEqual([{ spent: '3', own: true }]);
  expect(await order(token)).toMatchObject({ code: 119 });
  const close = one.service(OrderCloseService);
  await close.reject(orderId, { reason: 'no stock', actor: 'operator:test' });
  expect(await minutes()).toEqual([{ spent: '0', own: true }]);
  expect(await order(token, { qty: '3' })).toMatchObject({ code: 0 });
  expect(await spent(accountId)).toBe('3');
});

it('does not take an amount of another minute back for a rejected order', async () => {
  const { id, token } = await capped('3');
  const { orderId } = await order(token, { qty: '2' });
  await db.query(
    `WITH moved AS (UPDATE orders SET created_at = created_at - interval '30 hours' WHERE order_id = $2)
     UPDATE token_spending SET minute = minute - interval '30 hours' WHERE family_id = $1`,
    [id, orderId],
  );
  expect(await order(token, { qty: '3' })).toMatchObject({ code: 0 });
  const close = one.service(OrderCloseService);
  await close.reject(orderId, { reason: 'no stock', actor: 'operator:test' });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it.each([
  ["interval '23 hours 59 minutes'", 119],
  ["interval '24 hours 2 minutes'", 0],
])('counts what was spent %s ago: %d', async (age, code) => {
  const { id, token } = await capped('3');
  await order(token, { qty: '3' });
  await db.query(`UPDATE token_spending SET minute = minute - ${age} WHERE family_id = $1`, [id]);
  expect(await order(token)).toMatchObject({ code });
});

it('gets nothing back of an order that was accepted and then reversed', async () => {
  const { token } = await capped('3');
  const { orderId } = await order(token, { qty: '3' });
  await one.service(OrderCloseService).accept(orderId, { actor: 'operator:test' });
  const reversal = { reason: 'half of it came', reference: 'case-1', actor: 'operator:test' };
  await one.service(OrderReversal).reverse(orderId, { ...reversal, all: true });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('leaves the batch to tokens without a cap, also once a cap is set', async () => {
  const { id: accountId } = await rows.account({ balance: '100' });
  const token = await rows.token(accountId);
  const batches = jest.spyOn(one.service(OrderBatches), 'place');
  await order(token);
  expect(batches).toHaveBeenCalledTimes(1);
  const [row] = await db.query<{ spendings: number }>(
    `SELECT count(*)::integer AS spendings FROM token_spending
     WHERE family_id IN (SELECT id FROM access_tokens WHERE account_id = $1)`,
    [accountId],
  );
  expect(row).toEqual({ spendings: 0 });
  await db.query('UPDATE access_tokens SET daily_cap = 1 WHERE token_hash = $1', [
    hashOfToken(token),
  ]);
  // An instance that has not learnt of the cap must not place it past the cap either.
  expect(await order(token)).toMatchObject({ code: 0 });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('is spent to the cent, and no further, by 640 orders of two tokens of a family on two instances', async () => {
  const { accountId, token } = await capped('100');
  const { json } = await one.send(token, 'tokens/rotate', { method: 'POST' });
  const { token: successor } = json as { token: string };
  const senders = [
    [token, one],
    [token, other],
    [successor, one],
    [successor, other],
  ] as const;
  let next = 0;
  const results: number[] = [];
  const keys = Array.from({ length: 640 }, () => randomUUID());
  const work = async (): Promise<void> => {
    for (;;) {
      const at = next++;
      const key = keys[at];
      const [sender, instance] = senders[at % senders.length]!;
      if (key === undefined) return;
      // 111 says nothing: the same request is sent again.
      const { code } = await until(async () => {
        const placed = await order(sender, { key, instance });
        return placed.code !== 111 && placed;
      });
      results.push(code);
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  expect(results.filter((code) => code === 0)).toHaveLength(100);
  expect(results.filter((code) => code === 119)).toHaveLength(540);
  expect(await spent(accountId)).toBe('100');
});
