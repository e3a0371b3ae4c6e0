import { randomUUID } from 'node:crypto';
import { WATCH_CHECKS } from '../../../src/upkeep/doctor/doctor-checks.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { BuyingShop, type BoughtOrder } from '../../support/buying-shop.js';
import { invariantFaults } from '../../support/invariants.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** A text that looks like a code, and that no other case has. */
const newCode = (): string => randomUUID().toUpperCase();

async function noteOf(orderId: string): Promise<string | undefined> {
  const sql = 'SELECT note FROM fulfillments WHERE order_id = $1';
  return (await shop.db.query<{ note: string }>(sql, [orderId]))[0]?.note;
}

describe('an order of a supplier that another order has got', () => {
  let buying: BuyingShop;
  beforeAll(async () => {
    buying = await BuyingShop.in(shop);
  });
  afterAll(async () => {
    expect(await invariantFaults(shop.db, [buying.account.id])).toEqual([]);
    await buying.close();
  });

  /** Orders of ours for which the supplier shows the same order, each time with another code. */
  async function sameOrder(count: number) {
    const orders: BoughtOrder[] = [];
    while (orders.length < count) orders.push(await buying.bought());
    const { theirs } = orders[0]!;
    for (const { id, key } of orders) {
      const set = 'UPDATE supplier_attempts SET supplier_order_id = $1 WHERE order_id = $2';
      await shop.db.query(set, [theirs, id]);
      const order = { order_id: theirs, status: 'accept', replay_api: [newCode()] };
      buying.there.set(key, { status: 'OK', data: [order] });
    }
    return { theirs, ids: orders.map(({ id }) => id) };
  }

  it('is named by doctor where that was before deliveries were compared', async () => {
    const { theirs, ids } = await sameOrder(2);
    for (const id of ids) {
      expect(await buying.decided(id)).toBe('accept');
      // The server may have compared them itself, before the first was forgotten.
      for (const table of ['delivered_supplier_orders', 'repeated_deliveries']) {
        await shop.db.query(`DELETE FROM ${table} WHERE order_id = $1`, [id]);
      }
    }
    const { statement } = WATCH_CHECKS.find(({ check }) => check === 'repeated deliveries')!;
    const found = await shop.db.query<{ what: string }>(statement);
    expect(found.map(({ what }) => what)).toContain(
      `order ${theirs} of ${buying.supplier} was delivered to ${ids.join(' and ')}`,
    );
  });

  it('is not delivered, whatever codes it shows', async () => {
    const { ids } = await sameOrder(3);
    // The server may be the first to deliver one of them, and any of them.
    const accepted = async () => {
      const states = await Promise.all(ids.map((id) => buying.statusOf(id)));
      return ids.find((_, at) => states[at] === 'accept');
    };
    await buying.deliverUntil(ids[0]!, async () => (await accepted()) !== undefined);
    const first = await accepted();
    const [second, third] = ids.filter((id) => id !== first) as [string, string];
    // At the same time.
    const heldBack = (id: string) =>
      buying.deliverUntil(id, async () => (await noteOf(id))?.includes('already'));
    await Promise.all([second, third].map(heldBack));
    for (const id of [second, third]) {
      expect(await buying.statusOf(id)).toBe('wait');
      expect(await noteOf(id)).toBe(
        `the supplier's order was delivered to order ${first} already; deliver it anyway, or reject it`,
      );
    }
    // What was bought is delivered, so nothing is bought in vain.
    const by = { actor: 'test', deliverAnyway: true };
    await shop.service(OrderCloseService).accept(second, by);
    const unneeded = 'SELECT FROM unneeded_purchases WHERE order_id = $1';
    expect(await shop.db.query(unneeded, [second])).toEqual([]);
    await shop
      .service(OrderCloseService)
      .reject(third, { reason: 'no', actor: 'test', despitePurchase: true });
    expect(await shop.db.query(unneeded, [third])).toHaveLength(1);
  });
});
