import { vi } from 'vitest';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { FeedWaits, READ_GROWN } from '../../../src/books/feed/feed-waits.js';
import { feedPlace } from '../../../src/books/feed/feed-cursor.js';
import { Shutdown } from '../../../src/common/http/connection/shutdown.js';
import { DatabaseClient } from '../../../src/database/address/database-client.js';
import { Database } from '../../../src/database/database.js';
import { OrderChanges } from '../../../src/orders/history/order-changes.repository.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { API, place } from '../../support/book-pages.js';
import { insertOrders } from '../../support/book-rows.js';
import { feedOf, told, type Feed } from '../../support/feed.js';
import type { Answer } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

/** A quarter of the requests that may wait at a time: ten of each account. */
const MOST_WAITING = 25;

let shop: TestShop;
let other: Instance;
let waits: FeedWaits;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: with a second instance, and few connections.
  shop = await startTestShop({ MAX_CONNECTIONS: String(2 * MOST_WAITING) });
  // A shop of its own: a second server hears of what the first one does.
  other = await Instance.on(shop.db);
  waits = shop.service(FeedWaits);
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
  await until(() => waits.count === 0);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await other.close();
  await shop.close();
});

/** A request that waits: it is sent, and counted as waiting, when this resolves. */
async function waiting(
  query = '',
  { token }: TestAccount = account,
): Promise<{
  readonly answer: Promise<Answer>;
  readonly cursor: string;
  readonly gone: () => void;
}> {
  const { cursor } = await feedOf({ ...account, api: apiOf(token) }, 'since=now');
  const before = waits.count;
  const gone = new AbortController();
  const path = `${API}/orders/changes?since=${cursor}&wait=25${query}`;
  const answer = shop.requestPage(path, { token, signal: gone.signal });
  answer.catch(() => undefined);
  await until(() => waits.count > before);
  return {
    answer,
    cursor,
    gone: () => {
      gone.abort();
    },
  };
}

const apiOf =
  (token: string): TestAccount['api'] =>
  (path, ask) =>
    shop.request(path, { token, ...ask });
const sql = (table: string, set: string, id: number, key = 'account_id') =>
  shop.db.query(`UPDATE ${table} SET ${set} WHERE ${key} = $1`, [id]);
const feedIn = async (answer: Promise<Answer>): Promise<Feed> => (await answer).json as Feed;

it('a wait ends with the order that is placed on another instance', async () => {
  const { answer } = await waiting();
  const quote = `quote/${product}/params?playerId=7`;
  await until(async () => (await other.send(account.token, quote)).status === 200);
  const placed = await other.send(
    account.token,
    `newOrder/${product}/params?order_uuid=00000000-0000-4000-8000-000000000001&playerId=7`,
  );
  const { order_id: id } = (placed.json as { data: { order_id: string } }).data;
  expect(told(await feedIn(answer))).toEqual([`1 placed ${id}`]);
  expect(waits.count).toBe(0);
});

it('a wait for a type goes on behind events of others', async () => {
  const { answer, cursor } = await waiting('&type=accepted');
  const pages = vi.spyOn(shop.service(OrderChanges), 'page');
  const [id] = await place(account, product);
  await until(() => pages.mock.calls.length > 0 && waits.count === 1);
  await shop.service(OrderCloseService).accept(id, { actor: 'test' });
  const feed = await feedIn(answer);
  expect(told(feed)).toEqual([`2 accepted ${id}`]);
  expect(feedPlace(account.id, cursor)?.number).toBe(0);
});

it('who asks again when nothing is new has no page read', async () => {
  await place(account, product);
  const { cursor } = await feedOf(account, 'since=now');
  const pages = vi.spyOn(shop.service(OrderChanges), 'page');
  expect(await feedOf(account, `since=${cursor}`)).toEqual({ status: 'OK', data: [], cursor });
  expect(pages).not.toHaveBeenCalled();
  const [id] = await place(account, product);
  expect(told(await feedOf(account, `since=${cursor}`))).toEqual([`2 placed ${id}`]);
});

