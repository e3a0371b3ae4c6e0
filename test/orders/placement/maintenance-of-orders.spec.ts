import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { TemporarilyUnavailableError } from '../../../src/common/app-error.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import type { Answer } from '../../support/http-client.js';
import { souk, soukJson } from '../../support/command-line.js';
import { Instance } from '../../support/instance.js';
import { invariantFaults } from '../../support/invariants.js';
import { gateBefore } from '../../support/order-gate.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const CLIENTS = 64;
const CLOSE_ORDERS = 'UPDATE maintenance SET enabled = true, orders_only = true';
const FORMS = [
  ['GET', '/params'],
  ['GET', ''],
  ['POST', '/params'],
  ['POST', ''],
] as const;

const REFUSED = {
  code: 130,
  message: 'New orders are not accepted during maintenance; everything else is answered',
};

/** Orders stop where they claim their key: after the revisions were compared. */
const GATE = gateBefore('order_keys');

/** How many statements wait there: of orders in one statement, and of orders in a transaction. */
const AT_GATE = `
  SELECT count(*) FILTER (WHERE query LIKE '%place_new_orders(%')::int AS single,
         count(*) FILTER (WHERE query NOT LIKE '%place_new_orders(%')::int AS transaction
  FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;

const SWITCH_WAITS = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query = $1`;

let db: TestDatabase;
let rows: ShopRows;
let instances: Instance[];
let account: { id: number; token: string };
/** The first is placed by the single statement, the other by a transaction, because it costs nothing. */
let products: [number, number];

beforeAll(async () => {
  // A shop of its own: it is in maintenance, orders wait at a gate in its database, and all of them are counted.
  db = await createTestDatabase();
  await db.query(GATE);
  rows = new ShopRows(db);
  account = await rows.account({ balance: '100' });
  products = [await rows.product({ price: '0.01' }), await rows.product({ price: '0' })];
  // Orders that wait at the gate hold a connection each.
  const settings = { DATABASE_POOL_SIZE: '10' };
  // A shop of its own: both servers close at the commit of the switch.
  instances = [await Instance.on(db, settings), await Instance.on(db, settings)];
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  expect(await invariantFaults(db)).toEqual([]);
  for (const each of instances) await each.close();
  await db.drop();
});

/** 0 for an answer that is no error. */
const codeOf = ({ json }: Answer): number => (json as { code?: number }).code ?? 0;

const order = (product: number, orderUuid: string, suffix = '/params') =>
  `newOrder/${product}${suffix}?order_uuid=${orderUuid}`;

async function countOrders(): Promise<number> {
  return (await db.query('SELECT FROM orders')).length;
}

/** The codes of a request, sent to each instance. */
function codes(route: string, token = account.token): Promise<number[]> {
  return Promise.all(instances.map(async (each) => codeOf(await each.send(token, route))));
}

/** Sends the request to each instance until it answers with the code. */
async function untilBoth(route: string, code: number): Promise<void> {
  await until(async () => (await codes(route)).every((found) => found === code));
}

/**
 * Orders again and again, until an order is refused. What a busy server answers 111 is sent again.
 * @returns the codes of the other answers.
 */
async function orderUntilRefused(at: Instance, token: string, product: number): Promise<number[]> {
  const answered: number[] = [];
  let orderUuid = randomUUID();
  while ((answered.at(-1) ?? 0) === 0) {
    const code = codeOf(await at.send(token, order(product, orderUuid)));
    if (code === TemporarilyUnavailableError.wire.code) continue;
    answered.push(code);
    orderUuid = randomUUID();
  }
  return answered;
}

/** So that a slow machine does not let the deadline of a statement pass while it waits at the gate. */
function extendDeadlines(): void {
  for (const each of instances) {
    const orders = each.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    vi.spyOn(orders, 'placeAtOnce').mockImplementation((batch, actor, deadline) =>
      placeAtOnce(batch, actor, deadline + 60),
    );
  }
}

