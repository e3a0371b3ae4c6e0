import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { Database } from '../../src/database/database.js';
import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { LimitedCalls } from '../../src/common/limited-calls.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { FailedEvents } from '../../src/events/failures/failed-events.service.js';
import { CatalogChanges } from '../../src/events/handling/catalog-changes.js';
import { ListenerCalls } from '../../src/events/handling/listener-calls.js';
import { ListenerJob } from '../../src/events/handling/listener.job.js';
import { LISTENER_CASES } from '../../src/events/listener-cases.js';
import type { HandlingOptions, Listener } from '../../src/events/listener.js';
import { Listeners } from '../../src/events/listeners.js';
import { SHOP_EVENT_TYPES, shopEvent, type ShopEvent } from '../../src/events/shop-event.js';
import { OrderChecks } from '../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../src/orders/checks/order-refused-error.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderRepository } from '../../src/orders/order.repository.js';
import { soukJson } from '../support/command-line.js';
import { recordExtension } from '../support/recorded-extension.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEY = newSecretKey();
type Heard = ShopEvent & { readonly options: HandlingOptions };

let heard: Heard[];
/** What the sink does with an event of an account, and with a change of the catalog. */
let onEvent: () => Promise<void> | void;
let onCatalog: () => Promise<void> | void;

/** Hears all events of orders of products named `heard`, and all others. */
const sink: Listener = {
  name: 'sink',
  events: SHOP_EVENT_TYPES,
  concerns: ({ data }) => {
    if ('productName' in data && data.productName === 'throws') throw new Error('no idea');
    return !('productName' in data) || data.productName === 'heard';
  },
  handle: async (event, options) => {
    heard.push({ ...event, options });
    await (event.type === 'catalog.changed' ? onCatalog() : onEvent());
  },
};

let shop: TestShop;
let batches: jest.SpiedFunction<OrderRepository['placeAtOnce']>;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: KEY });
  shop.service(Listeners).use([{ extension: 'acme', port: sink }]);
  shop.service(OrderChecks).use(
    [
      {
        extension: 'acme',
        port: {
          name: 'even',
          concerns: ({ quantity }) => quantity === '13',
          check: () => Promise.reject(new OrderRefusedError(613)),
        },
      },
    ],
    [{ extension: 'acme', errors: [{ code: 613, message: 'No.', httpStatus: 422 }] }],
  );
  // As at a start with the extension.
  await shop.service(ListenerJob).onApplicationBootstrap();
  shop.service(CatalogChanges).onApplicationBootstrap();
  batches = jest.spyOn(shop.service(OrderRepository), 'placeAtOnce');
});
beforeEach(() => {
  heard = [];
  onEvent = () => undefined;
  onCatalog = () => undefined;
  batches.mockClear();
});
afterAll(() => shop.close());

