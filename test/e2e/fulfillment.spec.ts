import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newSecretKey } from '../../src/common/secret-box.js';
import type { Rehearsal } from '../../src/fulfillment/rehearsal.handler.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

interface CheckedOrder {
  readonly status: string;
  readonly replay_api: string[] | null;
}

let shop: TestShop;
let tester: TestAccount;
let category: number;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  tester = await shop.account({ testing: true, balance: '10' });
  category = await shop.category({ testingOnly: true });
});
afterAll(() => shop.close());

function product(outcome: Rehearsal): Promise<number> {
  const fulfillment = [{ handler: 'test', settings: { outcome } }];
  return shop.product({ categoryId: category, price: '3', type: 'package', fulfillment });
}

function place(id: number): Promise<Answer> {
  return tester.api(`/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`);
}

/** The order once it is no longer `wait`. */
async function closed(answer: Answer): Promise<CheckedOrder> {
  const { order_id: id } = (answer.json as { data: { order_id: string } }).data;
  for (;;) {
    const { json } = await tester.api(`/client/api/check?orders=[${id}]`);
    const [order] = (json as { data: CheckedOrder[] }).data;
    if (order?.status !== 'wait') return order!;
    await sleep(100);
  }
}

describe('a rehearsal', () => {
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
    expect(await invariantFaults(shop.db)).toEqual([]);
  });

  it('is known as one however far below the category for testing its product stands', async () => {
    const middle = await shop.category({ parentId: category });
    const categoryId = await shop.category({ parentId: middle });
    for (const handler of ['test', 'manual']) {
      const fulfillment = [{ handler, settings: { outcome: 'accept' } }];
      const id = await shop.product({ categoryId, price: '3', type: 'package', fulfillment });
      expect((await place(id)).json).toMatchObject({ status: 'OK', data: { status: 'wait' } });
    }
    const orders = await shop.db.query('SELECT DISTINCT rehearsal FROM orders');
    expect(orders).toEqual([{ rehearsal: true }]);
    expect(await invariantFaults(shop.db)).toEqual([]);
  });

  it('waits ten seconds before it is accepted', async () => {
    const began = Date.now();

    expect(await closed(await place(await product('wait-10s')))).toMatchObject({
      status: 'accept',
    });
    expect(Date.now() - began).toBeGreaterThan(9_000);
  }, 30_000);

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
