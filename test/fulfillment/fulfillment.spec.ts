import { randomUUID } from 'node:crypto';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import type { TestOutcome } from '../../src/fulfillment/handlers/test-order.handler.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { workerShop } from '../support/worker-shop.js';

interface CheckedOrder {
  readonly status: string;
  readonly replay_api: string[] | null;
}

let shop: TestShop;
let tester: TestAccount;
let category: number;

beforeAll(async () => {
  shop = await workerShop();
  tester = await shop.account({ testing: true, balance: '10' });
  category = await shop.category({ testingOnly: true });
});

function product(outcome: TestOutcome): Promise<number> {
  const fulfillment = [{ handler: 'test', settings: { outcome } }];
  return shop.product({ categoryId: category, price: '3', type: 'package', fulfillment });
}

function place(id: number): Promise<Answer> {
  return tester.api(`/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`);
}

function orderIdIn({ json }: Answer): string {
  return (json as { data: { order_id: string } }).data.order_id;
}

/** The order once it is no longer `wait`. */
function closed(answer: Answer): Promise<CheckedOrder> {
  return until(async () => {
    const { json } = await tester.api(`/client/api/check?orders=[${orderIdIn(answer)}]`);
    const [order] = (json as { data: CheckedOrder[] }).data;
    return order?.status !== 'wait' && order;
  });
}

describe('a test order', () => {
  it('is accepted, rejected or delivered with two codes, as its product says', async () => {
    const answers = await Promise.all(
      (['accept', 'reject', 'two-codes'] as const).map(async (outcome) =>
        place(await product(outcome)),
      ),
    );
    for (const { json } of answers) {
      expect(json).toMatchObject({ status: 'OK', data: { status: 'wait', price: 3 } });
    }

    const [accepted, rejected, codes] = await Promise.all(answers.map(closed));

    expect(accepted).toMatchObject({ status: 'accept', replay_api: null });
    expect(rejected).toMatchObject({ status: 'reject', replay_api: null });
    expect(codes?.status).toBe('accept');
    expect(codes?.replay_api).toHaveLength(2);
  });

  it('moves no money', async () => {
    const { json } = await tester.api('/client/api/profile');

    expect(json).toMatchObject({ balance: '10' });
    expect(await invariantFaults(shop.db, [tester.id])).toEqual([]);
  });

  it('is known as one however far below the category for testing its product stands', async () => {
    const middle = await shop.category({ parentId: category });
    const categoryId = await shop.category({ parentId: middle });
    for (const handler of ['test', 'manual']) {
      const fulfillment = [{ handler, settings: { outcome: 'accept' } }];
      const id = await shop.product({ categoryId, price: '3', type: 'package', fulfillment });
      expect((await place(id)).json).toMatchObject({ status: 'OK', data: { status: 'wait' } });
    }
    const orders = await shop.db.query(
      'SELECT DISTINCT rehearsal FROM orders WHERE account_id = $1',
      [tester.id],
    );
    expect(orders).toEqual([{ rehearsal: true }]);
    expect(await invariantFaults(shop.db, [tester.id])).toEqual([]);
  });

  it('is accepted ten seconds after it was placed, and no sooner', async () => {
    const placed = await place(await product('wait-10s'));
    const orderId = orderIdIn(placed);
    const order = async () => {
      const [row] = await shop.db.query<{ tries: number; status: string; due: boolean }>(
        `SELECT tries, status, decided_at - created_at >= interval '9.99 seconds' AS due
         FROM orders JOIN fulfillments USING (account_id, order_id) WHERE order_id = $1`,
        [orderId],
      );
      return row!;
    };
    await until(async () => {
      const { tries, status } = await order();
      return tries > 0 || status !== 'wait';
    });
    // The order becomes ten seconds older; the handler is asked again.
    await shop.db.query(
      `UPDATE orders SET created_at = created_at - interval '10 seconds'
       WHERE order_id = $1 AND status = 'wait'`,
      [orderId],
    );
    await shop.db.query('UPDATE fulfillments SET due_at = now() WHERE order_id = $1', [orderId]);
    await shop.service(FulfillmentJob).run({ accountId: tester.id, orderId });
    // The server may be asking for it itself.
    await shop.jobsDone('fulfillment', tester.id);

    expect(await order()).toMatchObject({ status: 'accept', due: true });
  });

  it('is seen by nobody but accounts under test', async () => {
    const id = await product('accept');
    const other = await shop.account({ balance: '10' });

    for (const path of [`products?products_id=${id}`, `content/${category}`]) {
      expect((await tester.api(`/client/api/${path}`)).status).toBe(200);
      expect((await other.api(`/client/api/${path}`)).json).toMatchObject({ code: 109 });
    }
    const order = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`;
    expect((await other.api(order)).json).toMatchObject({ code: 109 });
  });
});
