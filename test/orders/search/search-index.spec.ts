import { vi } from 'vitest';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { SearchIndexRepository } from '../../../src/orders/search/search-index.repository.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import { souk } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { IndexedOrders } from './indexed-orders.js';

const KEY = newSecretKey();
const NEXT = newSecretKey();

let shop: TestShop;
let orders: IndexedOrders;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  // A shop of its own: it has two keys, and nothing is indexed but what a test indexes.
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}` });
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
});
beforeEach(async () => {
  orders = await IndexedOrders.in(shop);
  ({ account, other } = orders);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

/** Orders that were placed before this version was installed. */
const FORMER = `
  WITH placed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id)
    SELECT $1::integer, number, 'ID_' || lpad(to_hex($1::integer::bigint * 100000 + number), 16, '0') FROM generate_series(1, $2::integer) AS number
  )
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, rehearsal, field_schema, sent_fields, fields, extra_parameters, created_at)
  SELECT $1::integer, 'ID_' || lpad(to_hex($1::integer::bigint * 100000 + number), 16, '0'), number, 1, 'Former', 1, 1, 1, true, '[]', '[]',
         json_build_object('playerId', 'former-' || number % $3 || $4::text), '[]',
         now() - interval '1 hour' - number * interval '1 second'
  FROM generate_series(1, $2::integer) AS number`;

async function sealedCodes(orderId: string): Promise<Buffer> {
  const [row] = await shop.db.query<{ sealed_codes: Buffer }>(
    'SELECT sealed_codes FROM orders WHERE order_id = $1',
    [orderId],
  );
  return row!.sealed_codes;
}

const setSealedCodes = (orderId: string, codes: Buffer) =>
  shop.db.query('UPDATE orders SET sealed_codes = $2 WHERE order_id = $1', [orderId, codes]);

describe('the index', () => {
  it('takes in the orders of an earlier version, in steps, and tells when they are all in it', async () => {
    await shop.db.query(FORMER, [account.id, 1_000, 10, orders.own('')]);
    expect((await orders.find('former-3')).valuesSearched).toBe('some');
    expect((await orders.find('former-3', { accountId: other.id })).valuesSearched).toBe('all');
    await shop.service(SearchIndex).step(account.id);
    expect(await orders.entries()).toHaveLength(200);
    await orders.indexed();
    expect(await orders.idsOf('former-3', { limit: 100 })).toHaveLength(100);
    expect((await orders.find('former-3')).valuesSearched).toBe('all');
  });

  it('takes in new orders first, while those of an earlier version are read', async () => {
    const index = shop.service(SearchIndex);
    await shop.db.query(FORMER, [account.id, 1_000, 10, orders.own('')]);
    await index.step(account.id);
    await orders.placed('first', other);
    await index.step(other.id);
    await orders.placed('second', other);
    const waiting = await index.waitingAccounts();
    expect(waiting.filter((id) => id === account.id || id === other.id)).toEqual([
      other.id,
      account.id,
    ]);
    await index.step(other.id);
    expect(await orders.idsOf('second')).toHaveLength(1);
  });

  it('misses no order that is committed after younger ones', async () => {
    await orders.placed('young');
    await orders.indexed();
    // Its transaction began before the other order was placed, and ended after that was indexed.
    await shop.db.query(FORMER, [account.id, 1, 1, orders.own('')]);
    await shop.db.query(
      `UPDATE orders SET created_at = now() - interval '6 minutes'
       WHERE account_id = $1 AND product_name = 'Former'`,
      [account.id],
    );
    await orders.indexed();
    expect(await orders.idsOf('former-0')).toHaveLength(1);
  });

  it('has each order once, whatever servers do at the same time', async () => {
    const players = Array.from({ length: 64 }, (_, number) => `player ${number}`);
    const placed = Promise.all(
      players.map((player) => {
        const path = orders.pathFor(player);
        return settled(() => account.api(path));
      }),
    );
    await Promise.all(Array.from({ length: 8 }, () => orders.indexed()));
    await placed;
    await Promise.all(Array.from({ length: 8 }, () => orders.indexed()));
    for (const player of players) expect(await orders.idsOf(player)).toHaveLength(1);
    expect(await orders.entries()).toHaveLength(64);
  });

  it('is made anew under a new key, so that the old one can be left out', async () => {
    const order = await orders.placed('Player-77');
    await shop
      .service(OrderCloseService)
      .accept(order, { codes: [orders.own('Code-A')], actor: 'x' });
    await orders.indexed();
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${NEXT},${KEY}` };
    expect((await souk(settings, 'codes', 'rotate')).code).toBe(0);
    const withNext = { ...settings, SECRET_KEYS: NEXT };
    for (const text of ['player-77', 'code-a']) {
      const { out, err } = await souk(withNext, 'order', 'find', orders.own(text));
      expect(out, err).toContain(order);
    }
    // Minutes later the values of the former key are deleted.
    await shop.db.query(
      `UPDATE order_search_progress SET key_since = key_since - interval '6 minutes'
       WHERE account_id = $1`,
      [account.id],
    );
    expect(await orders.entries()).toHaveLength(4);
    await orders.indexed();
    expect(await orders.entries()).toHaveLength(2);
    expect(await orders.idsOf('code-a')).toEqual([order]);
  });

  it('is made anew by the servers once they have another newest key', async () => {
    const order = await orders.placed('Player-77');
    await orders.indexed();
    // As if another server had begun with a key that is known here, some time ago.
    for (const change of [
      `UPDATE order_search_progress
       SET key_id = '\\x00000000', key_since = key_since - interval '11 minutes'`,
      `UPDATE orders SET created_at = created_at - interval '6 minutes'`,
      'DELETE FROM order_search_values',
    ]) {
      await shop.db.query(`${change} WHERE account_id = $1`, [account.id]);
    }
    await orders.indexed();
    expect(await orders.idsOf('Player-77')).toEqual([order]);
  });

  it('leaves an account to the other servers while its key is another one since a moment ago', async () => {
    await orders.placed('one');
    await orders.indexed();
    await shop.db.query(
      `UPDATE order_search_progress SET key_id = '\\x00000000' WHERE account_id = $1`,
      [account.id],
    );
    await orders.placed('two');
    await orders.indexed();
    expect(await orders.idsOf('two')).toEqual([]);
  });

  it('has the fields of an order whose codes cannot be read, and tries these again later', async () => {
    const order = await orders.placed('Player-77');
    await shop
      .service(OrderCloseService)
      .accept(order, { codes: [orders.own('Code-A')], actor: 'x' });
    const whole = await sealedCodes(order);
    await setSealedCodes(order, Buffer.from(whole).fill(0, 1, 5));
    await orders.indexed();
    expect(await orders.idsOf('Player-77')).toEqual([order]);
    await setSealedCodes(order, whole);
    await shop.db.query('UPDATE order_search_changes SET due_at = now() WHERE order_id = $1', [
      order,
    ]);
    await orders.indexed();
    expect(await orders.idsOf('Code-A')).toEqual([order]);
  });
});

