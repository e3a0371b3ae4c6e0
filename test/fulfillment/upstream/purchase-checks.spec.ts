import { vi } from 'vitest';
import { FulfillmentJob } from '../../../src/fulfillment/delivery/fulfillment.job.js';
import { PurchaseWatch } from '../../../src/fulfillment/delivery/purchases/purchase-watch.js';
import {
  SupplierBusyError,
  SupplierCalls,
} from '../../../src/fulfillment/upstream/supplier/supplier-calls.js';
import { SupplierRepository } from '../../../src/fulfillment/upstream/supplier/supplier.repository.js';
import { DuePurchases } from '../../../src/fulfillment/upstream/checks/due-purchases.repository.js';
import { BuyingShop, type BoughtOrder } from '../../support/buying-shop.js';
import { soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { invariantFaults } from '../../support/invariants.js';
import { RawReply } from '../../support/scripted-shop.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

/** Nobody goes on with the orders of an account: neither a job, nor the watch of purchases. */
const PARK = `
  WITH jobs AS (
    DELETE FROM pgboss.job WHERE name = 'fulfillment' AND state < 'active'
      AND (data ->> 'accountId')::integer = $1 RETURNING 1
  ), running AS (
    SELECT FROM pgboss.job WHERE name = 'fulfillment' AND state = 'active'
      AND (data ->> 'accountId')::integer = $1
  ), due AS (
    UPDATE fulfillments SET due_at = now() + interval '1 day'
    WHERE account_id = $1 AND NOT closed AND due_at < now() + interval '23 hours' RETURNING 1
  )
  SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM running) + (SELECT count(*) FROM due) AS parked`;
/** The watch of purchases asks about all of them next. */
const MAKE_DUE = `
  UPDATE fulfillments SET due_at = now() WHERE account_id = $1 AND NOT closed`;
const PAUSE = `
  SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM fulfillments WHERE order_id = $1`;

let buying: BuyingShop;
let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  buying = await BuyingShop.in(shop);
});
afterEach(async () => {
  await parked();
  expect(await invariantFaults(shop.db, [buying.account.id])).toEqual([]);
  await buying.close();
});

async function parked(): Promise<void> {
  await until(async () => {
    const [row] = await shop.db.query<{ parked: string }>(PARK, [buying.account.id]);
    return row?.parked === '0';
  });
}

async function boughtAndParked(count: number): Promise<BoughtOrder[]> {
  const orders = await Promise.all(Array.from({ length: count }, () => buying.bought()));
  await parked();
  return orders;
}

const makeDue = () => shop.db.query(MAKE_DUE, [buying.account.id]);
const closed = ({ id }: BoughtOrder) =>
  until(async () => {
    const status = await buying.statusOf(id);
    return status !== 'wait' && status;
  });
const checks = (from = 0) => buying.calls.slice(from).filter(({ route }) => route === 'check');
const isByKey = ({ query }: { readonly query: URLSearchParams }) => query.has('uuid');
const noteOf = async ({ id }: BoughtOrder): Promise<string> => {
  const sql = 'SELECT note FROM fulfillments WHERE order_id = $1';
  return (await shop.db.query<{ note: string }>(sql, [id]))[0]!.note;
};
const pauseOf = async ({ id }: BoughtOrder): Promise<number> =>
  (await shop.db.query<{ seconds: number }>(PAUSE, [id]))[0]!.seconds;

