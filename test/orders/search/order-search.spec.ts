import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SearchIndexRepository } from '../../../src/orders/search/search-index.repository.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import {
  OrderSearch,
  type SearchOptions,
} from '../../../src/orders/search/order-search.service.js';
import { souk, soukWithInput } from '../../support/command-line.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { refusalsWritten } from '../../support/refusal-rows.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let other: TestAccount;
let product: number;
let mark: string;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
});
beforeEach(async () => {
  mark = fresh('case');
  account = await shop.account({ balance: '1000' });
  other = await shop.account({ balance: '1000' });
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

/** A text that no other test has. */
const own = (text: string): string => `${text} ${mark}`;

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

/** Resolves when so many orders of this test are found; the index takes them in at once, where the server waits a second. */
async function found(text: string, orders = 1): Promise<void> {
  const index = shop.service(SearchIndex);
  await until(async () => {
    await index.changes();
    for (const { id } of [account, other]) await index.step(id);
    return (await idsOf(text)).length === orders;
  });
}

const auditEntries = () =>
  shop.db.query("SELECT id FROM audit_entries WHERE action = 'order find' ORDER BY id");

describe('an order is found', () => {
  it('by order id and order_uuid, with the requests that were refused under it', async () => {
    const uuid = randomUUID();
    await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=1&max_price=0.5`,
    );
    await refusalsWritten(shop);
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
    const order = await placed(own('Player-77'));
    await placed(own('Player-78'));
    await until(async () => (await idsOf(own('player-77'))).length > 0);
    for (const text of [own('Player-77'), ` ${own('PLAYER-77')} `, own('ｐｌａｙｅｒ-７７')]) {
      expect((await find(text)).orders.items).toMatchObject([{ orderId: order, by: 'field' }]);
    }
    expect(await idsOf(own('Player-7'))).toEqual([]);
    expect(await idsOf(own('Player-77'), { accountId: other.id })).toEqual([]);
  });

  it('by a code that was delivered with it, or later', async () => {
    const waiting = await placed(own('1'));
    await found(own('1'));
    await shop
      .service(OrderCloseService)
      .accept(waiting, { codes: [own('Code-A'), own('Code-B')], actor: 'x' });
    await found(own('code-b'));
    expect((await find(own('CODE-A'))).orders.items).toMatchObject([
      { orderId: waiting, by: 'code' },
    ]);
    expect(
      await shop.db.query('SELECT FROM order_search_changes WHERE order_id = $1', [waiting]),
    ).toEqual([]);
  });

  it('by a code that it gets while its account is read for the first time', async () => {
    const late = await shop.account({ balance: '10' });
    const order = await placed(own('1'), late);
    const repository = shop.service(SearchIndexRepository);
    const read = repository.ordersAfter.bind(repository);
    const reading = vi.spyOn(repository, 'ordersAfter').mockImplementation(async (...asked) => {
      const orders = await read(...asked);
      if (asked[1] === late.id) {
        reading.mockRestore();
        // What was read does not have them.
        await shop.service(OrderCloseService).accept(order, { codes: [own('Code-A')], actor: 'x' });
        await shop.service(SearchIndex).changes();
      }
      return orders;
    });
    onTestFinished(() => {
      reading.mockRestore();
    });
    await shop.service(SearchIndex).step(late.id);
    await found(own('code-a'));
  });

  it('by no value for those who may see none, who learn nothing from it', async () => {
    const order = await placed(own('Player-77'));
    await found(own('player-77'));
    expect(await find(own('Player-77'), { withValues: false })).toEqual({
      ...{ orders: { items: [], next: null }, refusals: [], sealedFor: [] },
      valuesSearched: 'not allowed',
    });
    expect(JSON.stringify(await find(order, { withValues: false }))).not.toContain('Player-77');
  });

  it('page by page, newest first, with the orders of all accounts', async () => {
    const orders: string[] = [];
    for (let number = 0; number < 7; number++) {
      orders.unshift(await placed(own('same'), number % 2 === 0 ? account : other));
    }
    await found(own('same'), 7);
    const pages: string[][] = [];
    let after: SearchOptions['after'];
    do {
      const { items, next } = (await find(own('same'), { limit: 3, after })).orders;
      pages.push(items.map(({ orderId }) => orderId));
      after = next ?? undefined;
    } while (after);
    expect(pages).toEqual([orders.slice(0, 3), orders.slice(3, 6), orders.slice(6)]);
    const [newest] = (await find(own('same'), { limit: 1 })).orders.items;
    expect(await idsOf(own('same'), { to: newest!.createdAt })).toEqual(orders.slice(1));
    expect(await idsOf(own('same'), { from: newest!.createdAt })).toEqual(orders.slice(0, 1));
    const mine = orders.filter((_, index) => index % 2 === 0);
    const { items, next } = (await find(own('same'), { accountId: account.id, limit: 2 })).orders;
    expect(items.map(({ orderId }) => orderId)).toEqual(mine.slice(0, 2));
    const rest = { accountId: account.id, after: next ?? undefined };
    expect(await idsOf(own('same'), rest)).toEqual(mine.slice(2));
    expect(
      await idsOf(own('same'), { ...rest, after: undefined, to: items[1]!.createdAt }),
    ).toEqual(mine.slice(2));
  });
});

describe('souk order find', () => {
  it('shows what was found, and takes a code by standard input', async () => {
    const order = await placed(own('Player-77'));
    await shop.service(OrderCloseService).accept(order, { codes: [own('Code-A')], actor: 'x' });
    await found(own('code-a'));
    const before = await auditEntries();
    const byField = await souk(shop, 'order', 'find', own('player-77'), '--json');
    expect(JSON.parse(byField.out)).toMatchObject({
      found: 1,
      orders: [{ order_id: order, by: 'field' }],
    });
    const byCode = await soukWithInput(`${own('Code-A')}\n`, shop, 'order', 'find', '-');
    expect(byCode.out).toContain(order);
    expect(byCode.out + byField.out).not.toMatch(/code-a|player-77/i);
    expect(await auditEntries()).toEqual(before);
  });

  it('says so where there is no key', async () => {
    await placed(own('Player-77'));
    const { code, err } = await souk(shop.db.url, 'order', 'find', own('Player-77'));
    expect([code, err]).toEqual([0, expect.stringMatching(/SECRET_KEYS/)]);
  });
});

describe('the index', () => {
  it('holds no value that could be read', async () => {
    const order = await placed(own('Player-77'));
    await shop.service(OrderCloseService).accept(order, { codes: [own('Code-A')], actor: 'x' });
    await found(own('code-a'));
    const rows = await shop.db.query<{ value: Buffer }>(
      'SELECT value FROM order_search_values WHERE account_id = $1',
      [account.id],
    );
    expect(rows.map(({ value }) => value.length)).toEqual([20, 20]);
    const bytes = Buffer.concat(rows.map(({ value }) => value)).toString('latin1');
    expect(bytes).not.toMatch(/player|code/i);
  });
});
