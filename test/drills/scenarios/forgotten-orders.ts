import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { addressOf, startServer } from '../../chaos/server.js';
import { chaosShop } from '../../chaos/shop/chaos-shop.js';
import { SECRET_KEY } from '../../chaos/shop/codes.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { soukJson } from '../../support/command-line.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { OrderLoad } from '../order-load.js';
import type { Drill } from '../scenario.js';

/** Operators who buy the same order again at once. */
const AT_ONCE = 4;

interface Counted {
  readonly count: number;
}

/** The supplier of a shop goes back to before what was bought from it; operators ask again, and buy again. */
export const forgottenOrders: Drill = {
  title: 'a supplier that was restored to the past has forgotten orders',
  run: async (random, { resold }, say) => {
    const closing: (() => unknown)[] = [];
    try {
      return await bought(closing, random, resold, say);
    } finally {
      for (const close of closing.reverse()) await close();
    }
  },
};

async function bought(
  closing: (() => unknown)[],
  random: Random,
  resold: number,
  say: (line: string) => void,
): Promise<Findings> {
  const database = async (): Promise<TestDatabase> => {
    const db = await createTestDatabase();
    closing.push(() => db.drop());
    return db;
  };
  const server = async (db: TestDatabase): Promise<ServerProcess> => {
    const started = await startServer(addressOf(db));
    closing.push(() => started.stop());
    return started;
  };
  const folder = await mkdtemp(join(tmpdir(), 'souk-forgotten-'));
  closing.push(() => rm(folder, { recursive: true }));
  const [ours, theirs, past] = [await database(), await database(), await database()];
  const supplier = await chaosShop(theirs, 1);
  const lost = await server(theirs);
  const proxy = await FaultProxy.start(lost.baseUrl);
  closing.push(() => proxy.close());
  const shop = await chaosShop(ours, 2);
  const token = join(folder, 'token');
  await writeFile(token, supplier.accounts[0]?.token ?? '');
  await soukOn(ours, 'supplier', 'add', 'theirs', proxy.url, '--token-file', token);
  const settings = { supplier: 'theirs', product: supplier.products.manual };
  const product = await new ShopRows(ours).product({
    ...{ price: '2', type: 'package', fields: ['playerId'] },
    fulfillment: [{ handler: 'upstream', settings }],
  });
  const instances = [await server(ours), await server(ours)].map(({ baseUrl }) => baseUrl);
  const operator = await operatorOf(ours);
  const load = new OrderLoad(shop, instances, random);
  closing.push(() => {
    load.close();
  });

  const backup = join(folder, 'souk.backup');
  await soukOn(theirs, 'backup', backup);
  const orders = Array.from({ length: resold }, (_, number) =>
    load.book.add(1, `${product}/params?playerId=${number}`),
  );
  for (const order of orders) await load.settleSoon(order);
  await until(async () => (await counted(ours, 'supplier_order_id IS NOT NULL')) === resold);
  await lost.stop();
  await soukOn(past, 'restore', backup);
  await soukOn(past, 'maintenance', 'off');
  proxy.target = (await server(past)).baseUrl;
  say(`${resold} orders were bought, and then the supplier went back`);
  await until(async () => (await counted(ours, 'forgotten_at IS NOT NULL')) === resold);
  say('the supplier does not know any of them');

  const faults: string[] = [];
  const ids = orders.flatMap(({ orderIds }) => orderIds);
  for (const id of ids) {
    const asked = await operator.post(instances[0], `orders/${id}/ask-again`);
    if (asked.json.status !== 'wait') faults.push(`${id} was closed by asking again`);
  }
  if ((await ordersOf(past)) > 0) faults.push('an order was bought by asking again');
  say('each was asked for again');
  for (const id of ids) faults.push(...(await buyAgain(operator, instances, id)));
  await until(async () => (await ordersOf(past)) >= resold);
  say('each was bought again');
  const [{ list } = { list: [] }] = await past.query<{ list: string[] }>(
    "SELECT array_agg(order_id) AS list FROM orders WHERE status = 'wait'",
  );
  await soukOn(past, 'order', 'accept', ...list);
  faults.push(...(await deliveriesEnded(ours)), ...(await sweep(shop, load.book)));
  await load.readBooks();
  const judged = judgedFaults(shop.recorder);
  faults.push(...judged.faults);
  const there = await ordersOf(past);
  const sealed = await past.query('SELECT FROM order_keys WHERE sealed_at IS NOT NULL');
  const ends = await ours.query<Counted & { readonly end: string }>(ENDS);
  if (ends.length !== 1 || ends[0]?.end !== 'accept under key 2')
    faults.push(
      `not each was delivered once: ${ends.map(({ count, end }) => `${count} × ${end}`).join('; ')}`,
    );
  if (there !== resold) faults.push(`the supplier has ${there} orders of our ${resold}`);
  if (sealed.length !== resold) faults.push(`${sealed.length} former keys are sealed there`);
  const did = `${resold} orders forgotten, asked for again, and bought again by ${AT_ONCE} confirmations at once each; the supplier has ${there} orders of ours, and ${sealed.length} sealed keys; ${judged.told}`;
  return { did, faults };
}

/**
 * How often each was sent is left out: both instances may be at one order, and while the request of one is under way, the
 * other finds no order under the key and sends the same request again, which the supplier answers with the same order.
 */
const ENDS = `
  SELECT format('%s under key %s', status, generation + 1) AS "end", count(*)::integer AS count
  FROM supplier_attempts JOIN orders USING (account_id, order_id) GROUP BY 1`;

/** Several confirmations at once, at both instances. @returns faults unless one of them buys */
async function buyAgain(
  operator: Operator,
  instances: readonly string[],
  id: string,
): Promise<string[]> {
  const { json } = await operator.ask(instances[0], `orders/${id}/purchase`);
  const { key } = json.purchase as { readonly key: string };
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, number) =>
      operator.post(instances[number % instances.length], `orders/${id}/buy-again`, {
        instead_of: key,
      }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  return done === 1 ? [] : [`${id} was bought again by ${done} confirmations`];
}

interface Answered {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** Calls the admin API. */
interface Operator {
  ask(baseUrl: string | undefined, path: string, init?: RequestInit): Promise<Answered>;
  post(baseUrl: string | undefined, path: string, body?: object): Promise<Answered>;
}

async function operatorOf(db: TestDatabase): Promise<Operator> {
  await soukOn(db, 'operator', 'create', 'ada', '--role', 'manager');
  const words = ['operator', 'token', 'create', 'ada', '--expires', 'never'];
  const { token } = await soukOn<{ token: string }>(db, ...words);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const ask: Operator['ask'] = async (baseUrl, path, init) => {
    const answer = await fetch(`${baseUrl ?? ''}/admin/api/v1/${path}`, { headers, ...init });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  return {
    ask,
    post: (baseUrl, path, body) =>
      ask(baseUrl, path, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}

async function counted(db: TestDatabase, where: string): Promise<number> {
  const sql = `SELECT count(*)::integer AS count FROM supplier_attempts WHERE ${where}`;
  return (await db.query<Counted>(sql))[0]?.count ?? 0;
}

async function ordersOf(db: TestDatabase): Promise<number> {
  const [row] = await db.query<Counted>('SELECT count(*)::integer AS count FROM orders');
  return row?.count ?? 0;
}

function soukOn<T>(db: TestDatabase, ...words: string[]): Promise<T> {
  return soukJson<T>({ ...addressOf(db), SECRET_KEYS: SECRET_KEY }, ...words);
}