describe('the result of a young purchase', () => {
  it('is asked for within seconds, however old its order is', async () => {
    const [order] = await boughtAndParked(1);
    const aged = "UPDATE orders SET created_at = now() - interval '1 hour' WHERE order_id = $1";
    await shop.db.query(aged, [order!.id]);
    // Young for as long as a busy machine may take for what follows.
    const young =
      "UPDATE supplier_attempts SET sent_at = now() + interval '10 minutes' WHERE order_id = $1";
    await shop.db.query(young, [order!.id]);

    await shop.service(FulfillmentJob).runNow({ accountId: buying.account.id, orderId: order!.id });
    expect(await pauseOf(order!)).toBeLessThanOrEqual(3);
    await parked();
    const putOff = vi.spyOn(shop.service(DuePurchases), 'putOff');
    await makeDue();
    const again = await until(() =>
      putOff.mock.calls.flat(2).find(({ purchase }) => purchase.orderId === order!.id),
    );
    putOff.mockRestore();
    expect(again.seconds).toBeLessThanOrEqual(3);
    expect(checks().some((check) => !isByKey(check))).toBe(true);
  });

  it('comes by one check of all due ones, by the ids of their orders there, and one by the key of each', async () => {
    const orders = await boughtAndParked(20);
    const from = buying.calls.length;
    for (const order of orders) buying.becomes(order, 'accept');
    await makeDue();

    expect(await Promise.all(orders.map(closed))).toEqual(orders.map(() => 'accept'));
    const [check, ...others] = checks(from);
    expect(others.every(isByKey)).toBe(true);
    expect(others.map(({ query }) => query.get('orders')).sort()).toEqual(
      orders.map(({ key }) => `[${key}]`).sort(),
    );
    expect(check!.query.get('orders')!.slice(1, -1).split(',').sort()).toEqual(
      orders.map(({ theirs }) => theirs).sort(),
    );
  });

  it('is asked for once, and counts once, when several servers look at once', async () => {
    const orders = await boughtAndParked(10);
    const from = buying.calls.length;
    for (const order of orders) buying.becomes(order, 'accept');
    await makeDue();
    const watch = shop.service(PurchaseWatch);
    const begun = await Promise.all([watch.run(), watch.run(), watch.run()]);
    await Promise.all(begun.flat());

    await Promise.all(orders.map(closed));
    const asked = checks(from).flatMap(({ query }) => query.get('orders')!.slice(1, -1).split(','));
    expect(asked.sort()).toEqual(orders.flatMap(({ theirs, key }) => [theirs, key]).sort());
  });
});

describe('an answer to a check of several orders', () => {
  const shown = ({ theirs }: BoughtOrder, status: string, code: string) => ({
    ...{ order_id: theirs, status, price: 1, replay_api: [code] },
  });
  it.each<[string, (one: BoughtOrder, two: BoughtOrder) => object[]]>([
    [
      'shows one twice',
      (one, two) => [
        shown(one, 'accept', 'A'),
        shown(two, 'accept', 'B'),
        shown(one, 'accept', 'C'),
      ],
    ],
    [
      'shows one that was not asked for',
      (one, two) => [
        shown(one, 'accept', 'A'),
        shown({ ...two, theirs: 'ACME-other' }, 'accept', 'B'),
      ],
    ],
    [
      'shows more than was asked for',
      (one, two) => [
        shown(one, 'accept', 'A'),
        shown(two, 'accept', 'B'),
        shown({ ...two, theirs: 'ACME-other' }, 'accept', 'C'),
      ],
    ],
    ['shows none', () => []],
    ['shows no list of orders', () => [[], []]],
  ])('that %s is certain about none, and each is asked about by its key', async (_, data) => {
    const [one, two] = await boughtAndParked(2);
    const from = buying.calls.length;
    buying.byIds = () => ({ status: 'OK', data: data(one!, two!) });
    await makeDue();

    const keys = () =>
      new Set(
        checks(from)
          .filter(isByKey)
          .map(({ query }) => query.get('orders')!.slice(1, -1)),
      );
    await until(() => keys().size === 2);
    await parked();
    expect([await buying.statusOf(one!.id), await buying.statusOf(two!.id)]).toEqual([
      'wait',
      'wait',
    ]);
    buying.becomes(one!, 'accept');
    buying.becomes(two!, 'reject');
    await makeDue();
    expect([await closed(one!), await closed(two!)]).toEqual(['accept', 'reject']);
  });

  it('that lacks one is certain about the others', async () => {
    const [one, two] = await boughtAndParked(2);
    buying.byIds = () => ({ status: 'OK', data: [shown(two!, 'wait', 'B')] });
    const from = buying.calls.length;
    await makeDue();

    await until(() => checks(from).some((check) => isByKey(check) && asks(check, one!)));
    expect(await buying.statusOf(one!.id)).toBe('wait');
    expect(checks(from).some((check) => isByKey(check) && asks(check, two!))).toBe(false);
  });

  it.each(['accept', 'reject'] as const)(
    'that is %s ends no order which the supplier has by another id under its key',
    async (said) => {
      const [one, two] = await boughtAndParked(2);
      buying.becomes(one!, said);
      await buying.decided(one!.id);
      // As if the answer to newOrder had been that of the first one.
      const same = 'UPDATE supplier_attempts SET supplier_order_id = $2 WHERE order_id = $1';
      await shop.db.query(same, [two!.id, one!.theirs]);
      await makeDue();

      const note = `${one!.theirs} has become ${two!.theirs}`;
      await until(
        async () => (await noteOf(two!)) === note || (await buying.statusOf(two!.id)) !== 'wait',
      );
      expect(await buying.statusOf(two!.id)).toBe('wait');
    },
  );

  it('that lacks one has it asked about by its key once, until that is answered or was lost', async () => {
    const [order] = await boughtAndParked(1);
    buying.byIds = () => ({ status: 'OK', data: [] });
    const silence = Promise.withResolvers<object>();
    buying.there.set(order!.key, silence.promise);
    const from = buying.calls.length;
    const looks = () => checks(from).filter((check) => !isByKey(check)).length;
    await makeDue();
    await until(() => checks(from).some(isByKey));
    const watch = shop.service(PurchaseWatch);
    for (let look = 0; look < 3; look++) await Promise.all(await watch.run());
    expect([looks(), checks(from).length]).toEqual([1, 2]);
    expect(await pauseOf(order!)).toBeLessThanOrEqual(45);

    await makeDue();
    await until(() => looks() > 1);
    silence.resolve({ status: 'OK', data: [shown(order!, 'accept', 'A')] });
    expect(await closed(order!)).toBe('accept');
  });

  it('cannot be told apart where two of ours have one id there, so they are asked about by their keys', async () => {
    const [one, two] = await boughtAndParked(2);
    const same = 'UPDATE supplier_attempts SET supplier_order_id = $2 WHERE order_id = $1';
    await shop.db.query(same, [two!.id, one!.theirs]);
    buying.byIds = () => ({ status: 'OK', data: [shown(one!, 'accept', 'A')] });
    const from = buying.calls.length;
    await makeDue();

    await until(() =>
      [one!, two!].every((order) =>
        checks(from).some((check) => isByKey(check) && asks(check, order)),
      ),
    );
    expect([await buying.statusOf(one!.id), await buying.statusOf(two!.id)]).toEqual([
      'wait',
      'wait',
    ]);
  });

  it('that never comes leaves each to be asked about by its key', async () => {
    const [one] = await boughtAndParked(1);
    buying.byIds = () => 'cut';
    buying.becomes(one!, 'accept');
    await makeDue();

    expect(await closed(one!)).toBe('accept');
  });
});

