import { randomUUID } from 'node:crypto';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { UpstreamHandler } from '../../../src/fulfillment/upstream/upstream.handler.js';
import { orderToFulfill } from '../../../src/orders/delivery/order-to-fulfill.js';
import { OrderListService } from '../../../src/orders/order-list.service.js';
import type { WaitingOrder } from '../../../src/orders/delivery/fulfillment-handler.js';
import { invariantFaults } from '../../support/invariants.js';
import { ScriptedShop, type Call, type Reply } from '../../support/scripted-shop.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const ACME = fresh('acme');
const SETTINGS = { supplier: ACME, product: 7 };
const LISTED = [{ id: 7, name: '60 UC', price: 1 }];
const NOTHING = { status: 'OK', data: [] };
const SHORT = { status: 'ERROR', code: 105, message: 'Quantity not available' };

let shop: TestShop;
let supplier: ScriptedShop;
let reseller: TestAccount;
let product: number;
let handler: UpstreamHandler;

beforeAll(async () => {
  shop = await workerShop();
  supplier = await ScriptedShop.start();
  reseller = await shop.account({ balance: '1000' });
  // Delivered by the operator, so that no job interferes.
  product = await shop.product({ price: '2', type: 'package' });
  handler = shop.service(UpstreamHandler);
  await shop.service(SupplierService).add(ACME, supplier.url, { token: 'secret' });
  // So that the shop does not ask for the profile in between, which would end a row of failures.
  await shop.db.query('UPDATE suppliers SET probed_at = now() WHERE name = $1', [ACME]);
});
beforeEach(() => {
  supplier.calls.length = 0;
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [reseller.id])).toEqual([]);
  await supplier.close();
});

async function waitingOrder(): Promise<WaitingOrder> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await reseller.api(path);
  const { order_id: id } = (json as { data: { order_id: string } }).data;
  const order = await shop.service(OrderListService).get(id);
  return { ...orderToFulfill(order), createdAt: order.createdAt };
}

const there = (status: string, id = 'ID_1') => ({
  order_id: id,
  status,
  price: '1',
  replay_api: null,
});
const placed = (status: string, id?: string) => ({ status: 'OK', data: there(status, id) });
const checked = (status: string, id?: string) => ({ status: 'OK', data: [there(status, id)] });

/** Sets the answers of newOrder, check and products, in the order of the calls; the last one is repeated. */
function script(newOrder: Reply[], check: Reply[], products: Reply[] = [LISTED]): void {
  const lists = { newOrder, check, products };
  supplier.answer = ({ route }: Call) => {
    const list = new Map<string, Reply[]>(Object.entries(lists)).get(route.split('/')[0]!) ?? [];
    return (list.length > 1 ? list.shift() : list[0]) ?? NOTHING;
  };
}

const seals = () => supplier.calls.filter(({ query }) => query.has('seal')).length;

describe('a refusal by a shop that cannot seal', () => {
  it('counts at once when it answers the only try', async () => {
    script([SHORT], [NOTHING]);

    expect(await handler.deliver(await waitingOrder(), SETTINGS)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('105') as string,
    });
    expect(supplier.sends).toBe(1);
  });

  it('does not count while an earlier try may be on its way, and nothing more is sent', async () => {
    script(['cut', SHORT], [NOTHING]);
    const order = await waitingOrder();

    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
    for (let round = 0; round < 3; round++) {
      expect(await handler.deliver(order, SETTINGS)).toMatchObject({
        kind: 'pending',
        note: expect.stringContaining('may still arrive') as string,
      });
    }
    expect(supplier.sends).toBe(2);
    script([SHORT], [checked('accept')]);
    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'delivered' });
    expect(supplier.sends).toBe(2);
  });

  it('counts ten minutes after the last try', async () => {
    script(['cut', SHORT], [NOTHING]);
    const order = await waitingOrder();
    const back = (time: string) =>
      shop.db.query(
        'UPDATE supplier_attempts SET sent_at = now() - $2::interval WHERE order_id = $1',
        [...[order.orderId, time]],
      );
    await handler.deliver(order, SETTINGS);
    await back('11 minutes');

    // The second try was sent just now.
    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
    await back('11 minutes');
    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'refused' });
  });

  it('does not count any more once the shop has shown an order after all', async () => {
    script([SHORT], [checked('wait'), NOTHING]);
    const order = await waitingOrder();

    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
    supplier.answer = ({ query }) =>
      query.has('seal') ? { ...NOTHING, sealed: [query.get('orders')?.slice(1, -1)] } : NOTHING;
    expect(await handler.deliver(order, SETTINGS)).toMatchObject({
      kind: 'pending',
      note: `${ACME} does not know the order`,
    });
    expect(supplier.sends).toBe(1);
    script([SHORT], [checked('accept')]);
    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'delivered' });
  });

  it('does not count again once the shop has shown an order of which nothing is known to be sent', async () => {
    script([SHORT], [checked('wait')], [[{ id: 7, name: '60 UC', price: 1_000 }]]);
    const order = await waitingOrder();

    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
    for (const answer of [checked('wait'), NOTHING, NOTHING]) {
      script([SHORT], [answer], [[{ id: 7, name: '60 UC', price: 1_000 }]]);
      expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
    }
    expect(supplier.sends).toBe(0);
  });

  it('is asked for without sealing when it dislikes the question', async () => {
    supplier.answer = ({ route, query }) => {
      if (route === 'products') return LISTED;
      if (route !== 'check') return SHORT;
      return query.has('seal') ? { status: 'ERROR', code: 114, message: 'seal?' } : NOTHING;
    };

    expect(await handler.deliver(await waitingOrder(), SETTINGS)).toMatchObject({
      kind: 'refused',
    });
    expect(seals()).toBe(1);
  });
});

