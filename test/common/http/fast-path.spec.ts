import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi, type MockInstance } from 'vitest';
import {
  AccessRepository,
  LAST_USE_INTERVAL_MS,
} from '../../../src/account/access/access.repository.js';
import { AccessService } from '../../../src/account/access/access.service.js';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { SpendableBalances } from '../../../src/account/ledger/spendable-balances.js';
import { TemporarilyUnavailableError } from '../../../src/common/app-error.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import type { Answer, Ask } from '../../support/http-client.js';
import { passTime } from '../../support/passed-time.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const API = '/client/api';

let shop: TestShop;
let account: TestAccount;
let product: number;
/** Called for each request with a token that is not answered by the fast path. */
let guard: MockInstance<AccessService['admit']>;

beforeAll(async () => {
  // A shop of its own: origins are a setting, and the whole shop is closed for maintenance.
  shop = await startTestShop({ CORS_ORIGINS: 'https://panel.example' });
  const categoryId = await shop.category({ name: 'ألعاب 🎮' });
  for (let count = 0; count < 20; count++) product = await shop.product({ categoryId, price: '2' });
});
beforeEach(async () => {
  account = await shop.account();
  guard = vi.spyOn(shop.service(AccessService), 'admit');
});
afterEach(() => {
  guard.mockRestore();
});
afterAll(() => shop.close());

/** The parts of an answer that must be equal each time. */
function lasting({ status, headers, text }: Answer) {
  const { 'x-request-id': id, date, ...others } = headers;
  expect([id, date]).toEqual([expect.any(String), expect.any(String)]);
  return { status, headers: others, text };
}

/** Sends until an answer comes without the guard: on a busy machine what is remembered may be too old by then. */
const withoutGuard = (send: () => Promise<Answer>): Promise<Answer> =>
  until(async () => {
    guard.mockClear();
    const answer = await send();
    return guard.mock.calls.length === 0 && answer;
  });

/** Asks until an answer came without the guard. */
async function asked(path: string, ask?: Ask): Promise<Answer> {
  const answer = await account.api(path, ask);
  const again = await withoutGuard(() => account.api(path, ask));
  expect(lasting(again)).toEqual(lasting(answer));
  expect(again.headers['x-request-id']).not.toBe(answer.headers['x-request-id']);
  return again;
}

/** Asks twice and expects the guard each time. */
async function askedGuard(path: string, ask?: Ask): Promise<Answer> {
  await account.api(path, ask);
  guard.mockClear();
  const answer = await account.api(path, ask);
  expect(guard.mock.calls.length).toBeGreaterThan(0);
  return answer;
}

