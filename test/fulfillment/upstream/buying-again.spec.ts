import { randomUUID } from 'node:crypto';
import { WATCH_CHECKS } from '../../../src/upkeep/doctor/doctor-checks.js';
import { RepeatedPurchases } from '../../../src/fulfillment/delivery/repeated-purchases.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { Database } from '../../../src/database/database.js';
import { BuyingShop, type BoughtOrder } from '../../support/buying-shop.js';
import { souk, soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const AT_ONCE = 16;
const WAITING = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

let buying: BuyingShop;
let shop: TestShop;
let manager: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  shop = await workerShop();
  buying = await BuyingShop.in(shop);
  manager = await TestOperator.of(shop, 'manager', { name: fresh('manager') });
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [buying.account.id])).toEqual([]);
  await buying.close();
});

interface Purchase {
  readonly key: string;
  readonly generation: number;
  readonly requests: number;
  readonly supplier_order: string | null;
  readonly forgotten_at: string | null;
}

const buyAgain = ({ id, key }: BoughtOrder, requestKey: string = randomUUID(), by = manager) =>
  by.ask(`POST orders/${id}/buy-again`, { body: { instead_of: key }, key: requestKey });
const purchaseOf = async (id: string) =>
  (await support.get<{ purchase: Purchase | null }>(`GET orders/${id}/purchase`)).purchase;

/** The purchase that took the place of a forgotten one, once acme has been sent it. */
const nextOf = ({ id, key }: BoughtOrder) =>
  until(async () => {
    const attempt = await buying.attemptOf(id);
    return attempt?.attempt_uuid !== key && attempt?.supplier_order_id !== null && attempt;
  });

