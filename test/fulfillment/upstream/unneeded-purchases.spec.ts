import { newSecretKey } from '../../../src/common/secret-box.js';
import { Database } from '../../../src/database/database.js';
import { UnneededPurchaseWatch } from '../../../src/fulfillment/upstream/unneeded-purchase-watch.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { ConditionWatchRepository } from '../../../src/notifications/watch/condition-watch.repository.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { Reports } from '../../../src/reports/reports.service.js';
import { BuyingShop } from '../../support/buying-shop.js';
import { souk, soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const REJECT = { reason: 'No.', actor: 'test', despitePurchase: true };

let buying: BuyingShop;
let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: reports and the first page count all purchases, and doctor names the first few.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  buying = await BuyingShop.in(shop);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await buying.close();
});
beforeEach(() => {
  buying.charge = 0.75;
});

const closes = () => shop.service(OrderCloseService);

interface FollowedUp {
  readonly bought: boolean | null;
  readonly note: string;
  readonly due: boolean;
  readonly cost: string | null;
}

/** What is known of the purchase of an order that was closed by hand. */
async function followedUp(orderId: string): Promise<FollowedUp | undefined> {
  const [row] = await shop.db.query<FollowedUp>(
    `SELECT bought, note, due_at IS NOT NULL AS due, trim_scale(cost)::text AS cost
     FROM unneeded_purchases JOIN supplier_attempts USING (account_id, order_id)
     WHERE order_id = $1`,
    [orderId],
  );
  return row;
}

/** Asks acme now, until the purchase is as it should be. */
function followedUntil(orderId: string, is: (found: FollowedUp) => boolean): Promise<FollowedUp> {
  return until(async () => {
    await shop.db.query('UPDATE unneeded_purchases SET due_at = now() WHERE settled_at IS NULL');
    await shop.service(UnneededPurchaseWatch).run();
    const found = await followedUp(orderId);
    return found && is(found) ? found : undefined;
  });
}

const isSettled = ({ bought }: FollowedUp): boolean => bought !== null;

describe('a purchase whose order was closed by hand', () => {
  it('is followed up until the supplier delivers, which changes neither order nor money', async () => {
    const order = await buying.bought();
    const { id, theirs } = order;
    await closes().reject(id, REJECT);
    const profile = () => buying.account.api('/client/api/profile');
    const before = (await profile()).json;
    // A busy machine may have the supplier answer too late at first, which is noted as well.
    const note = `${theirs} is at work`;
    expect(await followedUntil(id, (found) => found.note === note)).toEqual({
      ...{ bought: null, note, due: true, cost: '0.75' },
    });

    buying.becomes(order, 'accept');
    expect(await followedUntil(id, isSettled)).toEqual({
      ...{ bought: true, note: `${theirs} was delivered`, due: false, cost: '0.75' },
    });
    const { json } = await buying.account.api(`/client/api/check?orders=${id}`);
    expect(json).toMatchObject({ data: [{ status: 'reject', replay_api: null }] });
    expect((await profile()).json).toEqual(before);
    const support = await TestOperator.of(shop, 'support');
    const { items } = await support.get<{ items: { event: string; facts: object }[] }>(
      `GET orders/${id}/timeline`,
    );
    // A job that asks acme once more may end later. The role may see neither costs nor what suppliers say.
    const late = items.find(({ event }) => event === 'purchase delivered late');
    expect(late).toMatchObject({ facts: { supplier: buying.supplier, supplier_order: theirs } });
    expect(late?.facts).not.toHaveProperty('cost');
  });

  it('is settled when the supplier gives the money back', async () => {
    const order = await buying.bought();
    await closes().accept(order.id, { codes: ['OWN'], ...REJECT });
    buying.becomes(order, 'reject');

    expect(await followedUntil(order.id, isSettled)).toMatchObject({
      ...{ bought: false, note: `${order.theirs} was rejected` },
    });
  });

  it('is sealed where the supplier has not got it, so that it is never bought', async () => {
    const { id, key } = await buying.bought();
    await buying.forget(id);
    buying.there.set(key, { status: 'OK', data: [], sealed: [key] });
    await closes().reject(id, REJECT);

    expect(await followedUntil(id, isSettled)).toMatchObject({
      ...{ bought: false, note: 'never bought', cost: null },
    });
  });

  it('keeps the address of its supplier, since another shop knows nothing of it', async () => {
    const order = await buying.bought();
    await closes().reject(order.id, REJECT);

    const suppliers = shop.service(SupplierService);
    const moved = shop.inTransaction(async (manager) =>
      suppliers.change(manager, await suppliers.locked(manager, buying.supplier), {
        url: 'http://127.0.0.1:9',
      }),
    );
    await expect(moved).rejects.toThrow(
      /^Purchases that it has not decided yet, although their orders are closed: \d+\./,
    );
  });

  it('stays open while the supplier is silent', async () => {
    const { id, key } = await buying.bought();
    buying.there.set(key, 'cut');
    await closes().reject(id, REJECT);

    expect(await followedUntil(id, ({ note }) => note.startsWith('no answer'))).toMatchObject({
      ...{ bought: null, due: true },
    });
  });
});

