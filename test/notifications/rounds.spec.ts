import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { NotificationRound } from '../../src/notifications/watch/notification-round.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import {
  age,
  endOwnRounds,
  nothingToTell,
  recipient,
  removeRecipient,
  round,
  written,
} from './notifying.js';

let shop: TestShop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: a round tells what is new in the whole shop, and is the one of the spec alone.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), SENTINEL_INTERVAL: '86400' });
  await endOwnRounds(shop);
});
beforeEach(async () => {
  await nothingToTell(shop);
  account = await shop.account({ balance: '1000' });
  product = await shop.product({ name: '60 UC' });
});
afterAll(() => shop.close());

/**
 * Returns when its handler was asked as well: a first job that runs later would take the order back from the operator, or
 * make it younger again.
 * @returns the id of the order
 */
async function order(id = product): Promise<string> {
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&qty=1`;
  const { json } = await account.api(path);
  await shop.jobsDone('fulfillment', account.id);
  return (json as { data: { order_id: string } }).data.order_id;
}

const halt = (): Promise<object[]> =>
  shop.db.query(
    `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`,
    [account.id],
  );

const types = (notices: readonly { type: string }[]) => notices.map(({ type }) => type);

describe('waiting orders', () => {
  it('of a round are one message, and each is told once', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting'] });
    const ids = [await order(), await order()];
    expect(await round(shop)).toEqual([]);
    await age(shop, 1);

    expect(await round(shop)).toEqual([
      {
        recipient: 'ops',
        type: 'order.waiting',
        data: {
          count: 2,
          more: false,
          orders: ids,
          products: [{ id: product, name: '60 UC', orders: 2 }],
        },
      },
    ]);
    const later = await order();
    await age(shop, 1);
    expect((await round(shop)).map(({ data }) => data.orders)).toEqual([[later]]);
    expect(await round(shop)).toEqual([]);
  });

  it('that were decided, or that a handler is at work on, are not told', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting'] });
    const handled = await shop.product({
      fulfillment: [{ handler: 'missing-handler', settings: {} }],
    });
    await order(handled);
    await shop.service(OrderCloseService).accept(await order(), { actor: 'test' });
    await age(shop, 1);
    expect(await round(shop)).toEqual([]);
  });

  it('are told when their last handler hands them to the operator', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting'] });
    const handled = await shop.product({
      fulfillment: [{ handler: 'missing-handler', settings: {} }],
    });
    const id = await order(handled);
    await age(shop, 1);
    expect(await round(shop)).toEqual([]);
    await shop.db.query(
      'UPDATE fulfillments SET due_at = NULL, updated_at = now() WHERE order_id = $1',
      [id],
    );
    await age(shop, 1);

    expect((await round(shop)).map(({ data }) => data.orders)).toEqual([[id]]);
    expect(await round(shop)).toEqual([]);
  });

  it('are overdue for each recipient after its own time, once', async () => {
    await recipient(shop, { name: 'first', topics: ['order.overdue'], overdueMinutes: 10 });
    await recipient(shop, { name: 'second', topics: ['order.overdue'], overdueMinutes: 60 });
    const id = await order();
    const told = async () =>
      (await round(shop)).map(({ recipient: name, data }) => [name, data.minutes, data.orders]);

    expect(await told()).toEqual([]);
    await age(shop, 11);
    expect(await told()).toEqual([['first', 10, [id]]]);
    await age(shop, 30);
    expect(await told()).toEqual([]);
    await age(shop, 30);
    expect(await told()).toEqual([['second', 60, [id]]]);
  });

  it('of test products are not told', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting', 'order.overdue'] });
    await shop.db.query('UPDATE orders SET rehearsal = true WHERE order_id = $1', [await order()]);
    await age(shop, 100);
    expect(await round(shop)).toEqual([]);
  });

  it('hold nothing but ids, counts and the names of products, however odd', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting'] });
    const name = `Gold\r\nBcc: x@y.example ${'ش'.repeat(300)}`;
    const odd = await shop.product({ name, fields: ['playerId'] });
    const path = `/client/api/newOrder/${odd}/params?order_uuid=${randomUUID()}&qty=1`;
    await account.api(`${path}&playerId=SECRET-PLAYER`);
    await age(shop, 1);

    const [notice] = await round(shop);
    expect(notice?.data.products).toEqual([
      { id: odd, name: expect.stringMatching(/^Gold Bcc: x@y\.example ش+…$/) as string, orders: 1 },
    ]);
    expect(JSON.stringify(notice)).not.toContain('SECRET-PLAYER');
  });

  it('more than a thousand are one message that says so', async () => {
    await recipient(shop, { name: 'ops', topics: ['order.waiting'] });
    const one = await order();
    await shop.db.query(
      `INSERT INTO order_keys (account_id, order_uuid, order_id)
      SELECT account_id, 'key-' || number, 'ID_' || lpad(to_hex(number), 16, '0')
      FROM orders, generate_series(1, 1500) number WHERE order_id = $1`,
      [one],
    );
    await shop.db.query(
      `INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price,
        quantity, total, field_schema, sent_fields, fields, extra_parameters)
      SELECT account_id, 'ID_' || lpad(to_hex(number), 16, '0'), 'key-' || number, product_id,
        product_name, unit_price, quantity, total, field_schema, sent_fields, fields, extra_parameters
      FROM orders, generate_series(1, 1500) number WHERE order_id = $1`,
      [one],
    );
    await age(shop, 1);

    expect((await round(shop)).map(({ data }) => [data.count, data.more])).toEqual([[1000, true]]);
    expect(await round(shop)).toEqual([]);
    await shop.db.query("DELETE FROM orders WHERE order_uuid LIKE 'key-%'");
  });
});

describe('what lasts', () => {
  const SUPPLIER = `INSERT INTO suppliers (id, name, base_url, sealed_token, balance, low_balance)
    VALUES (7, 'acme', 'https://acme.example', '', 100, 50)`;
  const LATEST = 'WHERE id = (SELECT max(id) FROM accounts)';

  it.each([
    [
      'stock.low',
      `INSERT INTO code_stocks (name, low_stock) VALUES ('steam', 2)`,
      `UPDATE code_stocks SET low_stock = 0`,
      `UPDATE code_stocks SET low_stock = 2`,
      () => ({ name: 'steam', free: 0, threshold: 2 }),
    ],
    [
      'stock.held',
      `INSERT INTO code_stocks (name, low_stock, lost_from, lost_until)
       VALUES ('steam', 0, '2026-11-26 01:02:03+00', '2026-11-26 01:02:44+00')`,
      `UPDATE code_stocks SET lost_from = NULL`,
      `UPDATE code_stocks SET lost_from = '2026-11-26 01:02:03+00'`,
      () => ({ name: 'steam', from: '2026-11-26T01:02:03Z', until: '2026-11-26T01:02:44Z' }),
    ],
    [
      'supplier.failing',
      `${SUPPLIER}; UPDATE suppliers SET last_error = 'it says ops@acme.example TOKEN'`,
      `UPDATE suppliers SET last_error = ''`,
      `UPDATE suppliers SET last_error = 'again'`,
      () => ({ id: 7, name: 'acme' }),
    ],
    [
      'supplier.balance_low',
      `${SUPPLIER}; UPDATE suppliers SET balance = 49.99999999`,
      `UPDATE suppliers SET balance = 50`,
      `UPDATE suppliers SET balance = 1`,
      () => ({ id: 7, name: 'acme' }),
    ],
    [
      'supplier.held',
      `${SUPPLIER}; UPDATE suppliers SET held_changes =
         '{"count": 3, "price": 2, "below_cost": 0, "vanishes": 1, "percent": 30, "first": []}'`,
      `UPDATE suppliers SET held_changes = NULL`,
      `UPDATE suppliers SET held_changes =
         '{"count": 3, "price": 2, "below_cost": 0, "vanishes": 1, "percent": 30, "first": []}'`,
      () => ({ id: 7, name: 'acme', held: 3, price: 2, below_cost: 0, vanishes: 1 }),
    ],
    [
      'account.balance_low',
      `UPDATE accounts SET low_balance = 20, balance = 5, credit_limit = 14.99999999 ${LATEST}`,
      `UPDATE accounts SET credit_limit = 15 ${LATEST}`,
      `UPDATE accounts SET balance = -5 ${LATEST}`,
      () => ({ id: account.id }),
    ],
    [
      'account.halted',
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' ${LATEST}`,
      `UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL`,
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'y' ${LATEST}`,
      () => ({ id: account.id }),
    ],
  ] as const)('%s is told once each time it begins', async (type, begin, end, again, item) => {
    await recipient(shop, { name: 'ops' });
    expect(await round(shop)).toEqual([]);

    await shop.db.query(begin);
    const told = [{ recipient: 'ops', type, data: { count: 1, items: [item()] } }];
    expect(await round(shop)).toEqual(told);
    expect(await round(shop)).toEqual([]);

    await shop.db.query(end);
    expect(await round(shop)).toEqual([]);
    await shop.db.query(again);
    expect(await round(shop)).toEqual(told);
  });

  it('is told although something else cannot be looked for', async () => {
    await recipient(shop, { name: 'ops' });
    await shop.db.query('ALTER TABLE code_stocks RENAME COLUMN low_stock TO renamed');
    await halt();
    expect(types(await round(shop))).toEqual(['account.halted']);

    await shop.db.query('ALTER TABLE code_stocks RENAME COLUMN renamed TO low_stock');
    await shop.db.query(`INSERT INTO code_stocks (name, low_stock) VALUES ('steam', 2)`);
    expect(types(await round(shop))).toEqual(['stock.low']);
  });

  it('of many is one message that names the first ones', async () => {
    await recipient(shop, { name: 'ops' });
    await shop.db.query(`INSERT INTO code_stocks (name, low_stock)
      SELECT 'stock-' || number, 1 FROM generate_series(1, 30) number`);
    const notices = await round(shop);
    expect(notices.map(({ data }) => [data.count, (data.items as object[]).length])).toEqual([
      [30, 20],
    ]);
  });
});

describe('recipients', () => {
  it('are each told of their topics alone', async () => {
    await recipient(shop, { name: 'all' });
    await recipient(shop, { name: 'halts', topics: ['account.halted'] });
    await recipient(shop, { name: 'none', topics: [] });
    await order();
    await halt();
    await age(shop, 1);

    const told = (await round(shop)).map(({ recipient: name, type }) => `${name} ${type}`);
    expect(told).toEqual(['all account.halted', 'all order.waiting', 'halts account.halted']);
  });

  it('are told what holds when nobody was told before', async () => {
    await order();
    await halt();
    await age(shop, 1);
    expect(await round(shop)).toEqual([]);
    await recipient(shop, { name: 'ops' });
    expect(types(await round(shop))).toEqual(['account.halted', 'order.waiting']);

    await removeRecipient(shop, 'ops');
    expect(await round(shop)).toEqual([]);
    await recipient(shop, { name: 'ops' });
    expect(types(await round(shop))).toEqual(['account.halted', 'order.waiting']);
  });
});

describe('several servers', () => {
  it('tell everything once, however many look at the same time', async () => {
    // A shop of its own: two servers of one shop look at the same time.
    const other = await Instance.on(shop.db, { SENTINEL_INTERVAL: '86400' });
    await endOwnRounds(other);
    await recipient(shop, { name: 'ops' });
    await order();
    await halt();
    await age(shop, 1);
    await shop.db.query("UPDATE notification_rounds SET looked_at = '-infinity'");
    const [one, another] = [shop, other].map((instance) => instance.service(NotificationRound));
    const runs = Array.from({ length: 32 }, () => [one?.run(), another?.run()]);
    const ran = await Promise.all(runs.flat().map((run) => run ?? Promise.resolve(false)));

    expect(ran.filter((isDone) => isDone)).toHaveLength(1);
    expect(types(await written(shop))).toEqual(['account.halted', 'order.waiting']);
    await other.close();
  });
});