it('a wait that is over answers with the cursor and nothing else', async () => {
  const { cursor } = await feedOf(account, 'since=now');
  expect(await feedOf(account, `since=${cursor}&wait=1`)).toEqual({
    ...{ status: 'OK', data: [], cursor },
  });
  expect(await feedOf(account, 'wait=1')).toEqual({ status: 'OK', data: [], cursor });
});

it('no wait is longer than 20 seconds', async () => {
  const mays: number[] = [];
  vi.spyOn(waits, 'wait').mockImplementation((_account, _number, endsAt) => {
    mays.push(endsAt - performance.now());
    return Promise.resolve(false);
  });
  await feedOf(account, 'wait=25');
  await feedOf(account, 'wait=7');
  const [long, short] = mays;
  expect(long).toBeLessThanOrEqual(20_000);
  expect(long).toBeGreaterThan(7_000);
  expect(short).toBeLessThanOrEqual(7_000);
});

it('who waits holds neither a slot of the account nor a connection', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => waiting()));
  const { pool } = shop.service(Database);
  // Of an answer that has arrived, the slot is free a moment later.
  await until(() => shop.service(AccountLanes).of('reads').runningOf(account.id) === 0);
  await until(() => pool.idleCount === pool.totalCount);
  await place(account, product);
  await Promise.all(all.map(({ answer }) => answer));
});

describe('a request that has waited begins again, and its answer', () => {
  it('has the headers of one without a wait', async () => {
    const { cursor } = await feedOf(account, 'since=now');
    const headersOf = async (wait: number): Promise<string[]> => {
      const headers = { 'X-Request-Id': `waited-${wait}` };
      const path = `${API}/orders/changes?since=${cursor}&wait=${wait}`;
      const { rawHeaders } = await shop.requestPage(path, { token: account.token, headers });
      return rawHeaders.map((text) => (text.endsWith('GMT') ? 'some time' : text));
    };
    const expected = await headersOf(0);
    expect(await headersOf(1)).toEqual(expected.map((text) => text.replace('-0', '-1')));
  });

  it('is logged once', async () => {
    const { headers } = await account.api(`${API}/orders/changes?wait=1`);
    const id = String(headers['x-request-id']);
    await until(() => shop.logs().some((line) => line.includes(id)));
    expect(shop.logs().filter((line) => line.includes(id))).toHaveLength(1);
  });
});

it('ten requests of an account wait, and as many of all as half of the connections', async () => {
  const accounts = [account, await shop.account(), await shop.account()];
  const counts = [10, 10, 5];
  const all: Awaited<ReturnType<typeof waiting>>[] = [];
  for (const [index, of] of accounts.entries()) {
    for (let count = 0; count < counts[index]!; count++) all.push(await waiting('', of));
  }
  expect(waits.count).toBe(MOST_WAITING);
  for (const of of accounts) {
    const { cursor } = await feedOf(of, 'since=now');
    expect(await feedOf(of, `since=${cursor}&wait=25`)).toEqual({ status: 'OK', data: [], cursor });
  }
  for (const { gone } of all) gone();
  await until(() => waits.count === 0);
  // An account alone has ten.
  const own: typeof all = [];
  for (let count = 0; count < 10; count++) own.push(await waiting());
  expect((await feedOf(account, 'wait=25')).data).toEqual([]);
  own.push(await waiting('', accounts[1]));
  for (const { gone } of own) gone();
});

it('who has gone waits no more, and keeps no slot', async () => {
  const { gone } = await waiting();
  gone();
  await until(() => waits.count === 0);
  expect(shop.service(AccountLanes).of('reads').runningOf(account.id)).toBe(0);
});

