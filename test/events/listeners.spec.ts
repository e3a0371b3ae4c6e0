import { randomUUID } from 'node:crypto';
import { vi, type MockInstance } from 'vitest';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { Database } from '../../src/database/database.js';
import { FailedEvents } from '../../src/events/failures/failed-events.service.js';
import { LISTENER_CASES } from '../../src/events/listener-cases.js';
import type { Listener } from '../../src/events/listener.js';
import { Listeners } from '../../src/events/listeners.js';
import { SHOP_EVENT_TYPES, shopEvent } from '../../src/events/shop-event.js';
import { OrderChecks } from '../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../src/orders/checks/order-refused-error.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderRepository } from '../../src/orders/order.repository.js';
import { soukJson } from '../support/command-line.js';
import { Hearing } from '../support/hearing.js';
import { recordExtension } from '../support/recorded-extension.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { reversalsOf } from '../support/reversals.js';

let shop: TestShop;
let hearing: Hearing;
let batches: MockInstance<OrderRepository['placeAtOnce']>;

beforeAll(async () => {
  // A shop of its own: a listener hears all events of its process.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  const unlucky = {
    name: 'unlucky',
    concerns: ({ quantity }: { quantity: string }) => quantity === '13',
    check: () => Promise.reject(new OrderRefusedError(613)),
  };
  const errors = [{ code: 613, message: 'No.', httpStatus: 422 }] as const;
  shop
    .service(OrderChecks)
    .use([{ extension: 'acme', port: unlucky }], [{ extension: 'acme', errors }]);
  hearing = await Hearing.start(shop);
  batches = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
});
beforeEach(() => {
  hearing.reset();
  batches.mockClear();
});
afterAll(() => shop.close());

