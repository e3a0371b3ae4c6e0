import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { WebhookOutcomes } from '../../../src/account/webhooks/delivery/webhook-outcomes.service.js';
import { WebhookRepository } from '../../../src/account/webhooks/webhook.repository.js';
import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { ErasedOrders } from '../../../src/orders/erasure/erased-orders.repository.js';
import { ErasureSteps } from '../../../src/orders/erasure/erasure-steps.js';
import { ErasureTask } from '../../../src/orders/erasure/erasure.task.js';
import { OrderSearch } from '../../../src/orders/search/order-search.service.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { API } from '../../support/book-pages.js';
import { feedOf } from '../../support/feed.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { pathOf, PlantedShop, type PlantedOrder } from './planted-shop.js';
import { placesOf } from './places-of.js';

let shop: TestShop;
let owner: TestOperator;
let planted: PlantedShop;
let number = 0;
let player: string;
let orders: PlantedOrder[];

beforeAll(async () => {
  // A shop of its own: the whole database is searched for what was erased, and all orders of the shop are looked at.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  // Here the spec says when there is a step.
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
  await shop.service(ErasureTask).beforeApplicationShutdown();
  owner = await TestOperator.of(shop, 'owner');
  planted = await PlantedShop.in(shop, owner);
});
beforeEach(async () => {
  player = `Player${++number}x551234567`;
  orders = await planted.plant(player);
});
afterAll(() => shop.close());

/** Where a player id is before it is erased; codes are encrypted, and the search index has keyed hashes. */
const PLACES = [
  ...['pgboss.job', 'pgboss.job_common'],
  ...['admin_requests', 'audit_entries', 'failed_events', 'fulfillments', 'ledger_entries'],
  ...['order_refusals', 'orders', 'supplier_attempts', 'unneeded_purchases', 'webhook_messages'],
].map((table) => (table.includes('.') ? table : `public.${table}`));

/** What of erased orders could be decrypted, or found by trying. */
const LEFT = `
  SELECT order_id FROM orders placed WHERE erased_at IS NOT NULL AND (
    EXISTS (SELECT FROM stock_codes WHERE order_id = placed.order_id AND sealed_code IS NOT NULL)
    OR EXISTS (SELECT FROM order_search_values WHERE order_id = placed.order_id)
    OR EXISTS (SELECT FROM account_events WHERE order_id = placed.order_id AND salts IS NOT NULL)
    OR EXISTS (SELECT FROM ledger_entries WHERE order_id = placed.order_id AND salts IS NOT NULL AND note <> '')
    OR sealed_code_salts IS NOT NULL)`;

const MESSAGE = `
  INSERT INTO pgboss.job (name, data, start_after) VALUES ('webhook', $1, now() + interval '1 hour') RETURNING id`;

const MESSAGES_OF = `SELECT data FROM pgboss.job WHERE data ->> 'id' = $1`;

/** As pg-boss does with a job that has failed. */
const PUT_BACK = `
  WITH failed AS (DELETE FROM pgboss.job WHERE id = $1 RETURNING *) INSERT INTO pgboss.job SELECT * FROM failed`;

const WAITS_FOR = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';

/** As a command of release 0.1 has left it. */
const FORMER_ENTRY = `
  INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at)
  VALUES (now() - interval '30 seconds', 'shell', 'order reject', $1, 'done', now())`;

const OPEN_ENTRY = `
  INSERT INTO audit_entries (at, actor, action, details) VALUES (now(), 'shell', 'order reject', $1)`;

const ask = (body: object) => owner.ask('POST erasures', { body, key: randomUUID() });

/** Erases in the background, as servers do. */
async function erase(body: object): Promise<void> {
  const { status, text } = await ask(body);
  expect([status, text]).toEqual([201, text]);
  // It begins once the transactions are over that were under way.
  await until(async () => {
    await shop.service(ErasureSteps).run(new AbortController().signal);
    const { items } = await owner.get<{ items: [{ state: string }] }>('GET erasures');
    return items[0].state === 'done';
  });
}

/** What a reseller sees of an order, but for what was typed. */
async function checked({ id }: PlantedOrder) {
  const { json } = await planted.account.api(`${API}/check?orders=["${id}"]&details=1`);
  return (json as { data: [Record<string, unknown>] }).data[0];
}

