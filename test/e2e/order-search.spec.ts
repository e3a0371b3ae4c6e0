import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { SearchIndexTask } from '../../src/orders/search/search-index.task.js';
import { SearchIndex } from '../../src/orders/search/search-index.service.js';
import { OrderSearch, type SearchOptions } from '../../src/orders/search/order-search.service.js';
import { souk, soukWithInput } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { settled } from '../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEY = newSecretKey();
const NEXT = newSecretKey();

let shop: TestShop;
let account: TestAccount;
let other: TestAccount;
let product: number;

beforeEach(async () => {
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}` });
  account = await shop.account({ balance: '1000' });
  other = await shop.account({ balance: '1000' });
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
afterEach(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

async function placed(player: string, { api } = account, uuid = randomUUID()): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=`;
  const { json } = await api(path + encodeURIComponent(player));
  return (json as { data: { order_id: string } }).data.order_id;
}

const find = (text: string, options: Partial<SearchOptions> = {}) =>
  shop.service(OrderSearch).find(text, { withValues: true, limit: 50, ...options });

async function idsOf(text: string, options: Partial<SearchOptions> = {}): Promise<string[]> {
  const { orders } = await find(text, options);
  return orders.items.map(({ orderId }) => orderId);
}

/** The server indexes by itself; here nothing happens but what a test does. */
const stopTask = () => shop.service(SearchIndexTask).beforeApplicationShutdown();

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

/** Orders that were placed before this version was installed. */
const FORMER = `
  WITH placed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id)
    SELECT $1, number, 'ID_' || lpad(to_hex(number), 16, '0') FROM generate_series(1, $2::integer) AS number
  )
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, rehearsal, field_schema, sent_fields, fields, extra_parameters, created_at)
  SELECT $1, 'ID_' || lpad(to_hex(number), 16, '0'), number, 1, 'Former', 1, 1, 1, true, '[]', '[]',
         json_build_object('playerId', 'former-' || number % $3), '[]',
         now() - interval '1 hour' - number * interval '1 second'
  FROM generate_series(1, $2::integer) AS number`;