describe('the fast path', () => {
  it.each(['products', 'products-wrapped?base=1', 'catalog', 'tree', 'categories', 'content/1'])(
    'gives %s again, headers and all',
    async (route) => {
      expect(await asked(`${API}/${route}`)).toMatchObject({ status: 200 });
    },
  );

  it('gives compressed answers and 304 again', async () => {
    const path = `${API}/products`;
    const gzip = { headers: { 'accept-encoding': 'gzip' } };
    const ask = { token: account.token, ...gzip };
    const { headers } = await shop.requestPage(path, ask);
    const again = await withoutGuard(() => shop.requestPage(path, ask));
    expect(again.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': headers['content-length'],
    });
    const tag = headers.etag ?? '';
    expect(await asked(path, { headers: { 'if-none-match': tag } })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  it('serves a caller whose every request belongs to another trace', async () => {
    const path = `${API}/products?base=1`;
    let traces = 0;
    const traced = (): Ask => {
      const id = (++traces).toString(16).padStart(16, '0');
      return { headers: { traceparent: `00-${id}${id}-${id}-01`, TraceState: id } };
    };
    const answer = await withoutGuard(() => account.api(path, traced()));
    expect(answer).toMatchObject({ status: 200 });
  });

  it('keeps callers apart, whichever header they name their token in', async () => {
    const path = `${API}/products`;
    const other = await shop.account({});
    await shop.db.query('INSERT INTO price_rules (account_id, percentage) VALUES ($1, 50)', [
      other.id,
    ]);
    const prices = async (header: string, value: string): Promise<unknown> => {
      await shop.requestPage(path, { headers: { [header]: value } });
      const { json } = await shop.requestPage(path, { headers: { [header]: value } });
      return (json as { price: number }[])[0]?.price;
    };
    await account.api(path);
    for (const header of ['api-token', 'x-api-token', 'x-api-key']) {
      expect(await prices(header, account.token)).toBe(2);
      expect(await prices(header, other.token)).toBe(3);
    }
    expect(await prices('Authorization', `Bearer ${account.token}`)).toBe(2);
    expect(await prices('Authorization', `Bearer ${other.token}`)).toBe(3);
    expect((await shop.requestPage(path)).json).toMatchObject({ code: 120 });
  });

  it.each([
    [
      'the token is revoked',
      'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1',
      121,
    ],
    ['the token expires', `UPDATE access_tokens SET expires_at = now() WHERE account_id = $1`, 121],
    ['the account is barred', 'UPDATE accounts SET api_permitted = false WHERE id = $1', 122],
    [
      'the account gets Allowed IPs',
      `INSERT INTO allowed_ips (account_id, range) VALUES ($1, '192.0.2.1')`,
      123,
    ],
    [
      'the token gets Allowed IPs',
      `UPDATE access_tokens SET allowed_ips = '{192.0.2.1}' WHERE account_id = $1`,
      123,
    ],
    [
      'the token loses its scope',
      `UPDATE access_tokens SET scopes = '{orders}' WHERE account_id = $1`,
      124,
    ],
    ['maintenance begins', 'UPDATE maintenance SET enabled = $1 > 0', 130],
  ])('ends when %s', async (_, statement, code) => {
    await asked(`${API}/products`);
    await shop.db.query(statement, [account.id]);
    const { json } = await account.api(`${API}/products`);
    await shop.db.query('UPDATE maintenance SET enabled = false');
    expect(json).toMatchObject({ code });
  });

  it('reads the balance anew for each profile', async () => {
    const before = await asked(`${API}/profile`);
    await shop.db.query('UPDATE accounts SET credit_limit = 7 WHERE id = $1', [account.id]);
    const after = await withoutGuard(() => account.api(`${API}/profile`));
    expect(after.json).toEqual({ ...(before.json as object), balance: '7' });
  });

  it('reads orders anew for each check', async () => {
    await shop.db.query('UPDATE accounts SET credit_limit = 7 WHERE id = $1', [account.id]);
    const query = 'order_uuid=6f6a0d9e-53a5-4a5e-8d0b-0a2f5d2c7e11&qty=1';
    const placed = await account.api(`${API}/newOrder/${product}/params?${query}`);
    const { order_id: orderId } = (placed.json as { data: { order_id: string } }).data;
    const path = `${API}/check?orders=[${orderId}]`;
    await asked(path);
    await shop.service(OrderCloseService).accept(orderId, { actor: 'operator:test' });
    const { json } = await withoutGuard(() => account.api(path));
    expect(json).toMatchObject({ data: [{ order_id: orderId, status: 'accept' }] });
  });

  it('leaves a profile that cannot be read to the guard, and logs it once', async () => {
    await asked(`${API}/profile`);
    const balances = vi.spyOn(shop.service(SpendableBalances), 'of');
    balances.mockRejectedValueOnce(new TemporarilyUnavailableError());
    guard.mockClear();
    const { status, headers, json } = await account.api(`${API}/profile`);
    expect([guard.mock.calls.length, balances.mock.calls.length]).toEqual([1, 1]);
    balances.mockRestore();
    expect([status, json]).toEqual([503, expect.objectContaining({ code: 111 })]);
    const id = String(headers['x-request-id']);
    const lines = shop
      .logs()
      .filter((line) => line.includes(id) && line.includes('request completed'));
    expect(lines).toHaveLength(1);
  });

  it('leaves requests beyond the limit of an account to the guard', async () => {
    await asked(`${API}/profile`);
    const running = shop.service(AccountLanes).of('answers');
    const slots = Array.from({ length: 100 }, () => running.tryAcquire(account.id)!);
    guard.mockClear();
    const answer = account.api(`${API}/profile`);
    while (guard.mock.calls.length === 0) await nextTurn();
    for (const release of slots) release();
    expect((await answer).status).toBe(200);
    // No slot is lost.
    const free = Array.from({ length: 100 }, () => running.tryAcquire(account.id));
    expect(free.every((release) => release !== undefined)).toBe(true);
    for (const release of free) release!();
  });

  it('shows a changed price at once', async () => {
    const path = `${API}/products`;
    await asked(path);
    await shop.db.query('UPDATE products SET price = 7 WHERE id = $1', [product]);
    const { json } = await account.api(path);
    await shop.db.query('UPDATE products SET price = 2 WHERE id = $1', [product]);
    expect(json).toContainEqual(expect.objectContaining({ id: product, price: 7 }));
  });

  it.each<[string, Ask]>([
    ['another site may have sent', { headers: { origin: 'https://panel.example' } }],
    ['brings a body', { body: '{}' }],
    ['brings a body in chunks', { headers: { 'transfer-encoding': 'chunked' } }],
    ['asks for the head alone', { method: 'HEAD' }],
    ['has another tag', { headers: { 'if-none-match': '"other"' } }],
  ])('is not for a request that %s', async (_, ask) => {
    await asked(`${API}/products`);
    await askedGuard(`${API}/products`, ask);
  });

  it('is for requests of up to 4 kB, URL and headers together', async () => {
    const withHeader = (length: number): Ask => ({ headers: { 'x-more': 'x'.repeat(length) } });
    expect(await asked(`${API}/products`, withHeader(3_500))).toMatchObject({ status: 200 });
    expect(await askedGuard(`${API}/products`, withHeader(4_096))).toMatchObject({ status: 200 });
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`x-more-${index}`, 'x'.repeat(100)]),
    );
    expect(await askedGuard(`${API}/products`, { headers: many })).toMatchObject({ status: 200 });
  });

  it('is not for an account with Allowed IPs', async () => {
    await shop.db.query(`INSERT INTO allowed_ips (account_id, range) VALUES ($1, '127.0.0.0/8')`, [
      account.id,
    ]);
    expect(await askedGuard(`${API}/products`)).toMatchObject({ status: 200 });
  });

  it('takes the request id of the caller, and writes a log line for each request', async () => {
    const path = `${API}/products`;
    await asked(path);
    const mine = { headers: { 'x-request-id': 'mine-1' } };
    const { headers } = await withoutGuard(() => account.api(path, mine));
    expect(headers['x-request-id']).toBe('mine-1');
    const line = shop.logs().find((line) => line.includes('mine-1')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request completed',
      req: { id: 'mine-1', method: 'GET', url: path },
      res: { statusCode: 200 },
    });
  });

  describe('as time passes', () => {
    it('leaves a request to the guard when its token has expired', async () => {
      const path = `${API}/products`;
      const expiring = { token: await shop.token(account.id, { expires: '30 seconds' }) };
      await asked(path);
      await asked(path, expiring);
      passTime(31_000);
      await withoutGuard(() => account.api(path));
      await account.api(path, expiring);
      expect(guard).toHaveBeenCalledTimes(1);
    });

    it('leaves one to the guard once a minute, which notes the use of the token', async () => {
      const uses = vi.spyOn(shop.service(AccessRepository), 'noteTokenUse');
      const usedNow = (): unknown[] => uses.mock.calls.splice(0);
      const path = `${API}/products`;
      await asked(path);
      expect(usedNow()).toHaveLength(1);
      for (let minute = 1; minute <= 2; minute++) {
        passTime(LAST_USE_INTERVAL_MS);
        guard.mockClear();
        await account.api(path);
        expect([guard.mock.calls.length, usedNow().length]).toEqual([1, 1]);
        // Those of the same minute are not noted.
        await asked(path);
        expect(usedNow()).toEqual([]);
      }
    });
  });
});
