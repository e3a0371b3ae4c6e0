import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { invariantFaults } from '../../support/invariants.js';
import { soukJson } from '../../support/command-line.js';
import { auditEntries } from '../../support/audit-rows.js';
import { BuyingShop, LISTED } from '../../support/buying-shop.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

describe('a frozen supplier', () => {
  let shop: TestShop;
  let buying: BuyingShop;
  let owner: TestOperator;

  const freeze = (hours: number) =>
    owner.get(`POST suppliers/${buying.supplier}/freeze`, { body: { hours } });
  /** Of one that is left to the operator after the supplier. */
  const twoSteps = () =>
    shop.product({
      price: '2',
      type: 'package',
      fulfillment: [
        { handler: 'upstream', settings: { supplier: buying.supplier, product: 7 } },
        { handler: 'manual', settings: {} },
      ],
    });
  const progressOf = async (order: string) => {
    const sql = 'SELECT step, note FROM fulfillments WHERE order_id = $1';
    return (await shop.db.query<{ step: number; note: string }>(sql, [order]))[0]!;
  };

  beforeAll(async () => {
    shop = await workerShop();
    owner = await TestOperator.of(shop, 'owner');
    buying = await BuyingShop.in(shop);
  });
  afterEach(async () => {
    buying.prices = LISTED;
    buying.onSend = undefined;
    await freeze(0);
    // An order that a case has left waiting would be sent in the next one.
    const sql = "SELECT order_id FROM orders WHERE account_id = $1 AND status = 'wait'";
    for (const { order_id } of await shop.db.query<{ order_id: string }>(sql, [buying.account.id]))
      await shop
        .service(OrderCloseService)
        .reject(order_id, { reason: 'no', actor: 'test', despitePurchase: true });
  });
  afterAll(async () => {
    expect(await invariantFaults(shop.db, [buying.account.id])).toEqual([]);
    await buying.close();
  });

  it('is not asked, and its orders go on to the next step', async () => {
    await freeze(2);
    // It is frozen since it does not answer.
    buying.prices = { status: 'ERROR' };
    const order = await buying.place(await twoSteps());
    await buying.deliverUntil(order, async () => (await progressOf(order)).step === 1);
    expect(await buying.statusOf(order)).toBe('wait');
    const { attempt_uuid: key } = (await buying.attemptOf(order))!;
    expect(buying.calls.filter(({ query }) => String(query).includes(key))).toEqual([]);
  });

  it('is asked after a failover, which may have lost that an order was sent', async () => {
    const order = await buying.bought();
    // All that the database knew of the purchase is lost, and it goes on in another timeline.
    await shop.db.query(
      'UPDATE supplier_attempts SET sends = 0, sent_at = NULL, supplier_order_id = NULL, cost = NULL WHERE order_id = $1',
      [order.id],
    );
    await shop.db.query('UPDATE shop_identity SET lineage_since = now()');
    await freeze(2);
    await buying.deliverUntil(order.id, async () =>
      (await progressOf(order.id)).note.includes(order.theirs),
    );
    expect(await buying.statusOf(order.id)).toBe('wait');
    await shop.db.query("UPDATE shop_identity SET lineage_since = '-infinity'");
  });

  it('is passed over at once while it keeps all that is asked there waiting', async () => {
    const limit = 'UPDATE suppliers SET max_concurrent = $2 WHERE name = $1';
    await shop.db.query(limit, [buying.supplier, 1]);
    const asked = buying.calls.length;
    const answerAll = buying.holdSends();
    await buying.place();
    await until(() => buying.calls.length > asked);
    await freeze(2);
    const order = await buying.place(await twoSteps());
    await buying.deliverUntil(order, async () => (await progressOf(order)).step === 1);
    answerAll();
    await shop.db.query(limit, [buying.supplier, 4]);
  });

  it('has orders wait that were bought again, and are not sent', async () => {
    const { id, key } = await buying.forgotten();
    await freeze(2);
    await owner.get(`POST orders/${id}/buy-again`, {
      body: { instead_of: key },
      key: randomUUID(),
    });
    await buying.deliverUntil(id, async () => (await progressOf(id)).note.includes('is frozen'));
    expect(await buying.statusOf(id)).toBe('wait');
  });

  it('has orders rejected, and paid back, that have no other step', async () => {
    await freeze(2);
    const order = await buying.place();
    expect(await buying.decided(order)).toBe('reject');
  });

  it('keeps what was sent to it waiting, and is not sent it again', async () => {
    // Frozen while it is sent the order, and it neither answers nor knows it later.
    buying.onSend = async (key) => {
      buying.there.set(key, { status: 'OK', data: [] });
      await freeze(2);
      return {};
    };
    const order = await buying.place();
    // Another job that asks about the order at the same time may send it before it is frozen.
    await shop.jobsDone('fulfillment', buying.account.id);
    await buying.deliverUntil(order, async () =>
      (await progressOf(order)).note.includes('is frozen'),
    );
    const { attempt_uuid: key } = (await buying.attemptOf(order))!;
    expect([await buying.statusOf(order), buying.sendsOf(key)]).toEqual(['wait', 1]);
  });

  it('is bought from again when the hours are over', async () => {
    await freeze(1);
    const over = "UPDATE suppliers SET frozen_until = now() - interval '1 second' WHERE name = $1";
    await shop.db.query(over, [buying.supplier]);
    expect((await buying.bought()).theirs).toMatch(/^ACME-/);
  });

  it('is frozen by each door, with one entry that tells until when', async () => {
    const path = `suppliers/${buying.supplier}`;
    const frozen = await owner.get<{ frozen_until: string }>(`POST ${path}/freeze`, {
      body: { hours: 2 },
    });
    const hours = (Date.parse(frozen.frozen_until) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(2);
    const typed = await soukJson(shop, 'supplier', 'freeze', buying.supplier, '0');
    expect(typed).toMatchObject({ name: buying.supplier, frozen_until: null });
    const browser = await operatorBrowser(shop, 'manager', fresh('mia'));
    const page = await browser.open(`/console/${path}`);
    await browser.send(page, 'freeze', { hours: '1' });
    const told = (await auditEntries(shop))
      .filter(({ details }) => details.supplier === buying.supplier)
      .slice(-3);
    expect(told).toMatchObject([
      { action: 'supplier freeze', details: { hours: 2 }, before: { frozen_until: null } },
      { details: { hours: 0 }, before: { frozen_until: frozen.frozen_until } },
      { details: { hours: 1 }, after: { frozen_until: expect.any(String) as string } },
    ]);
    const viewer = await TestOperator.of(shop, 'viewer');
    expect((await viewer.ask(`POST ${path}/freeze`, { body: { hours: 1 } })).status).toBe(403);
    expect((await owner.ask(`POST ${path}/freeze`, { body: { hours: 721 } })).status).toBe(422);
  });
});
