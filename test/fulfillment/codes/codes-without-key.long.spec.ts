import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createApp } from '../../../src/start/app.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { configFor, readSettings } from '../../../src/config/souk-config.js';
import { FulfillmentJob } from '../../../src/fulfillment/delivery/fulfillment.job.js';
import { HandlerRegistry } from '../../../src/fulfillment/handlers/handler.registry.js';
import { OverdueDeliveries } from '../../../src/fulfillment/delivery/overdue-deliveries.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import type { Finding } from '../../../src/upkeep/doctor/finding.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../../../src/orders/delivery/fulfillment-handler.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { souk } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh } from '../../support/worker-shop.js';

const KEY = newSecretKey();
const CODE = 'VERY-SECRET-1';
/** In the message of every refusal. */
const NEEDS_KEY = /secret key.*SECRET_KEYS/;

/** Without a key, as it was set up before there were codes. */
let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: it has no secret key.
  shop = await startTestShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
});
// Later cases are not to find orders that wait for a key.
afterEach(async () => {
  const open = await shop.db.query<{ id: string }>(
    "SELECT order_id AS id FROM orders WHERE status = 'wait'",
  );
  const closes = shop.service(OrderCloseService);
  for (const { id } of open) {
    await closes.reject(id, { reason: 'over', actor: 'test', despitePurchase: true });
  }
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

type App = Awaited<ReturnType<typeof createApp>>;

/** One more instance on the same database, which has the key. */
async function startInstance(): Promise<App> {
  const settings = readSettings({ SECRET_KEYS: KEY, PORT: '0', WEBHOOK_ALLOW_PRIVATE: 'on' });
  const app = await createApp(configFor(settings, shop.db), pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  return app;
}

function addHandler(app: Pick<App, 'get'>, handler: Omit<FulfillmentHandler, 'checkSettings'>) {
  const registry: unknown = app.get<unknown>(HandlerRegistry, { strict: false });
  const { handlers } = registry as { handlers: Map<string, FulfillmentHandler> };
  handlers.set(handler.code, { ...handler, checkSettings: () => undefined });
}

async function productOf(...handlers: readonly { handler: string; settings: object }[]) {
  return shop.product({ price: '2', type: 'package', fulfillment: handlers as never });
}

function order(id: number, uuid: string = randomUUID()) {
  return account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}`);
}

function orderIdOf({ json }: { json: unknown }): string {
  return (json as { data: { order_id: string } }).data.order_id;
}

async function balance(): Promise<string> {
  const { json } = await account.api('/client/api/profile');
  return (json as { balance: string }).balance;
}

interface Seen {
  readonly status: string;
  readonly open: string[] | null;
  readonly sealed: Buffer | null;
  readonly tries: number;
  readonly note: string;
}

function seenOnce(orderId: string, good: (seen: Seen) => boolean): Promise<Seen> {
  return until(async () => {
    const [seen] = await shop.db.query<Seen & { tries: number }>(
      `SELECT status, delivered_codes AS open, sealed_codes AS sealed, tries, note
       FROM orders JOIN fulfillments USING (account_id, order_id) WHERE order_id = $1`,
      [orderId],
    );
    return seen !== undefined && good(seen) && seen;
  });
}

/** Makes the delivery due; either instance may take its job. */
async function askAgain(app: Pick<App, 'get'>, orderId: string): Promise<void> {
  await shop.db.query(
    `UPDATE fulfillments SET due_at = now() - interval '10 minutes'
     WHERE order_id = $1 AND NOT closed`,
    [orderId],
  );
  await app.get(OverdueDeliveries, { strict: false }).run();
}

/** Lets an instance that has a key deliver the order, whatever becomes of it at the one that has none. */
async function delivered(instance: App, orderId: string): Promise<Seen> {
  const job = instance.get(FulfillmentJob, { strict: false });
  return until(async () => {
    await askAgain(instance, orderId);
    await job.run({ accountId: account.id, orderId });
    const seen = await seenOnce(orderId, () => true);
    return seen.status !== 'wait' && seen;
  });
}

async function doctor(): Promise<Finding[]> {
  return JSON.parse((await souk(shop, 'doctor', '--json')).out) as Finding[];
}

describe('without a secret key', () => {
  it('an order is accepted by hand, but not with codes', async () => {
    const orderId = orderIdOf(await order(await productOf()));

    const refused = await souk(shop, 'order', 'accept', orderId, '--code', CODE);

    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err.trim().split('\n').at(-1)).toMatch(NEEDS_KEY);
    expect((await account.api(`/client/api/check?orders=${orderId}`)).json).toMatchObject({
      data: [{ status: 'wait', replay_api: null }],
    });
    expect((await souk(shop, 'order', 'accept', orderId)).code).toBe(0);
  });

  it('no code is sold within the transaction: the caller hears 111, and pays nothing', async () => {
    const code = fresh('at-once');
    addHandler(shop.app, {
      code,
      deliverInTransaction: () => Promise.resolve({ kind: 'delivered', codes: [CODE] }),
    });
    const id = await productOf({ handler: code, settings: {} });
    const uuid = randomUUID();
    const earlier = shop.logs().length;

    expect((await order(id, uuid)).json).toMatchObject({ code: 111 });

    expect(await balance()).toBe('10');
    const orders = 'SELECT FROM orders WHERE account_id = $1';
    expect(await shop.db.query(orders, [account.id])).toEqual([]);
    expect(shop.logs().some((line, at) => at >= earlier && NEEDS_KEY.test(line))).toBe(true);
    expect(shop.logs().join()).not.toContain(CODE);
  });

  it('an order whose codes are there already waits, and has them once there is a key', async () => {
    const asked: string[] = [];
    const deliver = ({ orderId }: { orderId: string }): Promise<FulfillmentOutcome> => {
      asked.push(orderId);
      return Promise.resolve({ kind: 'delivered', codes: [CODE] });
    };
    addHandler(shop.app, { code: 'team', deliver });
    const orderId = orderIdOf(
      await order(
        await productOf({ handler: 'team', settings: {} }, { handler: 'next', settings: {} }),
      ),
    );

    const waiting = await seenOnce(orderId, ({ tries }) => tries > 0);

    expect(waiting).toMatchObject({ status: 'wait', open: null, sealed: null });
    expect(waiting.note).toMatch(NEEDS_KEY);
    const loud = shop.logs().filter((line) => line.includes(orderId) && NEEDS_KEY.test(line));
    expect(loud.map((line) => (JSON.parse(line) as { level: number }).level)).toContain(50);
    expect(shop.logs().join()).not.toContain(CODE);
    expect((await doctor()).find(({ check }) => check === 'secret keys')).toMatchObject({
      verdict: 'fail',
      message: expect.stringContaining(orderId) as string,
    });

    const instance = await startInstance();
    try {
      addHandler(instance, { code: 'team', deliver });

      expect(await delivered(instance, orderId)).toMatchObject({
        status: 'accept',
        open: null,
        sealed: expect.any(Buffer) as Buffer,
      });
      expect(new Set(asked)).toEqual(new Set([orderId]));
    } finally {
      await instance.close();
    }
  });

  it('nothing is taken within the transaction of a later handler either', async () => {
    addHandler(shop.app, {
      code: 'short',
      deliver: () => Promise.resolve({ kind: 'refused', reason: 'sold out' }),
    });
    const code = fresh('at-once');
    addHandler(shop.app, {
      code,
      deliverInTransaction: async (manager) => {
        await manager.query("INSERT INTO code_stocks (name) VALUES ('taken')");
        return { kind: 'delivered', codes: [CODE] };
      },
    });
    const steps = ['short', code].map((handler) => ({ handler, settings: {} }));
    const orderId = orderIdOf(await order(await productOf(...steps)));

    const waiting = await seenOnce(orderId, ({ note }) => NEEDS_KEY.test(note));

    expect(waiting).toMatchObject({ status: 'wait', open: null, sealed: null });
    expect(await shop.db.query("SELECT FROM code_stocks WHERE name = 'taken'")).toEqual([]);
  });

  it('nothing is bought from a supplier, and nothing is given up', async () => {
    const supplier = await ScriptedShop.start();
    const acme = fresh('acme');
    supplier.answer = () => [{ id: 7, price: 1 }];
    const instance = await startInstance();
    await instance
      .get(SupplierService, { strict: false })
      .add(acme, supplier.url, { token: 'secret' });
    await instance.close();
    supplier.calls.length = 0;
    const settings = { supplier: acme, product: 7 };
    const orderId = orderIdOf(await order(await productOf({ handler: 'upstream', settings })));

    const waiting = await seenOnce(orderId, ({ tries }) => tries > 0);
    await supplier.close();

    expect(waiting.status).toBe('wait');
    expect(waiting.note).toMatch(/SECRET_KEYS/);
    expect(supplier.calls).toEqual([]);
  });

  it('an order that was bought while there was one is not given up, nor bought again', async () => {
    const supplier = await ScriptedShop.start();
    const acme = fresh('acme');
    const there = { order_id: 'ID_77', status: 'wait', price: 1, replay_api: null as unknown };
    supplier.answer = ({ route }) => {
      if (route === 'products') return [{ id: 7, price: 1 }];
      return { status: 'OK', data: route === 'check' ? [there] : there };
    };
    let instance = await startInstance();
    await instance
      .get(SupplierService, { strict: false })
      .add(acme, supplier.url, { token: 'secret' });
    const settings = { supplier: acme, product: 7 };
    const orderId = orderIdOf(await order(await productOf({ handler: 'upstream', settings })));
    const running = instance;
    await until(async () => {
      await askAgain(running, orderId);
      return supplier.sends > 0;
    });
    await instance.close();
    Object.assign(there, { status: 'accept', replay_api: ['VERY-SECRET-2'] });
    const { tries } = await seenOnce(orderId, () => true);
    supplier.calls.length = 0;

    const waiting = await until(async () => {
      // Again and again: a try that began before may end after this and set a later time.
      await askAgain(shop.app, orderId);
      const seen = await seenOnce(orderId, () => true);
      return seen.tries > tries && seen;
    });

    expect(waiting).toMatchObject({ status: 'wait', open: null, sealed: null });
    expect(supplier.calls).toEqual([]);
    instance = await startInstance();
    try {
      expect(await delivered(instance, orderId)).toMatchObject({
        status: 'accept',
        open: null,
        sealed: expect.any(Buffer) as Buffer,
      });
      expect(supplier.sends).toBe(0);
    } finally {
      await instance.close();
      await supplier.close();
    }
  });

  it('codes that lie open from earlier stay readable, and a rotation seals them', async () => {
    const orderId = orderIdOf(await order(await productOf()));
    await souk(shop, 'order', 'accept', orderId);
    await shop.db.query('UPDATE orders SET delivered_codes = ARRAY[$1] WHERE order_id = $2', [
      ...[CODE, orderId],
    ]);
    const checked = async () =>
      (await account.api(`/client/api/check?orders=${orderId}`)).json as object;
    expect(await checked()).toMatchObject({ data: [{ replay_api: [CODE] }] });

    const { code } = await souk(
      { DATABASE_URL: shop.db.url, SECRET_KEYS: KEY },
      ...['codes', 'rotate'],
    );

    expect(code).toBe(0);
    expect(await shop.db.query('SELECT FROM orders WHERE delivered_codes IS NOT NULL')).toEqual([]);
  });
});