describe('events of orders', () => {
  it('are told with what a listener needs, once each', async () => {
    const account = await shop.account({ balance: '100' });
    const product = await shop.product({ name: 'heard', price: '1.50' });
    const [accepted, rejected] = [
      await hearing.place(account, product),
      await hearing.place(account, product),
    ];
    await shop.service(OrderCloseService).accept(accepted, { actor: 'test' });
    await shop.service(OrderCloseService).reject(rejected, { reason: 'no stock', actor: 'test' });
    const events = await hearing.eventsOf(account);
    expect(events.map(({ type }) => type).sort()).toEqual([
      ...['order.accepted', 'order.placed', 'order.placed', 'order.rejected'],
    ]);
    const data = {
      accountId: account.id,
      orderId: accepted,
      productId: product,
      productName: 'heard',
      quantity: '1',
      unitPrice: '1.5',
      total: '1.5',
      rehearsal: false,
    };
    for (const type of ['order.placed', 'order.accepted']) {
      const event = events.find(
        (one) => one.type === type && 'orderId' in one.data && one.data.orderId === accepted,
      );
      expect(event?.data).toEqual({ ...data, orderUuid: expect.any(String) as string });
      expect(event?.id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(new Date(event?.time ?? '').toISOString()).toBe(event?.time);
    }
    const rejection = events.find(({ type }) => type === 'order.rejected');
    expect(rejection?.data).toMatchObject({ orderId: rejected, reason: 'no stock' });
    expect(batches).not.toHaveBeenCalled();
  });

  it('tell of an accepted order that is paid back', async () => {
    const account = await shop.account({ balance: '100' });
    const product = await shop.product({ name: 'heard', price: '1.50' });
    const orderId = await hearing.place(account, product);
    await shop.service(OrderCloseService).accept(orderId, { actor: 'test' });
    const part = { amount: '0.50', reason: 'late', reference: 'case-1', actor: 'operator:eve' };
    await reversalsOf(shop).reverse(orderId, part);

    const events = await hearing.eventsOf(account);
    const refund = events.find(({ type }) => type === 'order.refunded');
    expect(refund?.data).toEqual({
      ...{ accountId: account.id, orderId, orderUuid: expect.any(String) as string },
      ...{
        productId: product,
        productName: 'heard',
        quantity: '1',
        unitPrice: '1.5',
        total: '1.5',
      },
      ...{ rehearsal: false, amount: '0.5', refunded: '0.5', reason: 'late', reference: 'case-1' },
    });
  });

  it('are both told of an order that is delivered at once', async () => {
    const account = await shop.account({ balance: '100', testing: true });
    const product = await shop.product({
      name: 'heard',
      categoryId: await shop.category({ testingOnly: true }),
      fulfillment: [{ handler: 'test', settings: { outcome: 'accept' } }],
    });
    await hearing.place(account, product);
    await until(async () => (await hearing.typesOf(account)).length >= 2);
    expect(await hearing.typesOf(account)).toEqual(['order.accepted', 'order.placed']);
  });

  it('leave an order that concerns no listener in its batch', async () => {
    const account = await shop.account({ balance: '100' });
    await hearing.place(account, await shop.product({ name: 'plain' }));
    expect(batches).toHaveBeenCalledTimes(1);
    expect(await hearing.typesOf(account)).toEqual([]);
  });

  it('are written where concerns throws, since no event may be lost', async () => {
    const account = await shop.account({ balance: '100' });
    await hearing.place(account, await shop.product({ name: 'throws' }));
    expect(await hearing.typesOf(account)).toEqual(['order.placed']);
    expect(shop.logs().join()).toMatch(/"port":"sink","event":"order.placed"/);
  });

  it('are one for each order under a race, and none for a replay or a refusal', async () => {
    const account = await shop.account({ balance: '20' });
    const product = await shop.product({ name: 'heard' });
    const uuids = Array.from({ length: 30 }, () => randomUUID());
    const paths = uuids.flatMap((uuid) => {
      const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
      return [path, path];
    });
    await Promise.all(paths.map((path) => account.api(path)));
    await hearing.place(account, product, '&qty=13');
    const placed = await shop.db.query<{ order_id: string }>(
      'SELECT order_id FROM orders WHERE account_id = $1',
      [account.id],
    );
    const told = (await hearing.eventsOf(account)).map(
      ({ data }) => 'orderId' in data && data.orderId,
    );
    expect(told.toSorted()).toEqual(placed.map(({ order_id: id }) => id).sort());
    expect(placed.length).toBeLessThanOrEqual(20);
  });

  it('are none of a transaction that is rolled back', async () => {
    const account = await shop.account({ balance: '100' });
    const order = await hearing.place(account, await shop.product({ name: 'heard' }));
    await hearing.eventsOf(account);
    const close = shop
      .service(OrderCloseService)
      .withWaitingOrder({ accountId: account.id, orderId: order }, 'test', () =>
        Promise.resolve({ status: 'accept', codes: [''] }),
      );
    await expect(close).rejects.toThrow();
    await shop
      .service(Database)
      .transaction(
        (manager) => shop.service(OrderCloseService).accept(order, { actor: 'test' }, manager),
        { dryRun: true },
      );
    expect(await hearing.typesOf(account)).toEqual(['order.placed']);
  });
});

describe('events of balances', () => {
  it('tell a deposit, and a charge below the threshold of the webhook', async () => {
    const account = await shop.account();
    await shop
      .service(BalanceService)
      .deposit(account.id, '10.50', { actor: 'test', reference: 'bill 7' });
    await soukJson(
      shop,
      ...['webhook', 'set', String(account.id), 'https://acme.example/hook', '--balance-low', '10'],
    );
    await hearing.place(account, await shop.product({ name: 'plain', price: '1' }));
    const events = (await hearing.eventsOf(account)).map(({ type, data }) => ({ type, data }));
    expect(events.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      {
        type: 'balance.deposited',
        data: { accountId: account.id, amount: '10.5', balance: '10.5', reference: 'bill 7' },
      },
      {
        type: 'balance.low',
        data: { accountId: account.id, spendable: '9.5', threshold: '10' },
      },
    ]);
  });
});

