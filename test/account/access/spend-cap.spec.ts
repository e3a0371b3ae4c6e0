import { randomUUID } from 'node:crypto';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import { OrderBatches } from '../../../src/orders/placement/order-batches.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { vi } from 'vitest';
import { soukJson } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';
import { reversalsOf } from '../../support/reversals.js';

let shop: TestShop;
let product: number;
/** Accounts of this spec. */
const accounts: number[] = [];

beforeAll(async () => {
  shop = await workerShop();
  product = await shop.product({ price: '1' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, accounts)).toEqual([]);
});
afterEach(() => vi.restoreAllMocks());

interface Placed {
  readonly code: number;
  readonly orderId: string;
  readonly status: number;
  readonly message: string;
}

const send = (token: string, route: string, method = 'GET') =>
  shop.request(`/client/api/${route}`, { token, method });

async function order(
  token: string,
  { qty = '1', key = randomUUID(), of = product }: { qty?: string; key?: string; of?: number } = {},
): Promise<Placed> {
  const { status, json } = await send(token, `newOrder/${of}/params?order_uuid=${key}&qty=${qty}`);
  const answer = json as { code?: number; message?: string; data?: { order_id: string } };
  const { code = 0, message = '' } = answer;
  return { status, code, message, orderId: answer.data?.order_id ?? '' };
}

/** A token with a cap, of an account with much money. */
async function capped(cap: string): Promise<{ accountId: number; id: number; token: string }> {
  const { id: accountId } = await shop.account({ balance: '100000' });
  accounts.push(accountId);
  const token = await shop.token(accountId, { scopes: ['orders', 'rotate'] });
  const [row] = await shop.db.query<{ id: number }>(
    'UPDATE access_tokens SET daily_cap = $2 WHERE token_hash = $1 RETURNING id',
    [hashOfToken(token), cap],
  );
  return { accountId, id: row!.id, token };
}

async function spent(accountId: number): Promise<string> {
  const [row] = await shop.db.query<{ sum: string }>(
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
  expect(await soukJson(shop, 'token', 'set', String(id), '--daily-cap', '10')).toMatchObject({
    daily_cap: '10',
  });
  expect(await order(token, { key })).toMatchObject({ code: 0 });
  expect(await spent(accountId)).toBe('3.5');
});

it('refuses a quote as it would the order, without counting it', async () => {
  const { token } = await capped('2');
  const quoted = async (qty: string): Promise<unknown> => {
    const { json } = await send(token, `quote/${product}/params?qty=${qty}`);
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
  await shop.db.query('UPDATE accounts SET testing = true WHERE id = $1', [accountId]);
  const categoryId = await shop.category({ testingOnly: true });
  const steps = [{ handler: 'test', settings: { outcome: 'stuck' } }];
  const test = await shop.product({ categoryId, price: '5', fulfillment: steps });
  const free = await shop.product({ price: '0' });
  for (const of of [test, free]) {
    expect(await order(token, { of })).toMatchObject({ code: 0 });
  }
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('gets the amount of a rejected order back, in the minute of that order', async () => {
  const { accountId, id, token } = await capped('3');
  const { orderId } = await order(token, { qty: '3' });
  const minutes = () =>
    shop.db.query(
      `SELECT trim_scale(spent)::text AS spent,
              minute = date_trunc('minute', (SELECT created_at FROM orders WHERE order_id = $2)) AS own
       FROM token_spending WHERE family_id = $1`,
      [id, orderId],
    );
  expect(await minutes()).toEqual([{ spent: '3', own: true }]);
  expect(await order(token)).toMatchObject({ code: 119 });
  const close = shop.service(OrderCloseService);
  await close.reject(orderId, { reason: 'no stock', actor: 'operator:test' });
  expect(await minutes()).toEqual([{ spent: '0', own: true }]);
  expect(await order(token, { qty: '3' })).toMatchObject({ code: 0 });
  expect(await spent(accountId)).toBe('3');
});

it('does not take an amount of another minute back for a rejected order', async () => {
  const { id, token } = await capped('3');
  const { orderId } = await order(token, { qty: '2' });
  await shop.db.query(
    `WITH moved AS (UPDATE orders SET created_at = created_at - interval '30 hours' WHERE order_id = $2)
     UPDATE token_spending SET minute = minute - interval '30 hours' WHERE family_id = $1`,
    [id, orderId],
  );
  expect(await order(token, { qty: '3' })).toMatchObject({ code: 0 });
  const close = shop.service(OrderCloseService);
  await close.reject(orderId, { reason: 'no stock', actor: 'operator:test' });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it.each([
  ["interval '23 hours 59 minutes'", 119],
  ["interval '24 hours 2 minutes'", 0],
])('counts what was spent %s ago: %d', async (age, code) => {
  const { id, token } = await capped('3');
  await order(token, { qty: '3' });
  await shop.db.query(`UPDATE token_spending SET minute = minute - ${age} WHERE family_id = $1`, [
    id,
  ]);
  expect(await order(token)).toMatchObject({ code });
});

it('gets nothing back of an order that was accepted and then reversed', async () => {
  const { token } = await capped('3');
  const { orderId } = await order(token, { qty: '3' });
  await shop.service(OrderCloseService).accept(orderId, { actor: 'operator:test' });
  const reversal = { reason: 'half of it came', reference: 'case-1', actor: 'operator:test' };
  await reversalsOf(shop).reverse(orderId, { ...reversal, all: true });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('is counted from the moment at which it is set, also by an instance that has not learnt of it', async () => {
  const { id: accountId } = await shop.account({ balance: '100' });
  accounts.push(accountId);
  const token = await shop.token(accountId);
  const batches = vi.spyOn(shop.service(OrderBatches), 'place');
  await order(token);
  expect(batches).toHaveBeenCalledTimes(1);
  const [row] = await shop.db.query<{ spendings: number }>(
    `SELECT count(*)::integer AS spendings FROM token_spending
     WHERE family_id IN (SELECT id FROM access_tokens WHERE account_id = $1)`,
    [accountId],
  );
  expect(row).toEqual({ spendings: 0 });
  await shop.db.query('UPDATE access_tokens SET daily_cap = 1 WHERE token_hash = $1', [
    hashOfToken(token),
  ]);
  // An instance that has not learnt of the cap must not place it past the cap either.
  expect(await order(token)).toMatchObject({ code: 0 });
  expect(await order(token)).toMatchObject({ code: 119 });
});

it('is spent to the cent, and no further, by orders of two tokens of a family that come together', async () => {
  const { accountId, token } = await capped('10');
  const { json } = await send(token, 'tokens/rotate', 'POST');
  const { token: successor } = json as { token: string };
  const placed = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const key = randomUUID();
      // 111 says nothing: the same request is sent again.
      return until(async () => {
        const { code } = await order(index % 2 === 0 ? token : successor, { key });
        return code !== 111 && code;
      });
    }),
  );
  expect(placed.filter((code) => code === 0)).toHaveLength(10);
  expect(placed.filter((code) => code === 119)).toHaveLength(30);
  expect(await spent(accountId)).toBe('10');
});