describe('the guard decides again before it tells', () => {
  it.each<[string, number, (of: TestAccount) => Promise<unknown>]>([
    ['a revoked token', 121, ({ id }) => sql('access_tokens', 'revoked_at = now()', id)],
    ['an account that is barred', 122, ({ id }) => ban(id)],
    [
      'an address that is not allowed any more',
      123,
      ({ id }) =>
        shop.db.query(`INSERT INTO allowed_ips (account_id, range) VALUES ($1, '192.0.2.1/32')`, [
          id,
        ]),
    ],
    [
      'a token without the scope',
      124,
      ({ id }) => sql('access_tokens', `scopes = '{catalog}'`, id),
    ],
  ])('%s', async (_, code, change) => {
    const { answer } = await waiting();
    await change(account);
    // By SQL, since the account may order nothing any more.
    await insertOrders(shop.db, account.id, { count: 1 });
    expect((await answer).json).toMatchObject({ status: 'ERROR', code });
  });

  it('a revoked token, also when there is nothing new but a checkpoint', async () => {
    const { cursor } = await feedOf(account, 'since=now');
    vi.spyOn(waits, 'wait').mockImplementation(async () => {
      await sql('access_tokens', 'revoked_at = now()', account.id);
      await until(async () => (await account.api(`${API}/profile`)).status === 401);
      return false;
    });
    const path = `/client/api/orders/changes?since=${cursor}&wait=5&receipts=1`;
    expect((await account.api(path)).json).toMatchObject({ status: 'ERROR', code: 121 });
  });

  it('a token that was revoked between the end of the wait and the page', async () => {
    const { answer } = await waiting();
    const changes = shop.service(OrderChanges);
    const read = changes.page.bind(changes);
    vi.spyOn(changes, 'page').mockImplementation(async (...asked) => {
      await sql('access_tokens', 'revoked_at = now()', account.id);
      return read(...asked);
    });
    await insertOrders(shop.db, account.id, { count: 1 });
    expect((await answer).json).toMatchObject({ status: 'ERROR', code: 121 });
  });

  it('a token that was revoked while its request waited for its turn to read', async () => {
    await place(account, product);
    const reads = shop.service(AccountLanes).of('reads');
    // The only slot that a pool of four has for reads.
    const release = await until(() => reads.tryAcquire(account.id));
    const answer = account.api(`${API}/orders/changes`);
    await until(() => reads.waitingRequests === 1);
    await sql('access_tokens', 'revoked_at = now()', account.id);
    release();
    expect((await answer).json).toMatchObject({ status: 'ERROR', code: 121 });
  });

  const ban = (id: number) => sql('accounts', 'api_permitted = false', id, 'id');
});

it('one statement asks for all who wait, at most four times a second, and none when nobody waits', async () => {
  const query = vi.spyOn(DatabaseClient.prototype, 'query');
  const asked = (): number[][] =>
    query.mock.calls.flatMap((sent) => {
      const [{ text, values }] = sent as unknown as [{ text?: string; values: [number[]] }];
      return text === READ_GROWN ? [values[0]] : [];
    });
  const accounts = [account, await shop.account(), await shop.account()];
  const all = await Promise.all(accounts.map((of) => waiting('', of)));
  query.mockClear();
  const began = performance.now();
  await until(() => asked().length === 4);
  expect(performance.now() - began).toBeGreaterThan(850);
  const own = new Set(accounts.map(({ id }) => id));
  for (const ids of asked()) expect(new Set(ids)).toEqual(own);
  for (const { gone } of all) gone();
  await until(() => waits.count === 0);
  query.mockClear();
  // The revisions are read as often, so these were several rounds.
  await until(() => query.mock.calls.length > 4);
  expect(asked().slice(1)).toEqual([]);
});

// The last one: the shop answers nobody for long any more.
it('from the signal to stop on nobody waits', async () => {
  const { answer, cursor } = await waiting();
  shop.service(Shutdown).begin();
  expect(await feedIn(answer)).toEqual({ status: 'OK', data: [], cursor });
  expect(await feedOf(account, `since=${cursor}&wait=25`)).toEqual({
    status: 'OK',
    data: [],
    cursor,
  });
});