it.each([
  ['in one statement', { single: 2, transaction: 0 }],
  ['in transactions', { single: 0, transaction: 2 }],
])('cuts no order %s, and places none after the commit of the switch', async (_, awaited) => {
  extendDeadlines();
  const accounts = [account];
  while (accounts.length < 8) accounts.push(await rows.account({ balance: '100' }));
  const placed = randomUUID();
  expect(await codes(order(products[0], placed))).toEqual([0, 0]);
  await db.query('INSERT INTO gate VALUES (true)');
  const clients = Array.from({ length: CLIENTS }, (__, index) => {
    const { token } = accounts[index % accounts.length] ?? account;
    const at = instances[Math.floor(index / accounts.length) % instances.length];
    // Few, because each of them holds a connection that the reads below need.
    const isFree = awaited.transaction > 0 && index % accounts.length === 0;
    return orderUntilRefused(at!, token, products[isFree ? 1 : 0]);
  });
  await until(async () => {
    const [gate] = await db.query<{ single: number; transaction: number }>(AT_GATE);
    return gate && gate.single >= awaited.single && gate.transaction >= awaited.transaction;
  });
  const before = await countOrders();

  const switched = db.query(CLOSE_ORDERS);
  let isCommitted = () => false;
  void switched.then(() => (isCommitted = () => true));
  await until(
    async () => isCommitted() || (await db.query(SWITCH_WAITS, [CLOSE_ORDERS])).length > 0,
  );
  const reads = [`check?uuid=1&orders=${placed}`, 'products', 'profile'];
  const tokens = [account.token, await rows.token(account.id)];
  const read = await Promise.all(
    reads.flatMap((each) => tokens.map((token) => codes(each, token))),
  );
  expect(read).toEqual(read.map(() => [0, 0]));
  const atCommit = isCommitted() ? await countOrders() : undefined;
  await db.query('DELETE FROM gate');
  await switched;
  const afterCommit = atCommit ?? (await countOrders());

  const answers = await Promise.all(clients);
  expect(await countOrders()).toBe(afterCommit);
  expect(answers.map((each) => each.at(-1))).toEqual(answers.map(() => 130));
  expect(answers.flat().filter((code) => code === 0)).toHaveLength(afterCommit - before);
  expect(afterCommit).toBeGreaterThan(before);
  await soukJson(instances[0]!, 'maintenance', 'off');
  await untilBoth(order(0, randomUUID()), 109);
});

describe('while orders are closed', () => {
  const placed = randomUUID();

  beforeAll(async () => {
    expect(await codes(order(products[0], placed))).toEqual([0, 0]);
  });
  beforeEach(async () => {
    await soukJson(instances[0]!, 'maintenance', 'on', '--orders');
    await untilBoth(order(products[0], randomUUID()), 130);
  });
  afterAll(async () => {
    await soukJson(instances[0]!, 'maintenance', 'off');
    await untilBoth(order(0, randomUUID()), 109);
  });

  it.each(FORMS)(
    'a %s of newOrder%s is refused, unless its key is known',
    async (method, suffix) => {
      for (const each of instances) {
        const send = async (product: number, orderUuid: string) => {
          const { status, json } = await each.send(
            account.token,
            order(product, orderUuid, suffix),
            { method },
          );
          return [status, json];
        };
        const refused = [503, expect.objectContaining(REFUSED)];
        const unknown = randomUUID();
        expect(await send(products[0], unknown)).toEqual(refused);
        // What is wrong with the order is not told, and the key stays free.
        expect(await send(0, unknown)).toEqual(refused);
        expect(await db.query('SELECT FROM order_keys WHERE order_uuid = $1', [unknown])).toEqual(
          [],
        );
        expect(await send(products[0], placed)).toMatchObject([200, { data: { status: 'wait' } }]);
        expect(await send(products[1], placed)).toMatchObject([409, { code: 116 }]);
        expect(await send(products[0], 'no-key')).toMatchObject([400, { code: 114 }]);
        const sealed = randomUUID();
        await each.send(account.token, `check?uuid=1&seal=1&orders=${sealed}`);
        expect(await send(products[0], sealed)).toMatchObject([409, { code: 117 }]);
      }
    },
  );

  it('quote is refused', async () => {
    expect(await codes(`quote/${products[0]}/params`)).toEqual([130, 130]);
  });

  it('what comes before a key is told before', async () => {
    const token = await rows.token(account.id, { scopes: ['catalog'] });
    expect(await codes(order(products[0], placed), token)).toEqual([124, 124]);
    expect(await codes('newOrder/1/params')).toEqual([114, 114]);
  });

  it('check and the catalog are answered, and keys are sealed', async () => {
    const sealed = randomUUID();
    for (const each of instances) {
      const { json } = await each.send(account.token, `check?uuid=1&orders=${placed}`);
      expect(json).toMatchObject({ status: 'OK', data: [{ status: 'wait' }] });
      const seal = await each.send(account.token, `check?uuid=1&seal=1&orders=${sealed}`);
      expect(seal.json).toMatchObject({ status: 'OK', sealed: [sealed] });
    }
    for (const read of ['products', 'catalog', 'tree', 'categories/all', 'content/0', 'profile']) {
      expect(await codes(read)).toEqual([0, 0]);
    }
  });

  it('status and doctor name the mode', async () => {
    expect(await soukJson(instances[0]!, 'maintenance', 'status')).toMatchObject({
      closed: 'orders',
    });
    expect((await souk(instances[0]!, 'doctor')).out).toMatch(
      /^warn +maintenance: .*newOrder is closed/m,
    );
  });

  it('the whole API can be closed, and orders alone again, for both instances', async () => {
    await soukJson(instances[0]!, 'maintenance', 'on');
    await untilBoth('profile', 130);
    await soukJson(instances[0]!, 'maintenance', 'on', '--orders');
    await untilBoth('profile', 0);
    expect(await codes(order(products[0], randomUUID()))).toEqual([130, 130]);
  });

  it('everything is open again after "off", and a known key has its order', async () => {
    const before = await countOrders();
    await soukJson(instances[0]!, 'maintenance', 'off');
    await untilBoth(order(0, randomUUID()), 109);
    expect(await codes(order(products[0], placed))).toEqual([0, 0]);
    expect(await countOrders()).toBe(before);
  });
});
