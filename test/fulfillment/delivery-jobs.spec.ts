import { randomUUID } from 'node:crypto';
import type { FulfillmentHandler } from '../../src/orders/delivery/fulfillment-handler.js';
import { HandlerRegistry } from '../../src/fulfillment/handlers/handler.registry.js';
import { DoctorService } from '../../src/upkeep/doctor/doctor.service.js';
import { OverdueDeliveries } from '../../src/fulfillment/delivery/overdue-deliveries.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let tester: TestAccount;
let orderId: string;

beforeAll(async () => {
  // A shop of its own: all of its fulfillment jobs have less time, and doctor names the first few that are stuck.
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
    await shop.jobsDone('fulfillment', tester.id);
    await shop.db.query(
      "UPDATE fulfillments SET due_at = now() - interval '10 minutes' WHERE order_id = $1",
      [orderId],
    );
    await shop.service(OverdueDeliveries).run();
    await shop.db.query(
      `UPDATE pgboss.job SET start_after = now()
       WHERE start_after > now() AND data ->> 'orderId' = $1`,
      [orderId],
    );
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

describe('a handler that never answers', () => {
  it('is aborted at its time, and named in the log, by order show and by doctor', async () => {
    const buyer = await shop.account({ balance: '100' });
    const aborted: string[] = [];
    const handler: FulfillmentHandler = {
      code: 'silent',
      checkSettings: () => undefined,
      deliver: ({ orderId }, _settings, { signal, logger }) => {
        logger.info('a line of the handler');
        signal.addEventListener('abort', () => aborted.push(orderId));
        return new Promise(() => undefined);
      },
    };
    (
      shop.service(HandlerRegistry) as unknown as { handlers: Map<string, FulfillmentHandler> }
    ).handlers.set('silent', handler);
    // Instead of 125 seconds.
    await shop.db.query("UPDATE pgboss.queue SET expire_seconds = 2 WHERE name = 'fulfillment'");
    const fulfillment = [{ handler: 'silent', settings: {} }];
    const product = await shop.product({ price: '1', type: 'package', fulfillment });
    const { json } = await buyer.api(
      `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`,
    );
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    const state = await until(async () => {
      const [row] = await shop.db.query<{ tries: number; note: string; due: boolean }>(
        'SELECT tries, note, due_at > now() AS due FROM fulfillments WHERE order_id = $1',
        [id],
      );
      return row!.tries > 0 && row;
    });
    const note = 'the handler gave no answer within its time of 120 seconds; it is asked again';
    expect(state).toEqual({ tries: 1, note, due: true });
    expect(aborted).toEqual([id]);
    const lines = shop
      .logs()
      .map((line) => JSON.parse(line) as { msg?: string; orderId?: string })
      .filter(({ orderId: named }) => named === id);
    const names = { handler: 'silent', productId: product, orderId: id };
    expect(lines).toEqual([
      expect.objectContaining({ ...names, level: 30, msg: 'a line of the handler' }),
      expect.objectContaining({
        ...names,
        level: 40,
        err: expect.objectContaining({ message: note }) as object,
      }),
    ]);
    const findings = await shop.service(DoctorService).examine({ embedded: false });
    expect(findings.find(({ check }) => check === 'stuck deliveries')).toMatchObject({
      verdict: 'warn',
      message: expect.stringContaining(`order ${id} with the handler silent (${note})`) as string,
    });
  });
});
