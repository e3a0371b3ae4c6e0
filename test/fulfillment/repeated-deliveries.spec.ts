import { randomUUID } from 'node:crypto';
import { Database } from '../../src/database/database.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { WATCH_CHECKS } from '../../src/upkeep/doctor/doctor-checks.js';
import { OrderWatchRepository } from '../../src/notifications/watch/order-watch.repository.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import type { Delivered } from '../../src/orders/delivery/fulfillment-handler.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { invariantFaults } from '../support/invariants.js';
import { TestOperator } from '../support/test-operator.js';
import {
  byJob,
  delivered,
  newCode,
  repeatedDeliveries,
  WAITS,
} from '../support/repeated-deliveries.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});
afterEach(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});

const { product, placed, shown, accepted, held, twice } = repeatedDeliveries(
  () => shop,
  () => account,
);

describe('a code that another order has got', () => {
  it('is not delivered: the order waits with the reason, and operators are told', async () => {
    const { first, second, code } = await twice();
    expect(await shown(first)).toEqual({ status: 'accept', replay_api: [code] });
    expect(await shown(second)).toEqual(WAITS);
    // It tells nobody, so it is not kept that these were told. The shop may have more waiting orders than are told at
    // once, so that only those of two seconds are looked at.
    const told = await shop.service(Database).transaction(
      async (manager) => {
        await manager.query(
          `UPDATE fulfillments SET updated_at = now() - interval '16 seconds' WHERE order_id = $1`,
          [second],
        );
        await manager.query(
          `INSERT INTO notification_cursors (watch, told_until)
           VALUES ('order.waiting', now() - interval '17 seconds')
           ON CONFLICT (watch) DO UPDATE SET told_until = excluded.told_until`,
        );
        return new OrderWatchRepository().take(manager, { minutes: null });
      },
      { dryRun: true },
    );
    expect(told.map(({ id }) => id)).toContain(second);
    const { statement } = WATCH_CHECKS.find(({ check }) => check === 'repeated deliveries')!;
    const found = await shop.db.query<{ what: string }>(statement);
    expect(found.map(({ what }) => what)).toContainEqual(
      expect.stringContaining(`order ${second} is held back, since order ${first} has the same`),
    );
    const support = await TestOperator.of(shop, 'support', { name: fresh('support') });
    const { items } = await support.get<{ items: object[] }>(`GET orders/${second}/timeline`);
    expect(items).toContainEqual(expect.objectContaining({ event: 'held back' }));
  });

  it('is delivered anyway, once, as an operator says by the admin API, and audited', async () => {
    const { second, code } = await twice();
    const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    const accept = (body: object) =>
      owner.ask(`POST orders/${second}/accept`, { body, key: randomUUID() });
    expect((await accept({ deliver_anyway: true })).status).toBe(200);
    expect(await shown(second)).toEqual({ status: 'accept', replay_api: [code] });
    expect((await accept({ deliver_anyway: true })).status).toBe(409);
    const [entry] = await shop.db.query<{ details: object; outcome: string }>(
      `SELECT details, outcome FROM audit_entries
       WHERE details ->> 'order' = $1 AND details ->> 'deliver_anyway' = 'true' ORDER BY id`,
      [second],
    );
    expect(entry).toMatchObject({ outcome: 'done' });
  });

  it('is delivered anyway at the terminal', async () => {
    const { second, code } = await twice();
    const { code: exit } = await souk(shop, 'order', 'accept', second, '--deliver-anyway');
    expect([exit, (await shown(second)).replay_api]).toEqual([0, [code]]);
  });

  it('is delivered anyway by a form of the console, which says why it waits', async () => {
    const { first, second, code } = await twice();
    const ada = await operatorBrowser(shop, 'support', fresh('ada'));
    const page = await ada.open(`/console/orders/${second}`);
    expect(page.text).toContain(`One of the codes was delivered to ${first} already.`);
    const sent = await ada.send(page, 'accept', { deliver_anyway: 'on' });
    expect(sent.text).toContain('The order is accepted.');
    expect((await shown(second)).replay_api).toEqual([code]);
  });

  it('is paid back where the operator rejects it', async () => {
    const { second } = await twice();
    await shop.service(OrderCloseService).reject(second, { reason: 'sold out', actor: 'test' });
    expect((await shown(second)).status).toBe('reject');
    const { json } = await account.api('/client/api/profile');
    expect(json).toMatchObject({ balance: '998' });
  });

  it('goes to one of two orders that are delivered at the same time', async () => {
    const code = newCode();
    const answers = Promise.withResolvers<Delivered>();
    const asked = new Set<string>();
    const id = await product({
      deliver: ({ orderId }) => {
        asked.add(orderId);
        return answers.promise;
      },
    });
    const other = await shop.account({ balance: '1000' });
    const orders = [...(await Promise.all([account, other].map((by) => placed(id, by))))];
    const runs = orders.map((orderId, index) =>
      shop.service(FulfillmentJob).run({ accountId: [account, other][index]!.id, orderId }),
    );
    await until(() => asked.size === 2);
    answers.resolve(delivered(newCode(), code, newCode()));
    await Promise.all(runs);
    // The server may have asked for one of them itself.
    await shop.jobsDone('fulfillment', account.id);
    await shop.jobsDone('fulfillment', other.id);
    const states = await Promise.all([shown(orders[0]!), shown(orders[1]!, other)]);
    expect(states.map(({ status }) => status).sort()).toEqual(['accept', 'wait']);
  });

  it('is not delivered in the transaction that places the order either, which waits', async () => {
    const code = newCode();
    const id = await product({ deliverInTransaction: () => Promise.resolve(delivered(code)) });
    const first = await placed(id);
    expect(await shown(first)).toEqual({ status: 'accept', replay_api: [code] });
    const second = await placed(id);
    expect(await shown(second)).toEqual(WAITS);
    await shop.service(OrderCloseService).accept(second, { actor: 'test', deliverAnyway: true });
    expect(await shown(second)).toEqual({ status: 'accept', replay_api: [code] });
  });

  it('is told to an operator who types it, and delivered only if that is meant', async () => {
    const { code } = await twice();
    const third = await placed(await shop.product({ type: 'package', price: '2' }));
    const closes = shop.service(OrderCloseService);
    const by = { actor: 'test', codes: [code, newCode()] };
    await expect(closes.accept(third, by)).rejects.toThrow(
      new RegExp(`was delivered to order .* already\\. The order ${third} was not accepted`),
    );
    expect(await shown(third)).toEqual(WAITS);
    await closes.accept(third, { ...by, deliverAnyway: true });
    expect((await shown(third)).replay_api).toEqual(by.codes);
  });

  it('is no fault within one order', async () => {
    const code = newCode();
    const id = await product(byJob(() => delivered(code, code)));
    const only = await placed(id);
    await accepted(only);
    expect((await shown(only)).replay_api).toEqual([code, code]);
  });

  it('was no delivery where it was held back: its other codes go to whom they are given', async () => {
    const { code } = await twice();
    const others = [newCode(), newCode()];
    const second = await placed(await product(byJob(() => delivered(others[0]!, code))));
    await held(second);
    const third = await placed(await product(byJob(() => delivered(...others))));
    await accepted(third);
  });
});

it('nothing is delivered anyway of an order of which nothing is held back', async () => {
  const id = await placed(await shop.product({ type: 'package', price: '2' }));
  const accept = shop.service(OrderCloseService).accept(id, { actor: 'test', deliverAnyway: true });
  await expect(accept).rejects.toThrow(`No delivery of the order ${id} is held back`);
});