const asks = ({ query }: { readonly query: URLSearchParams }, { key }: BoughtOrder): boolean =>
  query.get('orders') === `[${key}]`;

describe('a supplier that says when it may be asked again', () => {
  const header = { 'RateLimit-Reset': '30' };
  const asked = async (body: object) => {
    const calls = shop.service(SupplierCalls);
    const supplier = (await shop.service(SupplierRepository).find(buying.supplier))!;
    buying.prices = new RawReply([JSON.stringify(body)], header);
    await calls.get(supplier, 'products');
    return calls.run(supplier, () => Promise.resolve('asked'));
  };

  it('is left alone for so long when it has not answered, and only then', async () => {
    expect(await asked({ status: 'OK', data: [] })).toBe('asked');
    await expect(asked({ status: 'ERROR', code: 111 })).rejects.toThrow(SupplierBusyError);
  });
});

describe('a supplier that an operator has asked now', () => {
  it('is asked about any order that waits there, and what it says counts once', async () => {
    const support = await TestOperator.of(shop, 'support', { name: fresh('support') });
    const [order] = await boughtAndParked(1);
    const ask = () => support.ask(`POST orders/${order!.id}/ask-again`);
    expect((await ask()).json).toMatchObject({ status: 'wait', purchase: { key: order!.key } });

    await parked();
    buying.becomes(order!, 'accept');
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(answers.some(({ status }) => status === 409) ? [200, 409] : [200]),
    );
    expect([await buying.statusOf(order!.id), buying.sendsOf(order!.key)]).toEqual(['accept', 1]);
    const audited = 'SELECT FROM audit_entries WHERE action = $1 AND details::text LIKE $2';
    expect(
      (await shop.db.query(audited, ['order ask-again', `%${order!.id}%`])).length,
    ).toBeGreaterThanOrEqual(2);
    expect((await ask()).json).toMatchObject({
      detail: `Order ${order!.id} does not wait at a supplier; nobody was asked.`,
    });
  });

  it('is asked from the page of the order, and by the command', async () => {
    const [one, two] = await boughtAndParked(2);
    buying.becomes(one!, 'accept');
    buying.becomes(two!, 'accept');
    const ada = await operatorBrowser(shop, 'support', fresh('ada'));
    const page = await ada.open(`/console/orders/${one!.id}`);
    expect((await ada.send(page, 'ask-again')).root.text).toContain('LATE-CODE');
    expect(await soukJson(shop, 'order', 'ask-again', two!.id)).toMatchObject({ status: 'accept' });
  });
});
