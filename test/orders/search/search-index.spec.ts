import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { SearchIndexRepository } from '../../../src/orders/search/search-index.repository.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import {
  OrderSearch,
  type SearchOptions,
} from '../../../src/orders/search/order-search.service.js';
import { souk } from '../../support/command-line.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

const KEY = newSecretKey();
const NEXT = newSecretKey();

let shop: TestShop;
let account: TestAccount;
let other: TestAccount;
let product: number;
let mark: string;

beforeAll(async () => {
  // A shop of its own: it has two keys, and nothing is indexed but what a test indexes.
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}` });
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
});
beforeEach(async () => {
  mark = fresh('case');
  account = await shop.account({ balance: '1000' });
  other = await shop.account({ balance: '1000' });
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

/** A text that no other test has. */
const own = (text: string): string => `${text} ${mark}`;

/** An order for a player of this test. */
async function placed(player: string, { api } = account, uuid = randomUUID()): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=`;
  const { json } = await api(path + encodeURIComponent(own(player)));
  return (json as { data: { order_id: string } }).data.order_id;
}

const find = (text: string, options: Partial<SearchOptions> = {}) =>
  shop.service(OrderSearch).find(own(text), { withValues: true, limit: 50, ...options });

async function idsOf(text: string, options: Partial<SearchOptions> = {}): Promise<string[]> {
  const { orders } = await find(text, options);
  return orders.items.map(({ orderId }) => orderId);
}

/** Indexes until nothing is left to do. */
async function indexed(): Promise<void> {
  const index = shop.service(SearchIndex);
  for (;;) {
    const changes = await index.changes();
    const accounts = await index.waitingAccounts();
    for (const id of accounts) await index.step(id);
    if (changes === 0 && accounts.length === 0) return;
  }
}

/** The entries of the accounts of this test. */
const entries = () =>
  shop.db.query('SELECT FROM order_search_values WHERE account_id = ANY ($1)', [
    [account.id, other.id],
  ]);