describe('an order that cannot be indexed', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** The index cannot be written as long as values of this order are among what is written. */
  function failFor(order: string): void {
    const rows = shop.service(SearchIndexRepository);
    const insert = rows.insert.bind(rows);
    vi.spyOn(rows, 'insert').mockImplementation((manager, values) =>
      values.some(({ orderId }) => orderId === order)
        ? Promise.reject(new Error('a planned failure'))
        : insert(manager, values),
    );
  }

  /** As the rounds of a server, each of which goes on with other accounts after one has failed. */
  async function rounds(): Promise<void> {
    const index = shop.service(SearchIndex);
    for (let round = 0; round < 5; round++) {
      await shop.db.query(
        `UPDATE order_search_changes SET due_at = now() WHERE due_at < now() + interval '1 minute'`,
      );
      await shop.db.query(`UPDATE order_search_progress SET at = at - interval '1 minute'`);
      while ((await index.changes()) > 0);
      for (const id of await index.waitingAccounts()) await index.step(id).catch(() => undefined);
    }
  }

  it('is set aside after three failures, told by doctor, and tried again in an hour', async () => {
    const bad = await orders.placed('bad');
    failFor(bad);
    await rounds();
    const good = await orders.placed('good');
    await rounds();
    expect(await orders.idsOf('good')).toEqual([good]);
    expect(await orders.idsOf('bad')).toEqual([]);
    expect((await souk(shop, 'doctor')).out).toContain(`order ${bad}`);

    vi.restoreAllMocks();
    const later = `UPDATE order_search_changes SET due_at = now() WHERE order_id = $1`;
    await shop.db.query(later, [bad]);
    await orders.indexed();
    expect(await orders.idsOf('bad')).toEqual([bad]);
    expect((await souk(shop, 'doctor')).out).not.toContain(`order ${bad}`);
  });

  it('keeps no other back that has got codes', async () => {
    const [bad, good] = [await orders.placed('bad'), await orders.placed('good', other)];
    await orders.indexed();
    for (const order of [bad, good]) {
      const delivered = { codes: [orders.own(`Code-${order}`)], actor: 'x' };
      await shop.service(OrderCloseService).accept(order, delivered);
    }
    failFor(bad);
    await rounds();
    expect(await orders.idsOf(`Code-${good}`)).toEqual([good]);
    const failures = 'SELECT failures FROM order_search_changes WHERE order_id = $1';
    expect(await shop.db.query(failures, [bad])).toEqual([{ failures: 3 }]);
  });
});
