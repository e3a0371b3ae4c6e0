import { randomUUID } from 'node:crypto';
import { ProductService } from '../../src/catalog/editing/product.service.js';
import { Database } from '../../src/database/database.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { WATCH_CHECKS } from '../../src/operator/doctor/doctor-checks.js';
import { OrderWatchRepository } from '../../src/notifications/watch/order-watch.repository.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import type { Delivered } from '../../src/orders/delivery/fulfillment-handler.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { invariantFaults } from '../support/invariants.js';
import { productDeliveredBy, type Answers } from '../support/own-handlers.js';
import { TestOperator } from '../support/test-operator.js';
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

const delivered = (...codes: string[]): Delivered => ({ kind: 'delivered', codes });

/** A text that looks like a code, and that no other case has. */
const newCode = (): string => randomUUID().toUpperCase();

const byJob = (answer: () => Delivered): Answers => ({ deliver: () => Promise.resolve(answer()) });

const product = (...answers: readonly Answers[]) => productDeliveredBy(shop, 'package', ...answers);

async function placed(id: number, by = account, parameters = ''): Promise<string> {
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}${parameters}`;
  const { json } = await by.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Shown {
  readonly status: string;
  readonly replay_api: readonly string[] | null;
}

async function shown(orderId: string, by = account): Promise<Shown> {
  const { json } = await by.api(`/client/api/check?orders=[${orderId}]`);
  const [order] = (json as { data: Shown[] }).data;
  return { status: order!.status, replay_api: order!.replay_api };
}

const accepted = (orderId: string) => until(async () => (await shown(orderId)).status === 'accept');

/** Where its handler stands; undefined for an order that is left to the operator from the beginning. */
async function delivery(orderId: string) {
  const [row] = await shop.db.query<{ note: string; due: boolean }>(
    'SELECT note, due_at IS NOT NULL AS due FROM fulfillments WHERE order_id = $1',
    [orderId],
  );
  return row;
}

const held = (orderId: string) =>
  until(async () => {
    const found = await delivery(orderId);
    return found?.due === false && found.note;
  });

const WAITS = { status: 'wait', replay_api: null };

/** Two orders of a product whose handler gives both the same code. */
async function twice(code = newCode()) {
  const id = await product(byJob(() => delivered(code)));
  const first = await placed(id);
  await accepted(first);
  const second = await placed(id);
  expect(await held(second)).toBe(
    `a code of it was delivered to order ${first} already; deliver it anyway, or reject it`,
  );
  return { code, id, first, second };
}

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
      new RegExp(`Order ${third} was not accepted: a code of it was delivered to order .* already`),
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
  await expect(accept).rejects.toThrow(`No delivery of order ${id} is held back`);
});

describe('a product', () => {
  const isCoded = async (id: number) => (await shop.service(ProductService).get(id)).deliversCodes;

  it('that delivers words may repeat them', async () => {
    const id = await product(byJob(() => delivered('Done')));
    await accepted(await placed(id));
    await accepted(await placed(id));
    expect(await isCoded(id)).toBeNull();
  });

  it('that tops up a player may name the player in each text', async () => {
    const id = await product(byJob(() => delivered('Player 5123456789: 60 UC sent')));
    const player = { name: 'Player', label: 'Player', type: 'string', required: true } as const;
    await shop.service(ProductService).set(id, { fields: [player] });
    const topUp = () => placed(id, account, '&Player=5123456789');
    await accepted(await topUp());
    await accepted(await topUp());
    expect(await isCoded(id)).toBeNull();
  });

  it('may say of each code the same date', async () => {
    const id = await product(byJob(() => delivered(newCode(), 'Valid until 12/2027')));
    await accepted(await placed(id));
    await until(() => isCoded(id));
    await accepted(await placed(id));
  });

  it('may say the same of each piece', async () => {
    const words = Array.from({ length: 10 }, () => 'Done, thank you');
    const id = await productDeliveredBy(
      shop,
      'amount',
      byJob(() => delivered(...words)),
    );
    await accepted(await placed(id, account, '&qty=10'));
    await accepted(await placed(id, account, '&qty=10'));
    expect(await isCoded(id)).toBeNull();
  });

  it('delivers codes once it has delivered one, by a job or at once', async () => {
    const job = await product(byJob(() => delivered(newCode())));
    await accepted(await placed(job));
    await until(() => isCoded(job));
    const atOnce = await product({
      deliverInTransaction: () => Promise.resolve(delivered(newCode())),
    });
    await placed(atOnce);
    await until(() => isCoded(atOnce));
  });

  it('delivers codes, or does not, as the operator says', async () => {
    const code = newCode();
    const id = await product(byJob(() => delivered(code)));
    const set = (value: string) =>
      souk(shop, 'product', 'set', String(id), '--delivers-codes', value);
    await set('off');
    await accepted(await placed(id));
    await accepted(await placed(id));
    const words = fresh('Receipt');
    const said = await product(byJob(() => delivered(words)));
    await shop.service(ProductService).set(said, { deliversCodes: true });
    await accepted(await placed(said));
    await held(await placed(said));
  });
});

describe('what is delivered anyway', () => {
  /** An order that is held back for a code of another one, and whose other code went to a third order then. */
  async function outdated() {
    const { first, code } = await twice();
    const own = newCode();
    const second = await placed(await product(byJob(() => delivered(code, own))));
    await held(second);
    const third = await placed(await product(byJob(() => delivered(own))));
    await accepted(third);
    const others = [first, third].sort().join(', ');
    const note = `parts of it were delivered to the orders ${others} already`;
    const refusal = `Order ${second} was not accepted, since more is known now than when it was held back: ${note}; decide again.`;
    return { second, codes: [code, own], others, note, refusal };
  }

  it('is no code of which the operator was not told; the next decision is about all', async () => {
    const { second, codes, note, refusal } = await outdated();
    const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    const accept = () =>
      owner.ask(`POST orders/${second}/accept`, {
        body: { deliver_anyway: true },
        key: randomUUID(),
      });
    expect(await accept()).toMatchObject({ status: 409, json: { detail: refusal } });
    expect(await shown(second)).toEqual(WAITS);
    expect((await delivery(second))?.note).toBe(`${note}; deliver it anyway, or reject it`);
    const { items } = await owner.get<{ items: object[] }>(`GET orders/${second}/timeline`);
    expect(items).toContainEqual(expect.objectContaining({ event: 'held back', facts: { note } }));
    expect((await accept()).status).toBe(200);
    expect(await shown(second)).toEqual({ status: 'accept', replay_api: codes });
  });

  it('is none by the terminal either', async () => {
    const { second, refusal } = await outdated();
    const accept = () => souk(shop, 'order', 'accept', second, '--deliver-anyway');
    const refused = await accept();
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain(refusal);
    expect((await accept()).code).toBe(0);
  });

  it('is none by the form of the console, which then shows all', async () => {
    const { second, others } = await outdated();
    const ada = await operatorBrowser(shop, 'support', fresh('ada'));
    const page = await ada.open(`/console/orders/${second}`);
    const refused = await ada.send(page, 'accept', { deliver_anyway: 'on' });
    expect(refused.text).toContain('was not known when it was held back.');
    expect(refused.text).toContain(`Parts of it were delivered to ${others} already.`);
    expect((await ada.send(refused, 'accept', { deliver_anyway: 'on' })).text).toContain(
      'The order is accepted.',
    );
  });
});

describe('our own stock', () => {
  const free = async (stock: string, code: string) => {
    const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    return owner.get<{ added: number }>(`POST stocks/${stock}/codes`, {
      body: { codes: [code] },
      key: randomUUID(),
    });
  };

  it('has no code that a supplier has delivered', async () => {
    const { code } = await twice();
    expect(await free(fresh('stock'), code)).toMatchObject({ added: 0 });
  });

  it('sells a code to another order while it is held back: then it is not delivered anyway', async () => {
    const [stock, code] = [fresh('stock'), newCode()];
    await free(stock, code);
    const order = await placed(await product(byJob(() => delivered(code))));
    await held(order);
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const buyer = await placed(await shop.product({ price: '2', fulfillment }));
    const closes = shop.service(OrderCloseService);
    await expect(closes.accept(order, { actor: 'test', deliverAnyway: true })).rejects.toThrow(
      `a code of it was sold out of our own stock to order ${buyer} already; decide again.`,
    );
    expect(await shown(order)).toEqual(WAITS);
    expect(await shown(buyer)).toEqual({ status: 'accept', replay_api: [code] });
  });

  it('has a code that a supplier delivers: it waits, and is sold no more once it is delivered', async () => {
    const [stock, code] = [fresh('stock'), newCode()];
    expect(await free(stock, code)).toMatchObject({ added: 1 });
    const order = await placed(await product(byJob(() => delivered(code))));
    expect(await held(order)).toContain('a code of it is one of our own stock');
    const by = { actor: 'test', deliverAnyway: true };
    await shop.service(OrderCloseService).accept(order, by);
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const stocked = await shop.product({ type: 'package', price: '2', fulfillment });
    const path = `/client/api/newOrder/${stocked}/params?order_uuid=${randomUUID()}`;
    expect((await account.api(path)).json).toMatchObject({ code: 105 });
  });
});