const place = async (account: TestAccount, product: number, query = ''): Promise<string> => {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}${query}`;
  const { json } = await account.api(path);
  return (json as { data?: { order_id: string } }).data?.order_id ?? '';
};
const of = ({ id }: TestAccount): Heard[] =>
  heard.filter(({ data }) => 'accountId' in data && data.accountId === id);
/** What the account's events are once no job of them is due. */
const eventsOf = async (account: TestAccount): Promise<Heard[]> => {
  await shop.jobsDone('listener', account.id);
  return of(account);
};
const typesOf = async (account: TestAccount) =>
  (await eventsOf(account)).map(({ type }) => type).sort();
const failuresOf = async (account: TestAccount) =>
  (await shop.service(FailedEvents).list(100)).filter(
    ({ event }) =>
      (JSON.parse(event) as Heard & { data: { accountId?: number } }).data.accountId === account.id,
  );
/** Lets what is planned for later be due now. */
const hurry = () =>
  shop.db.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'listener' AND start_after < 'infinity'",
  );

describe('events of orders', () => {
  it('are told with what a listener needs, once each', async () => {
    const account = await shop.account({ balance: '100' });
    const product = await shop.product({ name: 'heard', price: '1.50' });
    const [accepted, rejected] = [await place(account, product), await place(account, product)];
    await shop.service(OrderCloseService).accept(accepted, { actor: 'test' });
    await shop.service(OrderCloseService).reject(rejected, { reason: 'no stock', actor: 'test' });
    const events = await eventsOf(account);
    expect(events.map(({ type }) => type).sort()).toEqual([
      ...['order.accepted', 'order.placed', 'order.placed', 'order.rejected'],
    ]);
    const data = {
      ...{ accountId: account.id, orderId: accepted, productId: product, productName: 'heard' },
      ...{ quantity: '1', unitPrice: '1.5', total: '1.5', rehearsal: false },
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

  it('are both told of an order that is delivered at once', async () => {
    const account = await shop.account({ balance: '100', testing: true });
    const product = await shop.product({
      ...{ name: 'heard', categoryId: await shop.category({ testingOnly: true }) },
      fulfillment: [{ handler: 'test', settings: { outcome: 'accept' } }],
    });
    await place(account, product);
    await until(async () => (await typesOf(account)).length >= 2);
    expect(await typesOf(account)).toEqual(['order.accepted', 'order.placed']);
  });

  it('leave an order that concerns no listener in its batch', async () => {
    const account = await shop.account({ balance: '100' });
    await place(account, await shop.product({ name: 'plain' }));
    expect(batches).toHaveBeenCalledTimes(1);
    expect(await typesOf(account)).toEqual([]);
  });

  it('are written where concerns throws, since no event may be lost', async () => {
    const account = await shop.account({ balance: '100' });
    await place(account, await shop.product({ name: 'throws' }));
    expect(await typesOf(account)).toEqual(['order.placed']);
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
    await place(account, product, '&qty=13');
    const placed = await shop.db.query<{ order_id: string }>(
      'SELECT order_id FROM orders WHERE account_id = $1',
      [account.id],
    );
    const told = (await eventsOf(account)).map(({ data }) => 'orderId' in data && data.orderId);
    expect(told.toSorted()).toEqual(placed.map(({ order_id: id }) => id).sort());
    expect(placed.length).toBeLessThanOrEqual(20);
  });

  it('are none of a transaction that is rolled back', async () => {
    const account = await shop.account({ balance: '100' });
    const order = await place(account, await shop.product({ name: 'heard' }));
    await eventsOf(account);
    const close = shop
      .service(OrderCloseService)
      .withWaitingOrder({ accountId: account.id, orderId: order }, 'test', () =>
        Promise.resolve({ status: 'accept', codes: [''] }),
      );
    await expect(close).rejects.toThrow();
    jest.spyOn(Database.prototype, 'transaction').mockImplementationOnce(function (
      this: Database,
      work,
    ) {
      return this.transaction(work, { dryRun: true });
    });
    await shop.service(OrderCloseService).accept(order, { actor: 'test' });
    expect(await typesOf(account)).toEqual(['order.placed']);
  });
});

describe('events of balances', () => {
  it('tell a deposit, and a charge below the threshold of the webhook', async () => {
    const account = await shop.account();
    await shop
      .service(BalanceService)
      .deposit(account.id, '10.50', { actor: 'test', reference: 'bill 7' });
    await soukJson(
      { DATABASE_URL: shop.db.url, SECRET_KEYS: KEY },
      ...['webhook', 'set', String(account.id), 'https://acme.example/hook', '--balance-low', '10'],
    );
    await place(account, await shop.product({ name: 'plain', price: '1' }));
    const events = await eventsOf(account);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
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

describe('a listener that fails', () => {
  it('gets the same event again, with the number of the attempt', async () => {
    const account = await shop.account({ balance: '100' });
    onEvent = () => {
      onEvent = () => undefined;
      throw new Error('sink is\0 down');
    };
    await place(account, await shop.product({ name: 'heard' }));
    const [failed] = await until(async () => {
      const rows = await failuresOf(account);
      return rows.length > 0 && rows;
    });
    expect(failed).toMatchObject({
      ...{ extension: 'acme', listener: 'sink', eventType: 'order.placed', attempts: 1 },
      reason: 'sink is down',
      nextTryAt: expect.any(Date) as Date,
    });
    await hurry();
    await until(() => of(account).length === 2);
    expect(of(account).map(({ options }) => options.attempt)).toEqual([1, 2]);
    expect(new Set(of(account).map(({ id }) => id)).size).toBe(1);
    await until(async () => (await failuresOf(account)).length === 0);
  });

  it('is given up after some days, listed, and can be sent once more', async () => {
    const account = await shop.account({ balance: '100' });
    onEvent = () => Promise.reject(new Error('down'));
    await place(account, await shop.product({ name: 'heard' }));
    await until(async () => {
      await hurry();
      return (await failuresOf(account))[0]?.nextTryAt === null;
    });
    const [failed] = await failuresOf(account);
    expect(failed).toMatchObject({ attempts: 10, reason: 'down' });
    expect(of(account)).toHaveLength(10);
    onEvent = () => undefined;
    const id = String(failed?.id);
    expect(await soukJson(shop.db.url, 'extension', 'failures', '--extension', 'acme')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ id: failed?.id, extension: 'acme', listener: 'sink', event: 'order.placed' },
          ...{ attempts: 10, next_try: null, reason: 'down' },
        }),
      ]),
    );
    await soukJson(shop.db.url, 'extension', 'resend', id);
    await until(async () => (await failuresOf(account)).length === 0);
    expect(of(account)).toHaveLength(11);
    await expect(soukJson(shop.db.url, 'extension', 'resend', id)).rejects.toThrow(
      'There is no failed event',
    );
  });

  it('that is sent again by the operator is not tried by the job of before', async () => {
    const account = await shop.account({ balance: '100' });
    onEvent = () => Promise.reject(new Error('down'));
    await place(account, await shop.product({ name: 'heard' }));
    const [failed] = await until(async () => {
      const rows = await failuresOf(account);
      return rows.length > 0 && rows;
    });
    onEvent = () => undefined;
    await shop.service(FailedEvents).resend(failed?.id ?? 0);
    await until(async () => (await failuresOf(account)).length === 0);
    await hurry();
    expect(await eventsOf(account)).toHaveLength(2);
  });

  it('by never ending is aborted at its limit', async () => {
    const calls = shop.service(ListenerCalls) as unknown as { calls: LimitedCalls };
    const real = calls.calls;
    calls.calls = new LimitedCalls({ concurrent: 50, waiting: 0, timeoutMs: 50 });
    const account = await shop.account({ balance: '100' });
    onEvent = () => new Promise(() => undefined);
    await place(account, await shop.product({ name: 'heard' }));
    const [failed] = await until(async () => {
      const rows = await failuresOf(account);
      return rows.length > 0 && rows;
    });
    calls.calls = real;
    expect(failed?.reason).toBe('no answer within 50 ms');
    expect(of(account)[0]?.options.signal.aborted).toBe(true);
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
    const orders = [await place(account, product), await place(account, plain)];
    await eventsOf(account);
    heard = [];
    // A command has no listeners.
    for (const order of orders) await soukJson(shop.db.url, 'order', 'accept', order);
    await soukJson(shop.db.url, 'balance', 'deposit', String(account.id), '5');
    expect(await typesOf(account)).toEqual(['balance.deposited', 'order.accepted']);
  });

  it('postpones what is handled elsewhere, and gives up what no extension has any more', async () => {
    await recordExtension(shop.db, 'other', [{ name: 'away', events: ['order.placed'] }]);
    const account = await shop.account({ balance: '100' });
    await place(account, await shop.product({ name: 'plain' }));
    await shop.jobsDone('listener', account.id);
    expect(await failuresOf(account)).toEqual([]);
    await shop.db.query("DELETE FROM extensions WHERE name = 'other'");
    await hurry();
    const [failed] = await until(async () => {
      const rows = await failuresOf(account);
      return rows.length > 0 && rows;
    });
    expect(failed).toMatchObject({
      ...{ extension: 'other', listener: 'away', attempts: 1, nextTryAt: null },
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
      expect(await place(account, await shop.product({ name: 'plain' }))).toMatch(/^ID_/);
    }
    await shop.db.query("DELETE FROM extensions WHERE name = 'odd'");
  });
});

describe('a change of the catalog', () => {
  const revisions = () =>
    heard.flatMap(({ type, data }) => (type === 'catalog.changed' ? [data.revision] : []));
  const present = async (): Promise<string> => {
    const [row] = await shop.db.query<{ revision: string }>(
      "SELECT revision || ':' || nonce AS revision FROM catalog_revision",
    );
    return row?.revision ?? '';
  };

  it('is told with the newest revision', async () => {
    const category = await shop.category();
    for (let count = 0; count < 20; count += 1) await shop.product({ categoryId: category });
    const last = await present();
    await until(() => revisions().at(-1) === last);
    expect(revisions().length).toBeLessThanOrEqual(21);
  });

  it('is one call at a time, and one more for all changes during it', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    onCatalog = () => promise;
    await shop.product();
    await until(() => revisions().length === 1);
    for (let count = 0; count < 5; count += 1) await shop.product();
    const last = await present();
    for (let count = 0; count < 3; count += 1) await shop.service(RevisionWatch).refresh();
    expect(revisions()).toHaveLength(1);
    resolve(undefined);
    await until(() => revisions().at(-1) === last);
    expect(revisions()).toHaveLength(2);
  });
});

describe('a restore', () => {
  it('holds unsent events back until the operator releases them', async () => {
    const account = await shop.account({ balance: '100' });
    onEvent = () => Promise.reject(new Error('down'));
    await place(account, await shop.product({ name: 'heard' }));
    await until(async () => (await failuresOf(account)).length > 0);
    await shop.db.query(
      "DELETE FROM pgboss.job WHERE name = 'listener' AND state <> 'completed' AND data ->> 'accountId' <> $1",
      [String(account.id)],
    );
    const settlement = await soukJson<{ events: { held: number } }>(shop.db.url, 'settle');
    expect(settlement.events.held).toBe(1);
    expect((await failuresOf(account))[0]).toMatchObject({ nextTryAt: null });
    const [failed] = await failuresOf(account);
    expect(failed?.reason).toBe('a restore ended its tries; down');
    onEvent = () => undefined;
    await hurry();
    expect(await eventsOf(account)).toHaveLength(1);
    expect(await soukJson(shop.db.url, 'extension', 'release')).toEqual({ released: 1 });
    await until(() => of(account).length === 2);
    await until(async () => (await failuresOf(account)).length === 0);
    await soukJson(shop.db.url, 'maintenance', 'off');
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
      listener: { ...sink, concerns: ({ data }) => 'accountId' in data && data.accountId === 7 },
      concerned: [deposited(7)],
      unconcerned: [deposited(8)],
      breakDown: () => {
        onEvent = () => Promise.reject(new Error('down'));
        return () => {
          onEvent = () => undefined;
        };
      },
    });
  });
});

describe('a listener that is misspelled', () => {
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