describe('an order that its supplier has forgotten', () => {
  it('waits, says what was sent and answered, and is found when the supplier is asked again', async () => {
    const order = await buying.forgotten();
    expect(await purchaseOf(order.id)).toMatchObject({
      ...{ supplier: buying.supplier, key: order.key, generation: 0, requests: 1 },
      ...{ supplier_order: order.theirs, forgotten_at: expect.any(String) as string },
    });
    const ask = () => support.ask(`POST orders/${order.id}/ask-again`);
    expect((await ask()).json).toMatchObject({
      ...{ status: 'wait', purchase: { forgotten_at: expect.any(String) as string } },
    });

    buying.becomes(order, 'accept');
    expect((await ask()).json).toMatchObject({ status: 'accept', purchase: null });
    expect((await ask()).status).toBe(409);
    expect(buying.sendsOf(order.key)).toBe(1);
  });

  it('is not forgotten any more when the supplier is at work on it again', async () => {
    const order = await buying.forgotten();
    buying.there.delete(order.key);
    const isKnown = async () => (await purchaseOf(order.id))?.forgotten_at === null;
    await buying.deliverUntil(order.id, isKnown);
    expect((await buyAgain(order)).status).toBe(409);
    expect(buying.sendsOf(order.key)).toBe(1);
  });

  it('is named by doctor and on the first page, as long as it waits', async () => {
    const order = await buying.forgotten();
    const { statement } = WATCH_CHECKS.find(({ check }) => check === 'forgotten purchases')!;
    const told = async () => {
      const rows = await shop.db.query<{ what: string }>(statement);
      return rows.some(({ what }) => what === `order ${order.id} at ${buying.supplier}`);
    };
    // A look at the supplier that began before it forgot may still say that it knows the order, until the next one.
    await until(told);
    const viewer = await operatorBrowser(shop, 'viewer', fresh('vera'));
    const cards = (await viewer.open('/console')).root.querySelectorAll('main section');
    const card = cards.find(({ text }) => text.includes('Not known at the supplier any more'));
    expect(card?.text).toMatch(new RegExp(`${order.id}.*${buying.supplier}`));

    const by = { reason: 'No.', actor: 'test', despitePurchase: true };
    await shop.service(OrderCloseService).reject(order.id, by);
    expect(await told()).toBe(false);
  });

  it('is bought again once, under the next key, by those who may', async () => {
    const order = await buying.forgotten();
    expect((await buyAgain(order, randomUUID(), support)).status).toBe(403);
    const unnamed = { body: {}, key: randomUUID() };
    expect((await manager.ask(`POST orders/${order.id}/buy-again`, unnamed)).status).toBe(422);
    expect((await buyAgain({ ...order, key: randomUUID() })).status).toBe(409);
    expect(await buying.attemptOf(order.id)).toMatchObject({ generation: 0 });

    const requestKey = randomUUID();
    const { status, json } = await buyAgain(order, requestKey);
    expect([status, json]).toEqual([
      200,
      {
        ...{ order_id: order.id, supplier: buying.supplier, generation: 1 },
        ...{ instead_of: order.key, sealed: true },
      },
    ]);
    // Sent again, it is answered alike and does nothing; under another key of a request it is refused.
    expect((await buyAgain(order, requestKey)).json).toEqual(json);
    expect((await buyAgain(order)).status).toBe(409);

    const next = await nextOf(order);
    expect(next).toMatchObject({ generation: 1, sends: 1, forgotten_at: null });
    expect([buying.sendsOf(order.key), buying.sendsOf(next.attempt_uuid)]).toEqual([1, 1]);
    const { items } = await manager.get<{ items: { event: string; facts: object }[] }>(
      `GET orders/${order.id}/timeline`,
    );
    expect(items.filter(({ event }) => /^(purchase|bought)/.test(event))).toMatchObject([
      { event: 'purchase begun', facts: { key: order.key } },
      { event: 'purchase sent', facts: { supplier_order: order.theirs } },
      { event: 'purchase forgotten' },
      {
        event: 'bought again',
        facts: {
          ...{ key: order.key, former_key: 'sealed', by: `operator:${manager.name}` },
          ...{ role: 'manager', address: '127.0.0.1' },
        },
      },
      { event: 'purchase begun', facts: { key: next.attempt_uuid } },
      { event: 'purchase sent', facts: { supplier_order: next.supplier_order_id } },
    ]);
  });

  it('is bought again once, however many confirm it at once', async () => {
    const order = await buying.forgotten();
    // All that have sealed the key wait for the attempt, and go on at the same time.
    const asked = await shop.service(Database).transaction(async (within) => {
      const lock = 'SELECT FROM supplier_attempts WHERE order_id = $1 FOR UPDATE';
      await within.query(lock, [order.id]);
      const asking = Array.from({ length: AT_ONCE }, () => buyAgain(order));
      await until(async () => (await shop.db.query(WAITING)).length > 1);
      return asking;
    });
    const answers = await Promise.all(asked);

    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const next = await nextOf(order);
    expect(next).toMatchObject({ generation: 1, sends: 1 });
    expect(buying.sendsOf(next.attempt_uuid)).toBe(1);
    const replaced = 'SELECT generation FROM replaced_purchases WHERE order_id = $1';
    expect(await shop.db.query(replaced, [order.id])).toEqual([{ generation: 0 }]);
  });

  it('is bought again once, even if a failover has lost that it was', async () => {
    const order = await buying.forgotten();
    await buyAgain(order);
    const next = await nextOf(order);
    await shop.jobsDone('fulfillment', buying.account.id);
    await shop.db.query('DELETE FROM replaced_purchases WHERE order_id = $1', [order.id]);
    await shop.db.query(
      `UPDATE supplier_attempts SET generation = 0, attempt_uuid = $2, supplier_order_id = $3,
         forgotten_at = now() WHERE order_id = $1`,
      [order.id, order.key, order.theirs],
    );

    expect((await buyAgain(order)).status).toBe(200);
    const { attempt_uuid, supplier_order_id } = next;
    expect(await nextOf(order)).toMatchObject({ attempt_uuid, supplier_order_id });
    expect(buying.sendsOf(next.attempt_uuid)).toBe(1);
  });

  it('is not bought again when it is decided at the same time', async () => {
    const order = await buying.forgotten();
    const body = { reason: 'No.', despite_purchase: true };
    const [rejected, bought] = await Promise.all([
      support.ask(`POST orders/${order.id}/reject`, { body, key: randomUUID() }),
      buyAgain(order),
    ]);

    expect(rejected.status).toBe(200);
    expect([200, 409]).toContain(bought.status);
    await buying.deliverNow(order.id);
    // It is sent before the decision, which is followed up then, or never.
    const { attempt_uuid: key = '' } = (await buying.attemptOf(order.id)) ?? {};
    const followed = 'SELECT FROM unneeded_purchases WHERE order_id = $1';
    const isFollowed = (await shop.db.query(followed, [order.id])).length === 1;
    expect(isFollowed || key === order.key || buying.sendsOf(key) === 0).toBe(true);
  });

  it('is not bought again after the fifth time', async () => {
    const order = await buying.forgotten();
    await shop.db.query('UPDATE supplier_attempts SET generation = 5 WHERE order_id = $1', [
      order.id,
    ]);
    expect((await buyAgain(order)).json).toMatchObject({
      detail: expect.stringContaining('5 times already') as string,
    });
  });
});