describe('an order is found', () => {
  it('by order id and order_uuid, with the requests that were refused under it', async () => {
    const uuid = randomUUID();
    await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=1&max_price=0.5`,
    );
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const order = await placed('1', account, uuid);
    expect((await find(order)).orders.items).toMatchObject([{ orderId: order, by: 'order_id' }]);
    const findings = await find(`{${uuid.toUpperCase()}}`);
    expect(findings).toMatchObject({
      orders: { items: [{ orderId: order, by: 'order_uuid', accountId: account.id }], next: null },
      refusals: [{ code: 118, orderUuid: uuid }],
    });
    expect(await idsOf(uuid, { accountId: other.id })).toEqual([]);
  });

  it('by the value of a field, in any case and width, seconds after it was placed', async () => {
    const order = await placed('Player-77');
    await placed('Player-78');
    await until(async () => (await idsOf('player-77')).length > 0);
    for (const text of ['Player-77', ' PLAYER-77 ', 'ｐｌａｙｅｒ-７７']) {
      expect((await find(text)).orders.items).toMatchObject([{ orderId: order, by: 'field' }]);
    }
    expect(await idsOf('Player-7')).toEqual([]);
    expect(await idsOf('Player-77', { accountId: other.id })).toEqual([]);
  });

  it('by a code that was delivered with it, or later', async () => {
    const waiting = await placed('1');
    await until(async () => (await idsOf('1')).length > 0);
    await shop
      .service(OrderCloseService)
      .accept(waiting, { codes: ['Code-A', 'Code-B'], actor: 'x' });
    await until(async () => (await idsOf('code-b')).length > 0);
    expect((await find('CODE-A')).orders.items).toMatchObject([{ orderId: waiting, by: 'code' }]);
    expect(await shop.db.query('SELECT FROM order_search_changes')).toEqual([]);
  });

  it('by no value for those who may see none, who learn nothing from it', async () => {
    const order = await placed('Player-77');
    await until(async () => (await idsOf('player-77')).length > 0);
    expect(await find('Player-77', { withValues: false })).toEqual({
      ...{ orders: { items: [], next: null }, refusals: [], sealedFor: [] },
      valuesSearched: 'not allowed',
    });
    expect(JSON.stringify(await find(order, { withValues: false }))).not.toContain('Player-77');
  });

  it('page by page, newest first, with the orders of all accounts', async () => {
    const orders: string[] = [];
    for (let number = 0; number < 7; number++) {
      orders.unshift(await placed('same', number % 2 === 0 ? account : other));
    }
    await until(async () => (await idsOf('same')).length === 7);
    const pages: string[][] = [];
    let after: SearchOptions['after'];
    do {
      const { items, next } = (await find('same', { limit: 3, after })).orders;
      pages.push(items.map(({ orderId }) => orderId));
      after = next ?? undefined;
    } while (after);
    expect(pages).toEqual([orders.slice(0, 3), orders.slice(3, 6), orders.slice(6)]);
    const [newest] = (await find('same', { limit: 1 })).orders.items;
    expect(await idsOf('same', { to: newest!.createdAt })).toEqual(orders.slice(1));
    expect(await idsOf('same', { from: newest!.createdAt })).toEqual(orders.slice(0, 1));
    const own = orders.filter((_, index) => index % 2 === 0);
    const { items, next } = (await find('same', { accountId: account.id, limit: 2 })).orders;
    expect(items.map(({ orderId }) => orderId)).toEqual(own.slice(0, 2));
    const rest = { accountId: account.id, after: next ?? undefined };
    expect(await idsOf('same', rest)).toEqual(own.slice(2));
    expect(await idsOf('same', { ...rest, after: undefined, to: items[1]!.createdAt })).toEqual(
      own.slice(2),
    );
  });
});

describe('souk order find', () => {
  it('shows what was found, and takes a code by standard input', async () => {
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: KEY };
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: ['Code-A'], actor: 'x' });
    await until(async () => (await idsOf('code-a')).length > 0);
    const byField = await souk(settings, 'order', 'find', 'player-77', '--json');
    expect(JSON.parse(byField.out)).toMatchObject({ found: 1, orders: [{ order, by: 'field' }] });
    const byCode = await soukWithInput('Code-A\n', settings, 'order', 'find', '-');
    expect(byCode.out).toContain(order);
    expect(byCode.out + byField.out).not.toMatch(/code-a|player-77/i);
    const entries = await shop.db.query('SELECT FROM audit_entries');
    expect(entries).toEqual([]);
  });

  it('says so where there is no key', async () => {
    await placed('Player-77');
    const { code, err } = await souk(shop.db.url, 'order', 'find', 'Player-77');
    expect([code, err]).toEqual([0, expect.stringMatching(/SECRET_KEYS/)]);
  });
});

describe('the index', () => {
  it('holds no value that could be read', async () => {
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: ['Code-A'], actor: 'x' });
    await until(async () => (await idsOf('code-a')).length > 0);
    const rows = await shop.db.query<{ value: Buffer }>('SELECT value FROM order_search_values');
    expect(rows.map(({ value }) => value.length)).toEqual([20, 20]);
    const bytes = Buffer.concat(rows.map(({ value }) => value)).toString('latin1');
    expect(bytes).not.toMatch(/player|code/i);
  });

  it('takes in the orders of an earlier version, in steps, and tells when they are all in it', async () => {
    await stopTask();
    await shop.db.query(FORMER, [account.id, 1_000, 10]);
    expect((await find('former-3')).valuesSearched).toBe('some');
    expect((await find('former-3', { accountId: other.id })).valuesSearched).toBe('all');
    await shop.service(SearchIndex).step(account.id);
    expect(await shop.db.query('SELECT FROM order_search_values')).toHaveLength(200);
    await indexed();
    expect(await idsOf('former-3', { limit: 100 })).toHaveLength(100);
    expect((await find('former-3')).valuesSearched).toBe('all');
  });

  it('takes in new orders first, while those of an earlier version are read', async () => {
    await stopTask();
    const index = shop.service(SearchIndex);
    await shop.db.query(FORMER, [account.id, 1_000, 10]);
    await index.step(account.id);
    await placed('first', other);
    await index.step(other.id);
    await placed('second', other);
    expect(await index.waitingAccounts()).toEqual([other.id, account.id]);
    await index.step(other.id);
    expect(await idsOf('second')).toHaveLength(1);
  });

  it('misses no order that is committed after younger ones', async () => {
    await stopTask();
    await placed('young');
    await indexed();
    // Its transaction began before the other order was placed, and ended after that was indexed.
    await shop.db.query(FORMER, [account.id, 1, 1]);
    await shop.db.query(
      `UPDATE orders SET created_at = now() - interval '6 minutes' WHERE product_name = 'Former'`,
    );
    await indexed();
    expect(await idsOf('former-0')).toHaveLength(1);
  });

  it('has each order once, whatever servers do at the same time', async () => {
    await stopTask();
    const players = Array.from({ length: 64 }, (_, number) => `player ${number}`);
    const orders = Promise.all(
      players.map((player) => {
        const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&playerId=`;
        return settled(() => account.api(path + encodeURIComponent(player)));
      }),
    );
    await Promise.all(Array.from({ length: 8 }, () => indexed()));
    await orders;
    await Promise.all(Array.from({ length: 8 }, () => indexed()));
    for (const player of players) expect(await idsOf(player)).toHaveLength(1);
    expect(await shop.db.query('SELECT FROM order_search_values')).toHaveLength(64);
  });

  it('is made anew under a new key, so that the old one can be left out', async () => {
    await stopTask();
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: ['Code-A'], actor: 'x' });
    await indexed();
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${NEXT},${KEY}` };
    expect((await souk(settings, 'codes', 'rotate')).code).toBe(0);
    const withNext = { ...settings, SECRET_KEYS: NEXT };
    for (const text of ['player-77', 'code-a']) {
      expect((await souk(withNext, 'order', 'find', text)).out).toContain(order);
    }
    // Minutes later the values of the former key are deleted.
    await shop.db.query(`
      UPDATE order_search_progress SET key_since = key_since - interval '6 minutes'`);
    expect(await shop.db.query('SELECT FROM order_search_values')).toHaveLength(4);
    await indexed();
    expect(await shop.db.query('SELECT FROM order_search_values')).toHaveLength(2);
    expect(await idsOf('code-a')).toEqual([order]);
  });

  it('is made anew by the servers once they have another newest key', async () => {
    await stopTask();
    const order = await placed('Player-77');
    await indexed();
    // As if another server had begun with a key that is known here, some time ago.
    await shop.db.query(`
      UPDATE order_search_progress
      SET key_id = '\\x00000000', key_since = key_since - interval '11 minutes'`);
    await shop.db.query(`UPDATE orders SET created_at = created_at - interval '6 minutes'`);
    await shop.db.query('DELETE FROM order_search_values');
    await indexed();
    expect(await idsOf('Player-77')).toEqual([order]);
  });

  it('leaves an account to the other servers while its key is another one since a moment ago', async () => {
    await stopTask();
    await placed('one');
    await indexed();
    await shop.db.query(`UPDATE order_search_progress SET key_id = '\\x00000000'`);
    await placed('two');
    await indexed();
    expect(await idsOf('two')).toEqual([]);
  });

  it('has the fields of an order whose codes cannot be read, and tries these again later', async () => {
    await stopTask();
    const order = await placed('Player-77');
    await shop.service(OrderCloseService).accept(order, { codes: ['Code-A'], actor: 'x' });
    const [row] = await shop.db.query<{ sealed_codes: Buffer }>('SELECT sealed_codes FROM orders');
    const damaged = Buffer.from(row!.sealed_codes).fill(0, 1, 5);
    await shop.db.query('UPDATE orders SET sealed_codes = $1', [damaged]);
    await indexed();
    expect(await idsOf('Player-77')).toEqual([order]);
    await shop.db.query('UPDATE orders SET sealed_codes = $1', [row!.sealed_codes]);
    await shop.db.query('UPDATE order_search_changes SET due_at = now()');
    await indexed();
    expect(await idsOf('Code-A')).toEqual([order]);
  });
});
