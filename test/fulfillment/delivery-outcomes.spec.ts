import { vi } from 'vitest';
import { SecretKeyMissingError } from '../../src/common/secret-box.js';
import { DeliveryStepService } from '../../src/fulfillment/delivery/delivery-step.service.js';
import { KEY_AWAITED } from '../../src/fulfillment/handlers/outcomes.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderListService } from '../../src/orders/order-list.service.js';
import { place } from '../support/book-pages.js';
import { invariantFaults } from '../support/invariants.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { productDeliveredBy, type Answers } from '../support/own-handlers.js';
import { until } from '../support/until.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});

const deliveredBy = (...answers: readonly Answers[]): Promise<number> =>
  productDeliveredBy(shop, 'package', ...answers);

const DELIVERED = { kind: 'delivered', codes: ['A-1'] } as const;

it('a handler that delivers in a transaction alone delivers after another one has refused', async () => {
  const product = await deliveredBy(
    { deliver: () => Promise.resolve({ kind: 'refused', reason: 'sold out' }) },
    { deliverInTransaction: () => Promise.resolve(DELIVERED) },
  );
  const [orderId] = await place(account, product);
  await until(async () => {
    const { json } = await account.api(`/client/api/check?orders=[${orderId}]`);
    const [order] = (json as { data: { status: string; replay_api: string[] | null }[] }).data;
    if (order?.status !== 'accept') return false;
    expect(order.replay_api).toEqual(['A-1']);
    return true;
  });
});

it('a handler is not asked for an order that the operator closes while its job begins', async () => {
  const asked: string[] = [];
  const product = await deliveredBy({
    deliver: ({ orderId }) => {
      asked.push(orderId);
      return Promise.resolve(DELIVERED);
    },
  });
  const steps = shop.service(DeliveryStepService);
  const findDue = steps.findDue.bind(steps);
  vi.spyOn(steps, 'findDue').mockImplementation(async (order) => {
    const due = await findDue(order);
    if (due && order.accountId === account.id) {
      const rejection = { reason: 'sold out', actor: 'operator' };
      await shop.service(OrderCloseService).reject(order.orderId, rejection);
    }
    return due;
  });
  const [orderId] = await place(account, product);
  await shop.jobsDone('fulfillment', account.id);
  const { status } = await shop.service(OrderListService).get(orderId);
  expect([status, asked]).toEqual(['reject', []]);
});

it('a handler that is not ready within the transaction of an order has nothing placed or charged', async () => {
  const pending = { kind: 'pending', againInSeconds: 1 } as const;
  const product = await deliveredBy({
    deliverInTransaction: () => Promise.resolve(pending as never),
  });
  const path = `/client/api/newOrder/${product}/params?order_uuid=7f6df3d5-7b0b-4c3e-8d3e-2a1c5d7f9e01`;
  // A fault of the handler, which a caller cannot mend.
  expect((await account.api(path)).status).toBe(500);
  const kept = 'SELECT FROM order_keys WHERE account_id = $1';
  expect(await shop.db.query(kept, [account.id])).toEqual([]);
});

describe('codes that cannot be stored without a secret key', () => {
  interface Seen {
    readonly status: string;
    readonly note: string;
    readonly tries: number;
    readonly step: number;
  }
  const see = async (orderId: string): Promise<Seen> => {
    const [row] = await shop.db.query<Seen>(
      `SELECT status, note, tries, step FROM orders JOIN fulfillments USING (account_id, order_id)
       WHERE order_id = $1`,
      [orderId],
    );
    return row!;
  };

  it('are asked of the same handler again, and then delivered', async () => {
    const steps = shop.service(DeliveryStepService);
    const apply = steps.applyOutcome.bind(steps);
    let isKeyThere = false;
    vi.spyOn(steps, 'applyOutcome').mockImplementation((fulfillment, outcome) =>
      outcome?.kind === 'delivered' && !isKeyThere
        ? Promise.reject(new SecretKeyMissingError())
        : apply(fulfillment, outcome),
    );
    const product = await deliveredBy({ deliver: () => Promise.resolve(DELIVERED) });
    const [orderId] = await place(account, product);
    const awaited = await until(async () => {
      const seen = await see(orderId);
      return seen.tries > 0 && seen;
    });
    expect(awaited).toMatchObject({ status: 'wait', note: KEY_AWAITED, step: 0 });

    isKeyThere = true;
    await until(async () => {
      await shop.db.query(
        `UPDATE fulfillments SET due_at = now() WHERE order_id = $1 AND NOT closed`,
        [orderId],
      );
      await shop.db.query(
        `UPDATE pgboss.job SET start_after = now() WHERE data ->> 'orderId' = $1`,
        [orderId],
      );
      return (await see(orderId)).status === 'accept';
    });
  });
});
