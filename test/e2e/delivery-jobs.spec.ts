import { randomUUID } from 'node:crypto';
import type { FulfillmentHandler } from '../../src/orders/delivery/fulfillment-handler.js';
import { HandlerRegistry } from '../../src/fulfillment/handlers/handler.registry.js';
import { OverdueDeliveries } from '../../src/fulfillment/delivery/overdue-deliveries.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let tester: TestAccount;
let orderId: string;

beforeAll(async () => {
  shop = await startTestShop();
  tester = await shop.account({ testing: true });
  const fulfillment = [{ handler: 'test', settings: { outcome: 'stuck' } }];
  const categoryId = await shop.category({ testingOnly: true });
  const product = await shop.product({ categoryId, price: '1', type: 'package', fulfillment });
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await tester.api(path);
  orderId = (json as { data: { order_id: string } }).data.order_id;
  await until(async () => (await tries()) > 0);
});
afterAll(() => shop.close());

async function tries(): Promise<number> {
  const [row] = await shop.db.query<{ tries: number }>(
    'SELECT tries FROM fulfillments WHERE order_id = $1',
    [orderId],
  );
  return row!.tries;
}

/** Jobs that are still to run. */
async function jobs(): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(
    `SELECT count(*)::integer FROM pgboss.job
     WHERE name = 'fulfillment' AND state IN ('created', 'retry') AND data ->> 'orderId' = $1`,
    [orderId],
  );
  return row!.count;
}

describe('a waiting order', () => {
  it('keeps one job, however many have come to it over a long outage', async () => {
    await shop.db.query("UPDATE fulfillments SET due_at = now() - interval '10 minutes'");
    await shop.service(OverdueDeliveries).requeue();
    await shop.db.query('UPDATE pgboss.job SET start_after = now() WHERE start_after > now()');
    await shop.jobsDone('fulfillment', tester.id);

    expect(await jobs()).toBe(1);
  });
});

describe('orders whose handler is slow', () => {
  it('hold up no other order', async () => {
    const { handlers } = shop.service(HandlerRegistry) as unknown as {
      handlers: Map<string, FulfillmentHandler>;
    };
    const { promise: slow, resolve: end } = Promise.withResolvers<unknown>();
    const gate = { slow, quick: Promise.resolve() };
    const asked: string[] = [];
    const buyer = await shop.account({ balance: '100' });
    const place = async (code: keyof typeof gate) => {
      handlers.set(code, {
        code,
        checkSettings: () => undefined,
        deliver: async () => {
          asked.push(code);
          await gate[code];
          return { kind: 'delivered', codes: [] };
        },
      });
      const fulfillment = [{ handler: code, settings: {} }];
      const product = await shop.product({ price: '1', type: 'package', fulfillment });
      await buyer.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    };
    // Placed one after the other, so that each would block a batch of its own.
    for (let count = 1; count <= 6; count++) {
      await place('slow');
      await until(() => asked.length >= count);
    }
    await place('quick');
    await until(() => asked.includes('quick'));

    end(undefined);
  });
});