const repeated = async ({ uuid, product }: PlantedOrder, who: string, more = '') =>
  (await planted.account.api(pathOf(product, uuid, who, more))).json as {
    code?: number;
    data?: { order_id: string; status: string; price: number; data: object };
  };

describe('an erased player', () => {
  it('is nowhere in the database and not found, while everything else of the orders stays', async () => {
    const other = await planted.placed('somebody-else');
    await planted.plantPurchase(orders[1]!, player);
    const before = await Promise.all(orders.map(checked));
    expect(await placesOf(shop.db, player)).toEqual(PLACES);
    await erase({ value: ` ${player.toLowerCase()}` });

    expect(await placesOf(shop.db, player)).toEqual([]);
    expect(await shop.db.query(LEFT)).toEqual([]);
    const found = await shop.service(OrderSearch).find(player, { withValues: true, limit: 50 });
    expect(found.orders.items).toEqual([]);
    const after = await Promise.all(orders.map(checked));
    for (const [index, order] of before.entries()) {
      const { data, reason, replay_api: codes, ...rest } = order;
      expect(data).toEqual({ playerId: player, zone: '7' });
      const emptied = (codes as string[] | null)?.map(() => '') ?? null;
      expect(after[index]).toEqual({
        ...rest,
        data: { playerId: '', zone: '' },
        reason: reason === null ? null : 'erased',
        replay_api: emptied,
      });
    }
    expect(await checked(other)).toMatchObject({ data: { playerId: 'somebody-else' } });
    expect((await owner.get<{ items: object[] }>('GET erasures')).items[0]).toMatchObject({
      ...{ account_id: null, by_value: true, state: 'done', erased: 4, waiting: 0, kept_notes: 0 },
    });
  });

  it('is still compared: the same request gets its order, another one 116', async () => {
    const before = await Promise.all(orders.map((order) => repeated(order, player)));
    await erase({ value: player });
    for (const [index, order] of orders.entries()) {
      const { order_id, status, price } = before[index]!.data!;
      expect(await repeated(order, player)).toMatchObject({
        data: { order_id, status, price, data: { playerId: '', zone: '' } },
      });
      expect(await repeated(order, `${player}9`)).toMatchObject({ code: 116 });
      expect(await repeated(order, '')).toMatchObject({ code: 116 });
      expect(await repeated({ ...order, product: order.product + 1 }, player)).toMatchObject({
        code: 116,
      });
    }
  });

  it('leaves books and events that verify, with the texts withheld', async () => {
    await erase({ value: player });
    expect(await invariantFaults(shop.db)).toEqual([]);
    const { data } = await feedOf(planted.account, 'receipts=1');
    for (const { order_id: id, data: shown, receipt } of data) {
      if (!orders.some((order) => order.id === id)) continue;
      expect([shown, receipt?.salts, receipt?.texts]).toEqual([{}, null, null]);
    }
  });

  it('is told of in the audit without the value, and the audit says what was erased', async () => {
    await erase({ value: player });
    const { items } = await owner.get<{ items: { action: string; details: object }[] }>(
      'GET audit?limit=100',
    );
    expect(items.find(({ action }) => action === 'erasure add')).toMatchObject({
      details: { by_value: true },
    });
    expect(items.find(({ action }) => action === 'order reject')).toMatchObject({
      details: { reason: 'erased', note: 'erased' },
    });
  });
});