/** Orders that were placed before this version was installed. */
const FORMER = `
  WITH placed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id)
    SELECT $1, number, 'ID_' || lpad(to_hex(number), 16, '0') FROM generate_series(1, $2::integer) AS number
  )
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, rehearsal, field_schema, sent_fields, fields, extra_parameters, created_at)
  SELECT $1, 'ID_' || lpad(to_hex(number), 16, '0'), number, 1, 'Former', 1, 1, 1, true, '[]', '[]',
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
    await shop.db.query(FORMER, [account.id, 1_000, 10, own('')]);
    expect((await find('former-3')).valuesSearched).toBe('some');
    expect((await find('former-3', { accountId: other.id })).valuesSearched).toBe('all');
    await shop.service(SearchIndex).step(account.id);
    expect(await entries()).toHaveLength(200);
    await indexed();
    expect(await idsOf('former-3', { limit: 100 })).toHaveLength(100);
    expect((await find('former-3')).valuesSearched).toBe('all');
  });

  it('takes in new orders first, while those of an earlier version are read', async () => {
    const index = shop.service(SearchIndex);
    await shop.db.query(FORMER, [account.id, 1_000, 10, own('')]);
    await index.step(account.id);
    await placed('first', other);
    await index.step(other.id);
    await placed('second', other);
    const waiting = await index.waitingAccounts();
    expect(waiting.filter((id) => id === account.id || id === other.id)).toEqual([
      other.id,
      account.id,
    ]);
    await index.step(other.id);
    expect(await idsOf('second')).toHaveLength(1);
  });

  it('misses no order that is committed after younger ones', async () => {
    await placed('young');
    await indexed();
    // Its transaction began before the other order was placed, and ended after that was indexed.
    await shop.db.query(FORMER, [account.id, 1, 1, own('')]);
    await shop.db.query(
      `UPDATE orders SET created_at = now() - interval '6 minutes'
       WHERE account_id = $1 AND product_name = 'Former'`,
      [account.id],
    );
    await indexed();
    expect(await idsOf('former-0')).toHaveLength(1);
  });

  it('has each order once, whatever servers do at the same time', async () => {
    const players = Array.from({ length: 64 }, (_, number) => `player ${number}`);
    const orders = Promise.all(
      players.map((player) => {
        const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&playerId=`;
        return settled(() => account.api(path + encodeURIComponent(own(player))));
      }),
    );
    await Promise.all(Array.from({ length: 8 }, () => indexed()));
    await orders;
    await Promise.all(Array.from({ length: 8 }, () => indexed()));
    for (const player of players) expect(await idsOf(player)).toHaveLength(1);
    expect(await entries()).toHaveLength(64);
  });

  it('is made anew under a new key, so that the old one can be left out', async () => {
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: [own('Code-A')], actor: 'x' });
    await indexed();
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${NEXT},${KEY}` };
    expect((await souk(settings, 'codes', 'rotate')).code).toBe(0);
    const withNext = { ...settings, SECRET_KEYS: NEXT };
    for (const text of ['player-77', 'code-a']) {
      const { out, err } = await souk(withNext, 'order', 'find', own(text));
      expect(out, err).toContain(order);
    }
    // Minutes later the values of the former key are deleted.
    await shop.db.query(
      `UPDATE order_search_progress SET key_since = key_since - interval '6 minutes'
       WHERE account_id = $1`,
      [account.id],
    );
    expect(await entries()).toHaveLength(4);
    await indexed();
    expect(await entries()).toHaveLength(2);
    expect(await idsOf('code-a')).toEqual([order]);
  });

  it('is made anew by the servers once they have another newest key', async () => {
    const order = await placed('Player-77');
    await indexed();
    // As if another server had begun with a key that is known here, some time ago.
    for (const change of [
      `UPDATE order_search_progress
       SET key_id = '\\x00000000', key_since = key_since - interval '11 minutes'`,
      `UPDATE orders SET created_at = created_at - interval '6 minutes'`,
      'DELETE FROM order_search_values',
    ]) {
      await shop.db.query(`${change} WHERE account_id = $1`, [account.id]);
    }
    await indexed();
    expect(await idsOf('Player-77')).toEqual([order]);
  });

  it('leaves an account to the other servers while its key is another one since a moment ago', async () => {
    await placed('one');
    await indexed();
    await shop.db.query(
      `UPDATE order_search_progress SET key_id = '\\x00000000' WHERE account_id = $1`,
      [account.id],
    );
    await placed('two');
    await indexed();
    expect(await idsOf('two')).toEqual([]);
  });

  it('has the fields of an order whose codes cannot be read, and tries these again later', async () => {
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: [own('Code-A')], actor: 'x' });
    const whole = await sealedCodes(order);
    await setSealedCodes(order, Buffer.from(whole).fill(0, 1, 5));
    await indexed();
    expect(await idsOf('Player-77')).toEqual([order]);
    await setSealedCodes(order, whole);
    await shop.db.query('UPDATE order_search_changes SET due_at = now() WHERE order_id = $1', [
      order,
    ]);
    await indexed();
    expect(await idsOf('Code-A')).toEqual([order]);
  });
});

describe('an order with very many codes', () => {
  const numbered = (count: number): string[] =>
    Array.from({ length: count }, (_, number) => own(`Code-${number}`));

  it('is indexed in steps, and others are indexed meanwhile', async () => {
    const [large, small] = [await placed('large'), await placed('small', other)];
    const close = (order: string, codes: readonly string[]) =>
      shop.service(OrderCloseService).accept(order, { codes, actor: 'x' });
    await indexed();
    await close(large, numbered(5_000));
    await close(small, [own('Other')]);
    const index = shop.service(SearchIndex);
    await index.changes();
    // A part of the large one, and its player; the player of the other one.
    expect(await entries()).toHaveLength(2_001);
    await index.changes();
    await index.changes();
    expect(await idsOf('Other')).toEqual([small]);
    expect(await idsOf('Code-4999')).toEqual([large]);
    expect(await entries()).toHaveLength(5_003);
    expect(await index.changes()).toBe(0);
  });

  it('is indexed in steps as well if it was accepted before there was an index', async () => {
    const order = await placed('large');
    await shop.service(OrderCloseService).accept(order, { codes: numbered(5_000), actor: 'x' });
    await shop.db.query('DELETE FROM order_search_changes');
    await shop.service(SearchIndex).step(account.id);
    expect(await entries()).toHaveLength(2_000);
    await placed('next');
    await indexed();
    expect(await idsOf('next')).toHaveLength(1);
    expect(await idsOf('Code-4999')).toEqual([order]);
    expect(await entries()).toHaveLength(5_002);
  });

  it('is made anew in steps under a new key', async () => {
    const order = await placed('large');
    await shop.service(OrderCloseService).accept(order, { codes: numbered(5_000), actor: 'x' });
    await shop.service(SearchIndex).rebuild();
    expect(await entries()).toHaveLength(5_001);
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
    const bad = await placed('bad');
    failFor(bad);
    await rounds();
    const good = await placed('good');
    await rounds();
    expect(await idsOf('good')).toEqual([good]);
    expect(await idsOf('bad')).toEqual([]);
    expect((await souk(shop, 'doctor')).out).toContain(`order ${bad}`);

    vi.restoreAllMocks();
    const later = `UPDATE order_search_changes SET due_at = now() WHERE order_id = $1`;
    await shop.db.query(later, [bad]);
    await indexed();
    expect(await idsOf('bad')).toEqual([bad]);
    expect((await souk(shop, 'doctor')).out).not.toContain(`order ${bad}`);
  });

  it('keeps no other back that has got codes', async () => {
    const [bad, good] = [await placed('bad'), await placed('good', other)];
    await indexed();
    for (const order of [bad, good]) {
      const delivered = { codes: [own(`Code-${order}`)], actor: 'x' };
      await shop.service(OrderCloseService).accept(order, delivered);
    }
    failFor(bad);
    await rounds();
    expect(await idsOf(`Code-${good}`)).toEqual([good]);
    const failures = 'SELECT failures FROM order_search_changes WHERE order_id = $1';
    expect(await shop.db.query(failures, [bad])).toEqual([{ failures: 3 }]);
  });
});
