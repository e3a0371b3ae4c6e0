import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Database } from '../../src/database/database.js';
import { LaterCodes } from '../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderReversal } from '../../src/orders/reversal/order-reversal.service.js';
import { SearchIndex } from '../../src/orders/search/search-index.service.js';
import { souk, soukJson } from '../support/command-line.js';
import type { Answer } from '../support/http-client.js';
import { invariantsFromNow } from '../support/invariants.js';
import { asked } from '../support/reversals.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** Of one piece, by default. */
const MOST = 20;
const CALLERS = 8;

let shop: TestShop;
let receiver: WebhookReceiver;
let support: TestOperator;
let account: TestAccount;
let product: number;
let mark: string;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  receiver = await WebhookReceiver.start();
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
  product = await shop.product({ price: '1', name: 'Card', type: 'package' });
});
beforeEach(async () => {
  mark = fresh('CARD');
  account = await shop.account({ balance: '100' });
});
afterAll(async () => {
  await receiver.close();
  expect(await faults()).toEqual([]);
});

const code = (number: number): string => `${mark}-${number}`;
const codesOf = (count: number): string[] => Array.from({ length: count }, (_, at) => code(at));
const asOrdered = (uuid: string) => `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
const closing = () => shop.service(OrderCloseService);
const within = <T>(work: (manager: EntityManager) => Promise<T>) =>
  shop.service(Database).transaction(work);

async function placed(uuid: string = randomUUID()): Promise<string> {
  const { json } = await account.api(asOrdered(uuid));
  return (json as { data: { order_id: string } }).data.order_id;
}
async function accepted(codes: readonly string[] = [], uuid: string = randomUUID()) {
  const id = await placed(uuid);
  await closing().accept(id, { codes, actor: 'operator:test' });
  return id;
}
const add = (id: string, codes: unknown, key: string = randomUUID()): Promise<Answer> =>
  support.ask(`POST orders/${id}/codes`, { body: { codes }, key });

/** What the reseller reads of the order, beside the time of the answer. */
async function checked(id: string): Promise<{ readonly replay_api: unknown }> {
  const { json } = await account.api(`/client/api/check?orders=${id}`);
  const [found] = (json as { data: { replay_api: unknown }[] }).data;
  if (!found) throw new Error(`there is no order ${id}`);
  return found;
}

/** Resolves when a statement of the shop waits for a lock. */
const untilBlocked = () =>
  until(async () => {
    const waiting = await shop.db.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });

describe('codes that are added to an accepted order', () => {
  it('are in check, in the replay of newOrder, in lists and in the search, and nothing else changes', async () => {
    const uuid = randomUUID();
    const id = await accepted([], uuid);
    const empty = await checked(id);
    expect(empty.replay_api).toBeNull();
    const index = shop.service(SearchIndex);
    // The index has read the order without codes.
    await until(async () => {
      await index.step(account.id);
      const rows = await shop.db.query(
        'SELECT FROM order_search_progress WHERE account_id = $1 AND recent_id = $2',
        [account.id, id],
      );
      return rows.length > 0;
    });
    const statement = await account.api('/client/api/statement');
    const first = await add(id, [code(1), `  ${code(2)} `]);
    expect([first.status, first.json]).toEqual([200, { order_id: id, codes: 2 }]);
    expect((await add(id, [code(3)])).json).toEqual({ order_id: id, codes: 3 });

    const codes = [code(1), code(2), code(3)];
    expect(await checked(id)).toEqual({ ...empty, replay_api: codes });
    const { json } = await account.api(asOrdered(uuid));
    expect(json).toMatchObject({ data: { order_id: id, replay_api: [{ replay: codes }] } });
    expect((await account.api('/client/api/statement')).text).toBe(statement.text);
    expect(await support.get(`GET orders/${id}`)).toMatchObject({ codes, status: 'accept' });
    const { items } = await support.get<{ items: unknown[] }>(
      `GET orders?account_id=${account.id}`,
    );
    expect(items).toContainEqual(expect.objectContaining({ order_id: id, has_codes: true }));
    await until(async () => {
      await index.changes();
      const found = await support.ask(`GET order-search?text=${code(3)}`);
      return found.text.includes(id);
    });
  });

  it('are told to the webhook once more, and to the audit with their number before and after', async () => {
    const path = `/${mark}`;
    await souk(shop, 'webhook', 'set', String(account.id), receiver.url(path));
    const id = await accepted([code(1)]);
    await receiver.arrived(path, 1);
    await add(id, [code(2), code(3)]);
    const [one, other] = await receiver.arrived(path, 2);
    expect(other?.event).toEqual({ ...one?.event, timestamp: other?.event.timestamp });
    expect(other?.event.type).toBe('order.accepted');

    const entries = await shop.db.query<{ details: object; before: object; after: object }>(
      `SELECT details, before, after FROM audit_entries
       WHERE action = 'order add-codes' AND details ->> 'order' = $1`,
      [id],
    );
    expect(entries).toEqual([
      { details: { order: id, codes: 2 }, before: { codes: 1 }, after: { codes: 3 } },
    ]);
    const { total } = await support.get<{ total: string }>(`GET orders/${id}`);
    expect(total).toBe('1');
  });

  it('are added once for a key, with the same answer', async () => {
    const [id, key] = [await accepted(), randomUUID()];
    const first = await add(id, [code(1)], key);
    const again = await add(id, [code(1)], key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await checked(id)).replay_api).toEqual([code(1)]);
    expect((await support.ask(`POST orders/${id}/codes`, { body: { codes: ['x'] } })).status).toBe(
      400,
    );
  });

  it.each([
    ['one that it has', (): string[] => [code(2), code(1)]],
    ['one of them twice', (): string[] => [code(2), ` ${code(2)}`]],
    [
      'more than its quantity allows',
      () =>
        codesOf(MOST + 1)
          .slice(1)
          .map((one) => `${one}+`),
    ],
  ])('are refused with %s, all of them', async (_, codes) => {
    const id = await accepted([code(1)]);
    const { status, json } = await add(id, codes());
    expect([status, json]).toMatchObject([409, { type: 'urn:souk:problem:conflict' }]);
    expect((await checked(id)).replay_api).toEqual([code(1)]);
  });

  it.each([[[]], [['']], [['a\0']], ['x'], [undefined]])('are none as %j', async (codes) => {
    expect((await add(await accepted(), codes)).status).toBe(422);
  });

  it('are refused while the order waits, and after it was rejected or paid back in part', async () => {
    const waiting = await placed();
    const rejected = await placed();
    await closing().reject(rejected, { reason: 'No.', actor: 'test' });
    const paidBack = await accepted([code(1)]);
    await within((manager) => shop.service(OrderReversal).reverse(manager, paidBack, asked('0.5')));
    for (const id of [waiting, rejected, paidBack]) {
      const { status, text } = await add(id, [code(2)]);
      expect([status, text]).toEqual([
        409,
        expect.stringContaining(
          'Codes are added only to an accepted order that was not paid back.',
        ),
      ]);
      expect((await checked(id)).replay_api).toEqual(id === paidBack ? [code(1)] : null);
    }
    expect((await add('ID_ffffffffffffffff', [code(1)])).status).toBe(404);
  });

  it('are not those of another order of a product that is delivered as codes', async () => {
    const [one, other] = [await accepted(), await accepted()];
    const gift = (
      randomUUID()
        .toUpperCase()
        .match(/[0-9A-F]{4}/g) ?? []
    )
      .slice(0, 3)
      .join('-');
    expect((await add(one, [gift])).status).toBe(200);
    const refused = await add(other, [gift]);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('One of the codes is used already: in this order, another one'),
    ]);
    expect((await checked(other)).replay_api).toBeNull();
  });

  it('are never more than the bound, whoever adds them at once', async () => {
    const id = await accepted(codesOf(MOST - 1));
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, at) => add(id, [code(MOST + at)])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await checked(id)).replay_api).toHaveLength(MOST);

    const held = await accepted(codesOf(MOST - 1).map((one) => `${one}+`));
    let late: Promise<Answer> | undefined;
    await within(async (manager) => {
      const most = () => Promise.resolve(MOST);
      await shop.service(LaterCodes).add(manager, held, [`${mark}-A`], most);
      late = add(held, [`${mark}-B`]);
      await untilBlocked();
    });
    expect((await late)?.status).toBe(409);
    expect((await checked(held)).replay_api).toHaveLength(MOST);
  });

  it('wait for a reversal of the order, and are refused then', async () => {
    const id = await accepted();
    let late: Promise<Answer> | undefined;
    await within(async (manager) => {
      await shop.service(OrderReversal).reverse(manager, id, asked('1'));
      late = add(id, [code(1)]);
      await untilBlocked();
    });
    expect((await late)?.status).toBe(409);
    expect((await checked(id)).replay_api).toBeNull();
  });
});

describe('souk order add-codes', () => {
  it('adds those of the command line, of a file and of standard input', async () => {
    const id = await accepted();
    const added = await soukJson(shop, 'order', 'add-codes', id, code(1), code(2));
    expect(added).toEqual({ order_id: id, codes: 2 });
    expect((await checked(id)).replay_api).toEqual([code(1), code(2)]);
    const again = await souk(shop, 'order', 'add-codes', id, code(2));
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining('One of the codes is used already'),
    ]);
  });
});
