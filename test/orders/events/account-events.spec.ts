import { randomBytes, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { EntityManager } from 'typeorm';
import { commitmentTo } from '../../../src/common/commitment.js';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { Database } from '../../../src/database/database.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { OrderBatches } from '../../../src/orders/placement/order-batches.js';
import { ENCRYPTED_COLUMNS } from '../../../src/upkeep/secrets/encrypted-columns.js';
import {
  UPDATE_PLAIN_CODES,
  updateEncrypted,
} from '../../../src/upkeep/secrets/rotation-statements.js';
import { eventRows, eventsOf, eventTypes } from '../../support/account-events.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { productDeliveredBy } from '../../support/own-handlers.js';
import { asked, reversalsOf } from '../../support/reversals.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  product = await shop.product({ price: '5', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});
afterEach(async () => {
  const { events, faults: found } = await shop.service(EventVerificationService).verify(account.id);
  expect(found).toEqual([]);
  expect(events).toBe((await eventRows(shop.db, account.id)).length);
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const path = (of: number, player = 'متجر 🎮') =>
  `/client/api/newOrder/${of}/params?playerId=${encodeURIComponent(player)}&order_uuid=${randomUUID()}`;
const ordered = async (of: number, by = account): Promise<string> => {
  const { json } = await by.api(path(of));
  return (json as { data: { order_id: string } }).data.order_id;
};
const closing = () => shop.service(OrderCloseService);
const within = <T>(work: (manager: EntityManager) => Promise<T>) =>
  shop.service(Database).transaction(work);
const addCodes = (id: string, ...codes: string[]) =>
  within((manager) => shop.service(LaterCodes).add(manager, id, codes, () => Promise.resolve(20)));

/** Private members of OrderBatches. */
interface Line {
  readonly waiting: readonly unknown[];
  /** Sends the waiting orders. */
  readonly slots: { fill(): void };
}

describe('the events of an account', () => {
  it('tell of each order of one batch that the ledger charges', async () => {
    const other = await shop.account({ balance: '1000' });
    const statements = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    const line = shop.service(OrderBatches) as unknown as Line;
    const held = vi.spyOn(line.slots, 'fill').mockReturnValue();
    const sent = [account, other, account, account, other].map((by) => by.api(path(product)));
    await until(() => line.waiting.length >= sent.length);
    held.mockRestore();
    line.slots.fill();
    await Promise.all(sent);
    expect(statements.mock.calls.map(([batch]) => batch.length)).toEqual([5]);
    vi.restoreAllMocks();

    for (const { id } of [account, other]) {
      const charged = await shop.db.query<{ id: string }>(
        `SELECT order_id AS id FROM ledger_entries WHERE account_id = $1 AND kind = 'debit' ORDER BY sequence`,
        [id],
      );
      const told = await eventsOf(shop.db, id);
      expect(told.length).toBeGreaterThan(1);
      const placed = told.map((text, index) => text.replace(`${index + 1} placed `, ''));
      expect(placed.toSorted()).toEqual(charged.map((entry) => entry.id).toSorted());
    }
  });

  it('commit to the fields as they were sent, with a salt of their own each time', async () => {
    const [one, two] = [await ordered(product), await ordered(product)];
    const events = await eventRows(shop.db, account.id);
    expect(events.map(({ order_id: id }) => id)).toEqual([one, two]);
    const sent = await shop.db.query<{ text: string }>(
      'SELECT sent_fields::text AS text FROM orders WHERE order_id = $1',
      [one],
    );
    for (const { salts, commitments } of events) {
      expect(commitments).toEqual(commitmentTo(sent[0]!.text, salts!));
    }
    expect(events[0]!.salts).toHaveLength(16);
    expect(events[0]!.salts).not.toEqual(events[1]!.salts);
  });

  it('are of an order that goes through a transaction, too', async () => {
    await shop.db.query('UPDATE access_tokens SET daily_cap = 100 WHERE account_id = $1', [
      account.id,
    ]);
    const statements = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    const id = await ordered(product);
    expect(statements.mock.calls).toEqual([]);
    vi.restoreAllMocks();
    expect(await eventsOf(shop.db, account.id)).toEqual([`1 placed ${id}`]);
  });

  it('are none of an order that is refused, and one of an order that is sent twice', async () => {
    const poor = await shop.account({ balance: '4' });
    await poor.api(path(product));
    const same = path(product);
    await Promise.all([account.api(same), account.api(same)]);
    await account.api(same);
    expect(await eventRows(shop.db, poor.id)).toEqual([]);
    expect(await eventRows(shop.db, account.id)).toHaveLength(1);
  });

  it('tell placed and accepted of an order that is delivered at once', async () => {
    const code = fresh('AT-ONCE');
    const deliverInTransaction = () =>
      Promise.resolve({ kind: 'delivered', codes: [code] } as const);
    const id = await ordered(await productDeliveredBy(shop, 'package', { deliverInTransaction }));
    expect(await eventsOf(shop.db, account.id)).toEqual([`1 placed ${id}`, `2 accepted ${id}`]);
  });

  it('tell what a handler decides later', async () => {
    const deliver = () => Promise.resolve({ kind: 'delivered', codes: [fresh('LATER')] } as const);
    const refuse = () =>
      Promise.resolve({ kind: 'refused', reason: 'x', reasonForReseller: 'sold out' } as const);
    const one = await ordered(await productDeliveredBy(shop, 'package', { deliver }));
    await until(async () => (await eventTypes(shop.db, one)).length > 1);
    const two = await ordered(await productDeliveredBy(shop, 'package', { deliver: refuse }));
    await until(async () => (await eventTypes(shop.db, two)).length > 1);
    expect(await eventsOf(shop.db, account.id)).toEqual([
      ...[`1 placed ${one}`, `2 accepted ${one}`, `3 placed ${two}`, `4 rejected ${two}`],
    ]);
    const [, , , rejected] = await eventRows(shop.db, account.id);
    expect(rejected!.commitments).toEqual(commitmentTo('sold out', rejected!.salts!));
  });

  it('tell what an operator does: codes, a rejection, and reversals with their amounts', async () => {
    const [one, two] = [await ordered(product), await ordered(product)];
    await closing().accept(one, { actor: 'operator:test' });
    await addCodes(one, fresh('CODE'));
    await addCodes(one, fresh('CODE'), fresh('CODE'));
    await closing().reject(two, { reason: 'not available', actor: 'operator:test' });
    const reversals = reversalsOf(shop);
    const [first, second] = [asked('1.5', fresh('case')), asked('0.00000001', fresh('case'))];
    await reversals.reverse(one, first);
    await reversals.reverse(one, first);
    await reversals.reverse(one, second);

    const events = await eventRows(shop.db, account.id);
    expect(events.map(({ type, order_id: id, amount }) => [type, id, amount])).toEqual([
      ...[
        ['placed', one, null],
        ['placed', two, null],
      ],
      ...[
        ['accepted', one, null],
        ['codes', one, null],
        ['codes', one, null],
      ],
      ['rejected', two, null],
      ...[
        ['reversed', one, '1.50000000'],
        ['reversed', one, '0.00000001'],
      ],
    ]);
    const { salts, commitments } = events[6]!;
    expect(commitments).toEqual(
      Buffer.concat([
        commitmentTo(first.reference, salts!.subarray(0, 16)),
        commitmentTo(first.reason, salts!.subarray(16)),
      ]),
    );
    const lengths = events.slice(2, 5).map((event) => event.commitments?.length ?? 0);
    expect(lengths).toEqual([0, 32, 64]);
  });

  it('are none of what is rolled back, or tried', async () => {
    const id = await ordered(product);
    const before = await eventsOf(shop.db, account.id);
    const database = shop.service(Database);
    await database.transaction(
      (manager) => closing().accept(id, { actor: 'operator:test' }, manager),
      { dryRun: true },
    );
    expect(await eventsOf(shop.db, account.id)).toEqual(before);
    await closing().accept(id, { actor: 'operator:test' });
    await expect(closing().accept(id, { actor: 'operator:test' })).rejects.toThrow();
    expect(await eventTypes(shop.db, id)).toEqual(['placed', 'accepted']);
  });

  it('of test orders commit to nothing', async () => {
    const tester = await shop.account({ testing: true, balance: '10' });
    const categoryId = await shop.category({ testingOnly: true });
    const of = (outcome: string) =>
      shop.product({
        ...{ categoryId, price: '3', type: 'package', fields: ['playerId'] },
        fulfillment: [{ handler: 'test', settings: { outcome } }],
      });
    const ids = [
      await ordered(await of('accept'), tester),
      await ordered(await of('reject'), tester),
    ];
    await until(async () => (await eventRows(shop.db, tester.id)).length === 4);
    const types = await Promise.all(ids.map((id) => eventTypes(shop.db, id)));
    expect(types).toEqual([
      ['placed', 'accepted'],
      ['placed', 'rejected'],
    ]);
    const events = await eventRows(shop.db, tester.id);
    expect(new Set(events.map(({ salts, commitments }) => salts ?? commitments))).toEqual(
      new Set([null]),
    );
  });
});

describe('a rotation of the secret keys', () => {
  const ORDERS = ENCRYPTED_COLUMNS.find(({ table }) => table === 'orders')!;
  const manager = () => shop.service(Database).manager;

  it('makes no event, neither right behind codes that were added nor of codes in the open', async () => {
    const id = await ordered(product);
    await closing().accept(id, { codes: [fresh('CODE')], actor: 'operator:test' });
    await addCodes(id, fresh('CODE'));
    const [row] = await shop.db.query<{ sealed: Buffer }>(
      'SELECT sealed_codes AS sealed FROM orders WHERE order_id = $1',
      [id],
    );
    const renewed = randomBytes(40);
    const rows = [
      { account_id: account.id, order_id: id, sealed_codes: `\\x${renewed.toString('hex')}` },
    ];
    await manager().query(updateEncrypted(ORDERS), [JSON.stringify(rows), [row!.sealed]]);
    const now = () =>
      shop.db.query('SELECT sealed_codes AS sealed FROM orders WHERE order_id = $1', [id]);
    expect(await now()).toEqual([{ sealed: renewed }]);

    await shop.db.query(
      "UPDATE orders SET sealed_codes = NULL, delivered_codes = '{OPEN}' WHERE order_id = $1",
      [id],
    );
    await manager().query(UPDATE_PLAIN_CODES, [[account.id], [id], [row!.sealed]]);
    expect(await now()).toEqual([{ sealed: row!.sealed }]);
    expect(await eventTypes(shop.db, id)).toEqual(['placed', 'accepted', 'codes']);
  });
});

describe('an order of an earlier release', () => {
  it('gets its event from the function that places it', async () => {
    const [seen] = await shop.db.query<{ catalog: string; access: string }>(
      `SELECT catalog.revision || ':' || catalog.nonce AS catalog, access.revision || ':' || access.nonce AS access
       FROM catalog_revision catalog, access_revision access`,
    );
    const id = `ID_${randomBytes(8).toString('hex')}`;
    const row = {
      ...{
        seen_catalog: seen!.catalog,
        seen_access: seen!.access,
        payer: account.id,
        key: randomUUID(),
        id,
      },
      ...{
        product,
        label: 'UC',
        price: '1',
        units: '1',
        amount: '1',
        asked_fields: [],
        fields_as_sent: [],
      },
      ...{ fields_compared: {}, extras: [], via: [] },
    };
    const sql = `SELECT place_orders($1, 'api', now() + interval '1 hour') AS placed`;
    const placed = await shop
      .service(Database)
      .manager.query<unknown[]>(sql, [JSON.stringify([row])]);
    expect(placed).toEqual([{ placed: [id] }]);
    expect(await eventsOf(shop.db, account.id)).toEqual([`1 placed ${id}`]);
  });

  it('from before there were events gets those of what happens to it later', async () => {
    const id = `ID_${randomBytes(8).toString('hex')}`;
    await shop.db.query(`
      SET LOCAL souk.account_events = 'off';
      INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES (${account.id}, 'old', '${id}');
      INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                          field_schema, sent_fields, fields, extra_parameters, created_at)
      VALUES (${account.id}, '${id}', 'old', 1, 'UC', 0, 1, 0, '[]', '[]', '{}', '[]', '2020-01-01Z')`);
    expect(await eventsOf(shop.db, account.id)).toEqual([]);
    await closing().accept(id, { actor: 'operator:test' });
    expect(await eventsOf(shop.db, account.id)).toEqual([`1 accepted ${id}`]);
  });
});