describe('an erasure', () => {
  it('reaches the entry of a decision whose server has ended before the entry was completed', async () => {
    await shop.db.query(OPEN_ENTRY, [
      JSON.stringify({ order: orders[1]!.id, reason: player, note: player }),
    ]);
    await erase({ value: player });
    expect(await placesOf(shop.db, player)).toEqual([]);
  });

  it('reaches the entry of a former release, which tells of all orders of a command', async () => {
    const told = { orders: [orders[0]!.id, orders[1]!.id], reason: player, note: player };
    await shop.db.query(FORMER_ENTRY, [JSON.stringify(told)]);
    await erase({ value: player });
    expect(await placesOf(shop.db, player)).toEqual([]);
  });

  it('is refused while an order that it concerns waits, which it names', async () => {
    const waiting = await planted.placed(player);
    const refused = await ask({ value: player });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(waiting.id)]);
    expect((await ask({ account_id: planted.account.id })).status).toBe(409);
    expect(await repeated(waiting, player)).toMatchObject({ data: { data: { playerId: player } } });
    await planted.decide(waiting, 'accept', {});
    expect((await ask({})).status).toBe(422);
    expect((await ask({ account_id: 999_999 })).status).toBe(404);
  });

  it('of an account leaves the same player of others', async () => {
    const others = await PlantedShop.in(shop, owner);
    const [kept] = await others.plant(player);
    await erase({ account_id: planted.account.id, value: player });
    expect(await repeated(orders[0]!, player)).toMatchObject({ data: { data: { playerId: '' } } });
    const { json } = await others.account.api(`${API}/check?orders=["${kept!.id}"]`);
    expect(json).toMatchObject({ data: [{ data: { playerId: player } }] });
    await erase({ account_id: others.account.id });
    expect(await placesOf(shop.db, player)).toEqual([]);
  });

  it('is in no message that was being sent meanwhile, and is sent again', async () => {
    const { id: order_id } = orders[1]!;
    await erase({ value: player });
    const webhook = await shop.service(WebhookRepository).find(planted.account.id);
    const body = JSON.stringify({ data: { order_id, reason: `no player ${player}` } });
    const attempt = { accountId: planted.account.id, id: 'msg_read', type: 'order.rejected', body };
    const failed = { kind: 'failed', reason: 'no answer' } as const;
    await shop.service(WebhookOutcomes).settle(webhook!, { ...attempt, attempt: 1 }, failed);
    const again = await shop.db.query<{ data: { body: string } }>(MESSAGES_OF, [attempt.id]);
    expect(again.map(({ data }) => data.body)).toEqual([
      JSON.stringify({ data: { order_id, reason: 'erased' } }),
    ]);
  });

  it('and the failure of a message of its order do not wait for each other', async () => {
    const { id: order_id } = orders[1]!;
    const { id: accountId } = planted.account;
    const webhook = await shop.service(WebhookRepository).find(accountId);
    const body = JSON.stringify({ data: { order_id, reason: `no player ${player}` } });
    const message = { accountId, id: 'msg_planted', type: 'order.rejected', body, attempt: 2 };
    const failed = { kind: 'failed', reason: 'no answer' } as const;
    let settling: Promise<void> | undefined;
    await shop.inTransaction(async (manager) => {
      await shop.service(ErasedOrders).lock(manager, [{ accountId, orderId: order_id }]);
      const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      settling = shop.service(WebhookOutcomes).settle(webhook!, message, failed);
      await until(async () => (await shop.db.query(WAITS_FOR, [pid])).length > 0);
      await shop.service(OrderEraser).erase(manager, [{ accountId, orderId: order_id }]);
    });
    await settling;
    expect(await shop.db.query(MESSAGES_OF, [message.id])).toHaveLength(1);
  });

  it('finds a message as well that is put back at that very moment, to be sent again', async () => {
    const { id: order_id } = orders[1]!;
    await erase({ value: player });
    const body = JSON.stringify({ data: { order_id, reason: `no player ${player}` } });
    const [job] = await shop.db.query<{ id: string }>(MESSAGE, [JSON.stringify({ body })]);
    const [moved, over] = [Promise.withResolvers<number>(), Promise.withResolvers()];
    const retry = shop.inTransaction(async (manager) => {
      await manager.query(PUT_BACK, [job!.id]);
      const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      moved.resolve(pid);
      await over.promise;
    });
    const pid = await moved.promise;
    const erasing = shop.service(ErasedOrders).eraseReasons(new AbortController().signal);
    await until(async () => (await shop.db.query(WAITS_FOR, [pid])).length > 0);
    over.resolve(undefined);
    await Promise.all([retry, erasing]);
    const left = await shop.db.query<{ data: { body: string } }>(
      'SELECT data FROM pgboss.job WHERE id = $1',
      [job!.id],
    );
    expect(left[0]?.data.body).toContain('"reason":"erased"');
  });

  it('takes no codes afterwards', async () => {
    await erase({ value: player });
    const body = { codes: ['LATER'] };
    const answer = await owner.ask(`POST orders/${orders[0]!.id}/codes`, {
      body,
      key: randomUUID(),
    });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('is erased')]);
  });
});
