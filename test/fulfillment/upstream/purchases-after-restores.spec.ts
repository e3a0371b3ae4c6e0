import { newSecretKey } from '../../../src/common/secret-box.js';
import { PurchaseGenerations } from '../../../src/fulfillment/upstream/purchase/purchase-generations.repository.js';
import { SupplierAttemptRepository } from '../../../src/fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { UnneededPurchaseWatch } from '../../../src/fulfillment/upstream/unneeded-purchase-watch.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { BuyingShop } from '../../support/buying-shop.js';
import { soukJson } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const LISTED = [{ id: 7, name: '60 UC', price: 1 }];

let buying: BuyingShop;
let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it was restored, which concerns all its orders.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  buying = await BuyingShop.in(shop);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await buying.close();
});
beforeEach(async () => {
  await shop.db.query('DELETE FROM restores');
});

/** As after a recovery of the database; orders are taken again. */
async function restored(): Promise<void> {
  await soukJson(shop, 'settle');
  await soukJson(shop, 'maintenance', 'off');
}

const makeOlder = (age: string) =>
  shop.db.query('UPDATE restores SET restored_at = restored_at - $1::interval', [age]);

/** An order of which nothing was sent yet, as far as this database knows. */
async function unsent(): Promise<string> {
  buying.prices = 'cut';
  const id = await buying.place();
  await until(() => buying.attemptOf(id));
  return id;
}

/** The key under which a restore has forgotten that the order was bought again. */
async function laterKey(orderId: string): Promise<string> {
  const [key] = await shop.db.query<{ supplier_id: number; supplier_product: number }>(
    'SELECT * FROM supplier_attempts WHERE order_id = $1',
    [orderId],
  );
  const { supplier_id: supplierId, supplier_product: supplierProduct } = key!;
  const order = { accountId: buying.account.id, orderId, supplierId, supplierProduct };
  const attempt = await shop.service(SupplierAttemptRepository).findOrCreate(order);
  const [later] = await shop.service(PurchaseGenerations).laterKeys(attempt);
  return later!.attemptUuid;
}

const theirOrder = (status: 'wait' | 'accept') => ({
  status: 'OK',
  data: [
    { order_id: 'LOST-1', status, price: 0.75, replay_api: status === 'accept' ? ['L'] : null },
  ],
});

const noteOf = async (orderId: string) =>
  (
    await shop.db.query<{ note: string }>('SELECT note FROM fulfillments WHERE order_id = $1', [
      orderId,
    ])
  )[0]!.note;

describe('a purchase whose later key a restore has forgotten', () => {
  it('is not sent under the earlier one while the request may still be on its way', async () => {
    const id = await unsent();
    await restored();
    buying.prices = LISTED;
    await buying.deliverUntil(id, async () => (await noteOf(id)).includes('may still arrive'));

    const later = await laterKey(id);
    buying.there.set(later, theirOrder('wait'));
    await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.generation === 1);
    expect(await buying.attemptOf(id)).toMatchObject({ supplier_order_id: 'LOST-1' });
    const { attempt_uuid: key } = (await buying.attemptOf(id))!;
    expect([key, buying.calls.some(({ query }) => query.get('order_uuid') === later)]).toEqual([
      later,
      false,
    ]);
  });

  it('is sent under the known one when nothing can arrive any more', async () => {
    const id = await unsent();
    await restored();
    buying.prices = LISTED;
    await buying.deliverUntil(id, async () => (await noteOf(id)).includes('may still arrive'));
    const { attempt_uuid: key } = (await buying.attemptOf(id))!;
    expect(buying.sendsOf(key)).toBe(0);

    await makeOlder('11 minutes');
    await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.supplier_order_id);
    expect(buying.sendsOf(key)).toBe(1);
  });

  it('is found after a second restore as well', async () => {
    await restored();
    await makeOlder('30 days');
    const id = await unsent();
    await restored();
    buying.prices = LISTED;
    buying.there.set(await laterKey(id), theirOrder('wait'));
    await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.generation === 1);
  });
});