describe('a purchase that was delivered after its order was closed by hand', () => {
  /** What the reports say of now. */
  async function reported() {
    const { unneeded } = await shop
      .service(Reports)
      .sales({ by: 'day', limit: 1, withCosts: true });
    return unneeded!;
  }

  async function delivered(verb: 'accept' | 'reject'): Promise<string> {
    const order = await buying.bought();
    await closes()[verb](order.id, REJECT);
    buying.becomes(order, 'accept');
    await followedUntil(order.id, isSettled);
    return order.id;
  }

  it('is told by reports, the doctor, a notification and the first page', async () => {
    const before = await reported();
    const id = await delivered('reject');

    const { purchases, cost } = before;
    expect(await reported()).toEqual({
      ...before,
      purchases: purchases + 1,
      cost: String(Number(cost) + 0.75),
    });
    const { out } = await souk(shop, 'doctor');
    expect(out).toContain(
      `order ${id} was delivered by ${buying.supplier} although it was closed by hand`,
    );
    const watch = shop.service(ConditionWatchRepository);
    const told = await shop
      .service(Database)
      .transaction((manager) => watch.take(manager, 'purchase.unneeded'), { dryRun: true });
    expect(told?.data.items).toContainEqual({ id, name: buying.supplier });
    const viewer = await operatorBrowser(shop, 'viewer', 'vera');
    const cards = (await viewer.open('/console')).root.querySelectorAll('main section');
    const card = cards.find(({ text }) => text.includes('Bought although closed by hand'));
    expect(card?.text).toMatch(new RegExp(`${id}.*${buying.supplier}.*delivered and charged`));
  });

  it('counts apart from the order that was accepted by hand with other goods', async () => {
    const before = await reported();
    const id = await delivered('accept');

    const costs = await shop.db.query(
      'SELECT source, supplier_id FROM order_costs WHERE order_id = $1',
      [id],
    );
    expect(costs).toEqual([{ source: 'unknown', supplier_id: null }]);
    expect(await reported()).toMatchObject({ purchases: before.purchases + 1 });
  });

  it('counts apart if its charge is unknown', async () => {
    const before = await reported();
    buying.charge = 'free';
    await delivered('reject');

    const { purchases, unknownCost } = before;
    expect(await reported()).toEqual({
      ...before,
      purchases: purchases + 1,
      unknownCost: unknownCost + 1,
    });
  });
});

describe('a supplier', () => {
  it('is asked for our balance, which doctor warns about', async () => {
    await soukJson(shop, 'supplier', 'set', buying.supplier, '--low-balance', '5000');
    const { balance } = await shop.service(SupplierService).probe(buying.supplier);

    expect(Number(balance)).toBeGreaterThan(0);
    const { out } = await souk(shop, 'doctor');
    const low = `warn +suppliers: .*${buying.supplier} \\(only [\\d.]+ USD left\\)`;
    expect(out).toMatch(new RegExp(low));
  });
});
