import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { vi } from 'vitest';
import { SecretKeyMissingError } from '../../src/common/secret-box.js';
import { DeliveryStepService } from '../../src/fulfillment/delivery/delivery-step.service.js';
import { KEY_AWAITED } from '../../src/fulfillment/handlers/outcomes.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderListService } from '../../src/orders/order-list.service.js';
import { place } from '../support/book-pages.js';
import { invariantFaults } from '../support/invariants.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { productDeliveredBy, type Answers } from '../support/own-handlers.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

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
  const findOpen = steps.findOpen.bind(steps);
  vi.spyOn(steps, 'findOpen').mockImplementation(async (order, only) => {
    const due = await findOpen(order, only);
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

describe('a handler that fails within the transaction of a new order', () => {
  const broken = async (manager: EntityManager): Promise<void> => {
    await manager.query('SELECT 1 / 0').catch(() => undefined);
  };
  it.each<[string, (manager: EntityManager) => unknown]>([
    ['is pending', () => ({ kind: 'pending', againInSeconds: 1 })],
    ['answers nothing', () => undefined],
    ['delivers too many codes', () => ({ kind: 'delivered', codes: Array(21).fill('A') })],
    ['throws', () => Promise.reject(new TypeError('odd'))],
    ['fails in a statement', (manager) => manager.query('SELECT 1 / 0')],
    ['hides a failed statement and delivers', (manager) => broken(manager).then(() => DELIVERED)],
    [
      'hides a failed statement and refuses',
      (manager) => broken(manager).then(() => ({ kind: 'refused', reason: 'none' })),
    ],
  ])('and %s leaves it waiting for a job, which asks again', async (_, answer) => {
    const stock = fresh('failed');
    let isWell = false;
    let asked = 0;
    const product = await deliveredBy(
      {
        deliverInTransaction: async (manager) => {
          if (isWell) return DELIVERED;
          if (asked++ === 0)
            await manager.query('INSERT INTO code_stocks (name) VALUES ($1)', [stock]);
          return (await answer(manager)) as never;
        },
      },
      {},
    );
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { status, json } = await account.api(path);
    expect([status, json]).toMatchObject([200, { status: 'OK', data: { status: 'wait' } }]);
    expect(await shop.db.query('SELECT FROM code_stocks WHERE name = $1', [stock])).toEqual([]);

    isWell = true;
    const { order_id: orderId } = (json as { data: { order_id: string } }).data;
    await until(async () => {
      await shop.db.query(
        'UPDATE fulfillments SET due_at = now() WHERE order_id = $1 AND NOT closed',
        [orderId],
      );
      await shop.service(FulfillmentJob).run({ accountId: account.id, orderId });
      const order = await shop.service(OrderListService).get(orderId);
      return order.status === 'accept' && order.deliveredCodes?.[0] === 'A-1';
    });
    // Sent again, it is the same order.
    expect((await account.api(path)).json).toMatchObject({ data: { order_id: orderId } });
  });
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