describe('a process that has not loaded the extension', () => {
  it('writes its events by the rows, and concerns decides when they are handled', async () => {
    await recordExtension(shop.db, 'acme', [{ name: 'sink', events: [...SHOP_EVENT_TYPES] }]);
    const account = await shop.account({ balance: '100' });
    const [product, plain] = [
      await shop.product({ name: 'heard' }),
      await shop.product({ name: 'plain' }),
    ];
    const orders = [await hearing.place(account, product), await hearing.place(account, plain)];
    await hearing.eventsOf(account);
    hearing.heard = [];
    // A process of a command has no listeners.
    for (const order of orders) await soukJson(shop.db.url, 'order', 'accept', order);
    await soukJson(shop.db.url, 'balance', 'deposit', String(account.id), '5');
    expect(await hearing.typesOf(account)).toEqual(['balance.deposited', 'order.accepted']);
  });

  it('postpones what is handled elsewhere, and gives up after a day what no extension has', async () => {
    await recordExtension(shop.db, 'other', [{ name: 'away', events: ['order.placed'] }]);
    const account = await shop.account({ balance: '100' });
    await hearing.place(account, await shop.product({ name: 'plain' }));
    await shop.jobsDone('listener', account.id);
    expect(await hearing.failuresOf(account)).toEqual([]);
    await shop.db.query("DELETE FROM extensions WHERE name = 'other'");
    await hearing.hurry();
    await shop.jobsDone('listener', account.id);
    expect(await hearing.failuresOf(account)).toEqual([]);
    await shop.db.query(
      `UPDATE pgboss.job SET data = data || '{"waitingSinceMs": 0}'
       WHERE name = 'listener' AND state = 'created' AND data ->> 'accountId' = '${account.id}'`,
    );
    await hearing.hurry();
    const failed = await hearing.failureOf(account);
    expect(failed).toMatchObject({
      extension: 'other',
      listener: 'away',
      attempts: 1,
      nextTryAt: null,
      reason: 'no extension has this listener any more',
    });
  });

  it('is not stopped by a row that was written by hand', async () => {
    for (const ports of ['{"listeners": {"name": 1}}', '{"listeners": [1, {"events": 2}]}', '7']) {
      await shop.db.query(
        `INSERT INTO extensions (name, version, ports) VALUES ('odd', '', $1)
         ON CONFLICT (name) DO UPDATE SET ports = excluded.ports`,
        [ports],
      );
      const account = await shop.account({ balance: '100' });
      expect(await hearing.place(account, await shop.product({ name: 'plain' }))).toMatch(/^ID_/);
    }
    await shop.db.query("DELETE FROM extensions WHERE name = 'odd'");
  });
});

describe('a listener', () => {
  it('that failed gets its event again from the operator, and not by the job of before as well', async () => {
    const account = await shop.account({ balance: '100' });
    hearing.onEvent = () => Promise.reject(new Error('down'));
    await hearing.place(account, await shop.product({ name: 'heard' }));
    const failed = await hearing.failureOf(account);
    hearing.onEvent = () => undefined;
    await shop.service(FailedEvents).resend(failed.id);
    await until(async () => (await hearing.failuresOf(account)).length === 0);
    await hearing.hurry();
    expect(await hearing.eventsOf(account)).toHaveLength(2);
  });
});

describe.each(LISTENER_CASES)('a listener', ({ name, run }) => {
  it(name, async () => {
    const deposited = (accountId: number) =>
      shopEvent({
        type: 'balance.deposited',
        data: { accountId, amount: '1', balance: '1', reference: null },
      });
    await run({
      listener: {
        ...hearing.sink,
        concerns: ({ data }) => 'accountId' in data && data.accountId === 7,
      },
      concerned: [deposited(7)],
      unconcerned: [deposited(8)],
      breakDown: () => {
        hearing.onEvent = () => Promise.reject(new Error('down'));
        return () => {
          hearing.onEvent = () => undefined;
        };
      },
    });
  });
});

describe('a listener that is misspelled', () => {
  const sink = { name: 'sink', concerns: () => true, handle: () => Promise.resolve() };
  const use = (port: unknown) => () => {
    new Listeners({} as never).use([{ extension: 'acme', port: port as Listener }]);
  };

  it.each([
    [{ ...sink, events: ['order.place'] }, 'whose events must be a list of order.placed, '],
    [{ ...sink, events: [] }, 'has the listener "sink", whose events must be'],
    [{ ...sink, handle: undefined, handel: sink.handle }, 'an unknown member "handel"'],
  ])('is refused: %j', (port, message) => {
    expect(use(port)).toThrow(message);
  });
});