describe('a supplier that is about to be bought from again', () => {
  it.each([
    [
      'knows the order again',
      { status: 'OK', data: [{ order_id: 'X', status: 'wait', price: 1 }] },
    ],
    ['gives no answer', 'cut'],
    ['gives no certain answer', { status: 'ERROR', code: 500, message: 'none' }],
  ])('%s, so nothing changes', async (_, reply) => {
    const order = await buying.forgotten();
    buying.there.set(order.key, reply);
    expect((await buyAgain(order)).status).toBe(409);
    expect(await buying.attemptOf(order.id)).toMatchObject({
      ...{ attempt_uuid: order.key, generation: 0, sends: 1 },
    });
    buying.knowsNothingOf(order.key);
    // After failures in a row it is left alone for a moment.
    await until(async () => (await buyAgain(order)).status === 200);
  });

  it('cannot seal keys: it must not know the key, ten minutes after the last request', async () => {
    const order = await buying.forgotten({ seals: false });
    // What the server itself was told just before may come in between.
    await until(async () => {
      await buying.deliverNow(order.id);
      const { detail } = (await buyAgain(order)).json as { detail?: string };
      return detail?.includes('may still arrive');
    });
    await shop.db.query(
      "UPDATE supplier_attempts SET sent_at = now() - interval '11 minutes' WHERE order_id = $1",
      [order.id],
    );
    const { json } = await until(async () => {
      const answer = await buyAgain(order);
      return answer.status === 200 && answer;
    });
    expect(json).toMatchObject({ sealed: false, generation: 1 });
    expect(buying.sendsOf((await nextOf(order)).attempt_uuid)).toBe(1);
  });
});

it('a request beside itself has the answer of the one that bought', async () => {
  const order = await buying.forgotten();
  const requestKey = randomUUID();
  const repeated = shop.service(RepeatedPurchases);
  const giveUp = repeated.giveUp.bind(repeated);
  const first = vi.spyOn(repeated, 'giveUp').mockImplementationOnce(async (...purchase) => {
    // The same request overtakes this one, which then finds the purchase given up.
    expect((await buyAgain(order, requestKey)).status).toBe(200);
    return giveUp(...purchase);
  });
  onTestFinished(() => {
    first.mockRestore();
  });
  const { status, json } = await buyAgain(order, requestKey);
  expect([status, json]).toMatchObject([200, { instead_of: order.key, generation: 1 }]);
  const next = await nextOf(order);
  expect(buying.sendsOf(next.attempt_uuid)).toBe(1);
});

it('the page of a forgotten order asks again, and buys again after a second question', async () => {
  const order = await buying.forgotten();
  const ada = await operatorBrowser(shop, 'manager', fresh('ada'));
  const page = await ada.open(`/console/orders/${order.id}`);
  expect(page.root.text).toContain(order.theirs);
  const asked = await ada.send(page, 'ask-again');
  expect([asked.status, asked.root.text.includes(order.key)]).toEqual([200, true]);

  const question = await ada.send(asked, 'buy-again');
  expect(question.root.querySelector('main')?.text).toMatch(
    new RegExp(`${order.key}.*${order.theirs}`, 's'),
  );
  expect(await buying.attemptOf(order.id)).toMatchObject({ generation: 0 });
  const [first, second] = await Promise.all([
    ada.send(question, 'buy-again'),
    ada.send(question, 'buy-again'),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const next = await nextOf(order);
  expect([next.generation, buying.sendsOf(next.attempt_uuid)]).toEqual([1, 1]);
  // Another question that was still open.
  const stale = await ada.send(asked, 'buy-again', { confirmed: 'on', instead_of: order.key });
  expect(stale.status).toBe(409);
  const viewer = await operatorBrowser(shop, 'viewer', fresh('vera'));
  const other = await buying.forgotten();
  const seen = await viewer.open(`/console/orders/${other.id}`);
  expect(seen.root.querySelectorAll('main form[action$="-again"]')).toHaveLength(0);
});

it('commands ask again, and buy again only with the former key', async () => {
  const order = await buying.forgotten();
  const purchase = { key: order.key, supplier_order: order.theirs };
  const asked = await soukJson(shop, 'order', 'ask-again', order.id);
  expect(asked).toMatchObject({ order_id: order.id, purchase });
  expect(await soukJson(shop, 'order', 'purchase', order.id)).toMatchObject({ purchase });
  expect((await souk(shop, 'order', 'buy-again', order.id)).code).toBe(2);
  expect(await buying.attemptOf(order.id)).toMatchObject({ generation: 0 });

  const words = ['order', 'buy-again', order.id, '--instead-of', order.key];
  expect(await soukJson(shop, ...words)).toMatchObject({ generation: 1, sealed: true });
  expect((await souk(shop, ...words)).code).toBe(1);
  expect(buying.sendsOf((await nextOf(order)).attempt_uuid)).toBe(1);
});