describe('two processes at one order', () => {
  it('buy it once, or refuse it, never both', async () => {
    const dear = [{ ...LISTED[0], price: 3 }];
    // The late list comes when both have asked for it.
    const late = <T>(reply: T): Promise<T> =>
      until(() => supplier.calls.filter(({ route }) => route === 'products').length > 1).then(
        () => reply,
      );
    for (const listed of [() => [late(LISTED), dear], () => [LISTED, late(dear)]]) {
      supplier.calls.length = 0;
      const products = listed();
      script([placed('wait')], [], products);
      const scripted = supplier.answer;
      supplier.answer = (call) =>
        call.route === 'check' && supplier.sends > 0 ? checked('wait') : scripted(call);
      const order = await waitingOrder();
      const outcomes = await Promise.all([
        handler.deliver(order, SETTINGS),
        handler.deliver(order, SETTINGS),
      ]);

      const refused = outcomes.some(({ kind }) => kind === 'refused');
      expect(supplier.sends).toBe(refused ? 0 : 1);
    }
  });

  it('send it one at a time', async () => {
    // The answer to the first comes when the other four have found out that they are not the first.
    let ended = 0;
    script([until(() => ended === 4).then(() => placed('wait'))], [checked('wait')]);
    const order = await waitingOrder();
    const deliver = () => handler.deliver(order, SETTINGS).finally(() => ended++);
    await Promise.all(Array.from({ length: 5 }, deliver));

    expect(supplier.sends).toBe(1);
  });
});

describe('an order at a supplier', () => {
  it('is remembered with its id and its cost', async () => {
    script([placed('wait', 'ID_77')], [checked('accept', 'ID_77')]);
    const order = await waitingOrder();
    await handler.deliver(order, SETTINGS);

    expect(
      await shop.db.query(
        `SELECT sends, refusal, supplier_order_id, cost FROM supplier_attempts WHERE order_id = $1`,
        [order.orderId],
      ),
    ).toEqual([{ sends: 1, refusal: null, supplier_order_id: 'ID_77', cost: '1.00000000' }]);
    expect(await handler.deliver(order, SETTINGS)).toEqual({
      kind: 'delivered',
      codes: [],
      note: `${ACME} ID_77`,
    });
  });

  it('is not taken for another one', async () => {
    script([placed('wait', 'ID_77')], [checked('accept', 'ID_78')]);
    const order = await waitingOrder();
    await handler.deliver(order, SETTINGS);

    expect(await handler.deliver(order, SETTINGS)).toMatchObject({ kind: 'pending' });
  });

  it('is told where it has been', async () => {
    script([placed('wait')], [checked('wait')]);
    const order = await waitingOrder();
    await handler.deliver({ ...order, via: ['0123456789abcdef'] }, SETTINGS);

    const sent = supplier.calls.find(({ route }) => route.startsWith('newOrder'));
    expect(sent?.via).toMatch(/^0123456789abcdef,[0-9a-f]{16}$/);
  });
});

describe('a supplier in trouble', () => {
  it('is left alone after three failures in a row', async () => {
    script([placed('wait')], [NOTHING], ['<html>']);
    const orders = await Promise.all([1, 2, 3, 4].map(() => waitingOrder()));
    for (const order of orders.slice(0, 3)) await handler.deliver(order, SETTINGS);
    const asked = supplier.calls.length;

    expect(await handler.deliver(orders[3]!, SETTINGS)).toMatchObject({
      kind: 'pending',
      note: expect.stringContaining('left alone') as string,
    });
    expect(supplier.calls).toHaveLength(asked);
    script([placed('accept')], [NOTHING]);
    // It is asked again after a second.
    await until(async () => (await handler.deliver(orders[3]!, SETTINGS)).kind === 'delivered');
  });
});
