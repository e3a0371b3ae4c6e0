import { randomInt, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { FulfillmentOutcome } from '../../../src/orders/delivery/fulfillment-handler.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { UpstreamHandler } from '../../../src/fulfillment/upstream/upstream.handler.js';
import { orderToFulfill } from '../../../src/orders/delivery/order-to-fulfill.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { OrderListService } from '../../../src/orders/order-list.service.js';
import { invariantFaults } from '../../support/invariants.js';
import { ScriptedShop, type Reply } from '../../support/scripted-shop.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const LISTED = [{ id: 7, name: '60 UC', price: 1 }];
const NOTHING = { status: 'OK', data: [] };
const AT_WORK = {
  status: 'OK',
  data: { order_id: 'ID_1', status: 'wait', price: 1, replay_api: null },
};

let shop: TestShop;
let supplier: ScriptedShop;
let reseller: TestAccount;
/** Its name, and what buys from it. */
let acme: string;
let upstream: { handler: string; settings: { supplier: string; product: number } };
/** What the supplier answers, by route. */
let says: Record<string, Reply>;

beforeAll(async () => {
  shop = await workerShop();
  supplier = await ScriptedShop.start();
  supplier.answer = ({ route }) => says[route.split('/')[0]!] ?? NOTHING;
  reseller = await shop.account({ balance: '1000' });
});
beforeEach(async () => {
  supplier.calls.length = 0;
  acme = fresh('acme');
  upstream = { handler: 'upstream', settings: { supplier: acme, product: 7 } };
  await shop.service(SupplierService).add(acme, supplier.url, { token: 'secret' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [reseller.id])).toEqual([]);
  await supplier.close();
});

async function place(...fulfillment: object[]): Promise<string> {
  const steps = fulfillment as { handler: string; settings: object }[];
  const product = await shop.product({
    price: '2',
    type: 'package',
    fulfillment: steps as never,
  });
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await reseller.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

async function deliver(orderId: string): Promise<FulfillmentOutcome> {
  const order = await shop.service(OrderListService).get(orderId);
  const waiting = { ...orderToFulfill(order), createdAt: order.createdAt };
  return shop.service(UpstreamHandler).deliver(waiting, upstream.settings);
}

describe('an order that a supplier has taken and then knows no more', () => {
  it('waits, and is not sent once more', async () => {
    says = { products: LISTED, newOrder: AT_WORK, check: NOTHING };
    const orderId = await place();
    await deliver(orderId);

    expect(await deliver(orderId)).toMatchObject({ kind: 'pending' });
    expect(supplier.sends).toBe(1);
  });
});

describe('an order whose first try was lost', () => {
  it('is not bought at a price that has risen above what it was sold for', async () => {
    says = { products: LISTED, newOrder: 'cut', check: NOTHING };
    const orderId = await place();
    await deliver(orderId);
    says = { products: [{ ...LISTED[0], price: 3 }], newOrder: AT_WORK, check: NOTHING };

    expect(await deliver(orderId)).toMatchObject({
      kind: 'pending',
      note: expect.stringContaining('may still arrive') as string,
    });
    await shop.db.query(
      "UPDATE supplier_attempts SET sent_at = now() - interval '11 minutes' WHERE order_id = $1",
      [orderId],
    );
    // Not all who read the reason may see costs.
    expect(await deliver(orderId)).toMatchObject({
      kind: 'refused',
      reason: 'it costs more there than it was sold for',
    });
    expect(supplier.sends).toBe(1);
  });
});

describe('a supplier whose words cannot be stored', () => {
  it('refuses all the same', async () => {
    const message = 'no \0 stock';
    says = { products: LISTED, newOrder: { status: 'ERROR', code: 105, message } };

    expect(await deliver(await place())).toMatchObject({ kind: 'refused' });
  });

  it.each([
    ['a message', { status: 'ERROR', message: 'go \0 away' }],
    ['a balance', { status: 'OK', balance: '1'.repeat(30) }],
  ])('is looked at like others, with %s of that kind in its profile', async (_, profile) => {
    says = { profile };

    const { lastError } = await shop.service(SupplierService).probe(acme);

    expect(lastError).toMatch(/^its profile says /);
  });
});

async function changed(
  manager: EntityManager,
  settings: Parameters<SupplierService['change']>[2],
): Promise<void> {
  const suppliers = shop.service(SupplierService);
  await suppliers.change(manager, await suppliers.locked(manager, acme), settings);
}

describe('a supplier', () => {
  it('may be named by a number, which the command line takes for one', async () => {
    const suppliers = shop.service(SupplierService);
    const number = randomInt(100, 1_000_000_000);
    await suppliers.add(String(number), supplier.url, { token: 'secret' });

    await shop.service(UpstreamHandler).checkSettings({ supplier: number, product: 7 });
  });

  it('has a low balance that can be stored', async () => {
    const lowBalance = '1'.repeat(30);
    const set = shop.inTransaction((manager) => changed(manager, { lowBalance }));

    await expect(set).rejects.toThrow('an amount in USD');
  });
});

describe('an order that was left to the operator', () => {
  it('is in nobody’s way once it is closed', async () => {
    says = { products: { status: 'ERROR', code: 109, message: 'gone' } };
    const orderId = await place(upstream, { handler: 'manual', settings: {} });
    const dueAt = async () => {
      const [row] = await shop.db.query<{ due: Date | null; step: number }>(
        'SELECT due_at AS due, step FROM fulfillments WHERE order_id = $1',
        [orderId],
      );
      return row!;
    };
    await until(async () => {
      const { due, step } = await dueAt();
      return due === null && step === 1;
    });
    await shop.service(OrderCloseService).accept(orderId, { actor: 'operator' });

    await shop.inTransaction((manager) => changed(manager, { url: supplier.url }));
  });
});