describe('a new order', () => {
  /** @returns how often acme was asked about a new order before it was sent, at least once. */
  async function lookUps(): Promise<number> {
    const before = buying.calls.length;
    const id = await buying.place();
    await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.supplier_order_id);
    const { attempt_uuid: key = '' } = (await buying.attemptOf(id)) ?? {};
    const calls = buying.calls.slice(before);
    const sent = calls.findIndex(({ query }) => query.get('order_uuid') === key);
    return calls.slice(0, sent).filter(({ query }) => query.get('orders')?.includes(key)).length;
  }

  it('is looked for within a week of a restore, since it may be a lost one', async () => {
    await restored();
    await makeOlder('6 days');
    expect(await lookUps()).toBeGreaterThan(0);
  });

  it('of that week is looked for also when acme is first asked after it', async () => {
    await restored();
    await makeOlder('6 days');
    const id = await unsent();
    const days = "interval '2 days'";
    await shop.db.query(`UPDATE orders SET created_at = created_at - ${days} WHERE order_id = $1`, [
      id,
    ]);
    await makeOlder('2 days');
    // A job that has read the order before it became older would take it for one from after that week, and buy it.
    await shop.jobsDone('fulfillment', buying.account.id);
    buying.there.set(await laterKey(id), theirOrder('wait'));
    buying.prices = LISTED;
    await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.supplier_order_id);
    expect(await buying.attemptOf(id)).toMatchObject({ supplier_order_id: 'LOST-1' });
  });

  it.each(['0 days', '8 days'])(
    'that was found is not sent again after %s, when acme has lost it',
    async (later) => {
      await restored();
      await makeOlder('11 minutes');
      const id = await unsent();
      const { attempt_uuid: key } = (await buying.attemptOf(id))!;
      buying.there.set(key, theirOrder('wait'));
      await buying.deliverUntil(id, async () => (await buying.attemptOf(id))?.supplier_order_id);
      await makeOlder(later);
      buying.knowsNothingOf(key, { seals: false });
      buying.prices = LISTED;
      await buying.deliverUntil(
        id,
        async () => !!(await buying.attemptOf(id))?.forgotten_at || buying.sendsOf(key) > 0,
      );
      expect(buying.sendsOf(key)).toBe(0);
    },
  );

  it('costs no look-up after that', async () => {
    await restored();
    await makeOlder('8 days');
    expect(await lookUps()).toBe(0);
  });
});

describe('an order from before a restore that is closed by hand', () => {
  interface FollowedUp {
    readonly bought: boolean | null;
    readonly note: string;
  }

  async function followedUntil(orderId: string, isSo: (found: FollowedUp) => boolean) {
    return until(async () => {
      await shop.db.query('UPDATE unneeded_purchases SET due_at = now() WHERE settled_at IS NULL');
      await shop.service(UnneededPurchaseWatch).run();
      const sql = 'SELECT bought, note FROM unneeded_purchases WHERE order_id = $1';
      const [found] = await shop.db.query<FollowedUp>(sql, [orderId]);
      return found && isSo(found) && found;
    });
  }

  /** @returns the order, and the key that the restore has forgotten. */
  async function closed(): Promise<[id: string, key: string, later: string]> {
    const { id, key } = await buying.bought();
    await buying.forget(id);
    await restored();
    const later = await laterKey(id);
    buying.knowsNothingOf(key, { seals: false });
    return [id, key, later];
  }

  const reject = (id: string) =>
    shop
      .service(OrderCloseService)
      .reject(id, { reason: 'No.', actor: 'test', despitePurchase: true });

  it('is followed up under the key that was forgotten', async () => {
    const [id, , later] = await closed();
    buying.there.set(later, theirOrder('accept'));
    await reject(id);

    expect(await followedUntil(id, ({ bought }) => bought !== null)).toEqual({
      ...{ bought: true, note: 'LOST-1 was delivered' },
    });
    expect(await buying.attemptOf(id)).toMatchObject({
      ...{ attempt_uuid: later, generation: 1, supplier_order_id: 'LOST-1', cost: '0.75000000' },
    });
  });

  it('stays open while the request under that key may still arrive', async () => {
    const [id] = await closed();
    await shop.db.query(
      "UPDATE supplier_attempts SET sent_at = now() - interval '1 hour' WHERE order_id = $1",
      [id],
    );
    await reject(id);
    const open = await followedUntil(id, ({ note }) => note.includes('may still arrive'));
    expect(open.bought).toBeNull();

    await makeOlder('11 minutes');
    expect(await followedUntil(id, ({ bought }) => bought !== null)).toMatchObject({
      ...{ bought: false, note: 'never bought' },
    });
  });

  it('has that key sealed as well', async () => {
    const [id, key, later] = await closed();
    for (const one of [key, later]) buying.knowsNothingOf(one);
    await reject(id);
    await followedUntil(id, () => true);

    const sealed = (one: string) =>
      buying.calls.some(
        ({ query }) => query.get('seal') === '1' && query.get('orders') === `[${one}]`,
      );
    expect([sealed(key), sealed(later)]).toEqual([true, true]);
  });
});
