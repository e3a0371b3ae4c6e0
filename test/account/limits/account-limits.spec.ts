import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { AccessService } from '../../../src/account/access/access.service.js';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { SpendableBalances } from '../../../src/account/ledger/spendable-balances.js';
import { LimitBucketsRepository } from '../../../src/account/limits/limit-buckets.repository.js';
import { TemporarilyUnavailableError } from '../../../src/common/app-error.js';
import { DrivenLimits } from '../../support/driven-limits.js';
import type { Answer } from '../../support/http-client.js';
import { RawConnection } from '../../support/raw-connection.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import type { AccountRow } from '../../../src/start/testing/shop-rows.js';

const API = '/client/api';

let shop: TestShop;
let clock: DrivenLimits;
let product: number;

beforeAll(async () => {
  // A shop of its own: the clock of the function that exchanges tokens is the test's.
  shop = await startTestShop();
  clock = await DrivenLimits.of(shop.db, [shop]);
  product = await shop.product({ price: '1' });
});
afterAll(() => shop.close());

interface Limits {
  readonly requests?: number;
  readonly orders?: number;
}

async function limit({ id }: TestAccount, { requests, orders }: Limits): Promise<void> {
  await shop.db.query(
    'UPDATE accounts SET requests_per_minute = $2, orders_per_minute = $3 WHERE id = $1',
    [id, requests ?? null, orders ?? null],
  );
}

async function limited(limits: Limits, row: AccountRow = {}): Promise<TestAccount> {
  const account = await shop.account({ balance: '10000', ...row });
  await limit(account, limits);
  return account;
}

const order = ({ api }: TestAccount, uuid: string = randomUUID()): Promise<Answer> =>
  api(`${API}/newOrder/${product}/params?order_uuid=${uuid}`);

const code = ({ json }: Answer): unknown => (json as { code?: unknown }).code;

/** Of an answer that tells of no limit. */
const UNTOLD = Array<undefined>(4).fill(undefined);

/** The headers that tell of a limit. */
const told = ({ headers }: Answer): unknown[] =>
  ['ratelimit-policy', 'ratelimit', 'retry-after', 'ratelimit-reset'].map((name) => headers[name]);

const keysOf = ({ id }: TestAccount): Promise<unknown[]> =>
  shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [id]);

describe('requests of an account without limits', () => {
  it('have no headers of limits, and ask for no tokens', async () => {
    const exchange = vi.spyOn(shop.service(LimitBucketsRepository), 'exchange');
    const account = await shop.account({ balance: '5' });
    for (const path of ['profile', 'products', 'products', 'check', 'products?base=7', 'ping']) {
      expect(told(await account.api(`${API}/${path}`))).toEqual(UNTOLD);
    }
    expect(told(await order(account))).toEqual(UNTOLD);
    await clock.exchange();
    const asks = exchange.mock.calls.flatMap(([asked]) => asked);
    expect(asks.filter(({ accountId }) => accountId === account.id)).toEqual([]);
    exchange.mockRestore();
    const rows = await shop.db.query('SELECT FROM limit_buckets WHERE account_id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a limit of requests', () => {
  it('is told with each answer, and refuses what is beyond it until tokens are refilled', async () => {
    const account = await limited({ requests: 4 });
    const policy = '"requests";q=4;w=60';
    const paths = ['profile', 'products', 'products?base=7', `newOrder/${product}`];
    for (const [index, path] of paths.entries()) {
      const answer = await account.api(`${API}/${path}`);
      const rest = `"requests";r=${3 - index};t=${15 * (index + 1)}`;
      expect(told(answer)).toEqual([policy, rest, undefined, undefined]);
      expect(answer.status).toBe(index < 2 ? 200 : 400);
    }
    const refused = await account.api(`${API}/profile`);
    expect([refused.status, code(refused)]).toEqual([429, 111]);
    expect(told(refused)).toEqual([policy, '"requests";r=0;t=60', '2', '15']);
    expect((refused.json as { message: string }).message).toBe(
      'Too many requests of this account in a minute; one more is admitted in 15 seconds, send it again then',
    );
    await clock.pass(12);
    expect(told(await account.api(`${API}/profile`)).slice(2)).toEqual(['2', '3']);
    await clock.pass(2);
    expect(told(await account.api(`${API}/profile`)).slice(2)).toEqual(['1', '1']);
    await clock.pass(2);
    expect((await account.api(`${API}/profile`)).status).toBe(200);
    expect((await account.api(`${API}/profile`)).status).toBe(429);
  });

  it('does not count check and orders, which are answered beyond it', async () => {
    const account = await limited({ requests: 1 });
    expect((await account.api(`${API}/profile`)).status).toBe(200);
    for (let round = 0; round < 3; round++) {
      for (const path of ['check?orders=[]', `check?uuid=1&orders=${randomUUID()}`, 'orders']) {
        const answer = await account.api(`${API}/${path}`);
        expect([path, answer.status, told(answer)]).toEqual([path, 200, UNTOLD]);
      }
    }
    for (const path of ['profile', 'statement', 'quote/1/params']) {
      expect((await account.api(`${API}/${path}`)).status).toBe(429);
    }
  });

  it('comes after the checks of the guard and before the idempotency key', async () => {
    const account = await limited({ requests: 1 });
    const dead = await shop.token(account.id, { expires: '-1 second' });
    // Neither refusals of the guard nor public routes count.
    for (const token of [dead, undefined]) {
      const { headers, json } = await shop.request(`${API}/profile`, token ? { token } : {});
      expect([json, headers.ratelimit]).toEqual([
        expect.objectContaining({ code: token ? 121 : 120 }),
        undefined,
      ]);
    }
    await account.api(`${API}/ping`);
    const path = `${API}/newOrder/${product}/params`;
    expect(code(await account.api(path))).toBe(114);
    expect(code(await account.api(path))).toBe(111);
    await shop.db.query('UPDATE maintenance SET enabled = true');
    expect(code(await account.api(path))).toBe(130);
    await shop.db.query('UPDATE maintenance SET enabled = false');
  });

  it('counts what the fast path answers, 304 and HEAD', async () => {
    const guard = vi.spyOn(shop.service(AccessService), 'admit');
    // On a busy machine what is remembered may be too old by the next request, which the guard counts then.
    const account = await until(async () => {
      const account = await limited({ requests: 600 });
      const { headers } = await account.api(`${API}/products`);
      guard.mockClear();
      const again = await account.api(`${API}/products`);
      const ratelimit = '"requests";r=598;t=1';
      expect(again.headers).toMatchObject({ etag: headers.etag, ratelimit });
      const guarded = guard.mock.calls.length;
      const known = { headers: { 'if-none-match': headers.etag ?? '' } };
      for (const rest of [597, 596]) {
        const answer = await account.api(`${API}/products`, known);
        expect([answer.status, answer.headers.ratelimit]).toEqual([
          304,
          `"requests";r=${rest};t=1`,
        ]);
      }
      return guarded === 0 && guard.mock.calls.length === 1 && account;
    });
    const head = await account.api(`${API}/products`, { method: 'HEAD' });
    expect(head.headers.ratelimit).toBe('"requests";r=595;t=1');
    guard.mockRestore();
  });

  it('counts a request once that the fast path could not answer after all', async () => {
    const account = await limited({ requests: 600 });
    const rest = async (): Promise<string | undefined> => {
      const { headers } = await account.api(`${API}/profile`);
      return /r=(\d+)/.exec(String(headers.ratelimit))?.[1];
    };
    expect([await rest(), await rest()]).toEqual(['599', '598']);
    const balances = vi.spyOn(shop.service(SpendableBalances), 'of');
    balances.mockRejectedValueOnce(new TemporarilyUnavailableError());
    expect(await rest()).toBe('597');
    balances.mockRestore();
    const slots = Array.from({ length: 100 }, () =>
      shop.service(AccountLanes).of('answers').tryAcquire(account.id),
    );
    const waiting = rest();
    await until(() => shop.service(AccountLanes).of('answers').waitingRequests === 1);
    for (const release of slots) release?.();
    expect(await waiting).toBe('596');
  });

  it('waits for no database where a remembered answer is given', async () => {
    const account = await limited({ requests: 600 });
    await account.api(`${API}/products`);
    const repository = shop.service(LimitBucketsRepository);
    const answered = Promise.withResolvers<never[]>();
    const exchange = vi.spyOn(repository, 'exchange').mockReturnValue(answered.promise);
    const exchanged = clock.exchange();
    // The first request is owed to the database, which does not answer; the credit is six requests.
    const statuses = [];
    for (let count = 0; count < 5; count++) {
      statuses.push((await account.api(`${API}/products`)).status);
    }
    exchange.mockRestore();
    answered.resolve([]);
    await exchanged;
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('refuses remembered requests, too, each that is pipelined, and other tokens of the account', async () => {
    const account = await limited({ requests: 10 });
    const other = await shop.token(account.id);
    const connection = await RawConnection.open(shop.baseUrl);
    const head = `GET ${API}/products HTTP/1.1\r\nHost: x\r\napi-token: ${account.token}\r\n`;
    connection.write(`${`${head}\r\n`.repeat(14)}${head}Connection: close\r\n\r\n`);
    const text = await connection.untilClosed();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array<string>(10).fill('HTTP/1.1 200'),
      ...Array<string>(5).fill('HTTP/1.1 429'),
    ]);
    expect((await account.api(`${API}/profile`, { token: other })).status).toBe(429);
  });

  it.each([
    ['always-200', 'profile'],
    ['orders-200', 'newOrder/1'],
  ] as const)('is answered with 200 in the mode %s', async (errorHttpStatus, path) => {
    const account = await limited({ requests: 1 }, { errorHttpStatus });
    await account.api(`${API}/profile`);
    const answer = await account.api(`${API}/${path}`);
    expect([answer.status, code(answer)]).toEqual([200, 111]);
    expect(told(answer).slice(2)).toEqual(['2', '60']);
  });

  it('is known to a running server as soon as it is set, changed or taken away', async () => {
    const account = await shop.account();
    const rest = async (): Promise<unknown> =>
      (await account.api(`${API}/products`)).headers.ratelimit;
    expect([await rest(), await rest()]).toEqual([undefined, undefined]);
    await limit(account, { requests: 60 });
    expect([await rest(), await rest()]).toEqual(['"requests";r=59;t=1', '"requests";r=58;t=2']);
    await limit(account, { requests: 2 });
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      statuses.push((await account.api(`${API}/products`)).status);
    }
    // A bucket of two, and a token that was granted before.
    expect(statuses).toEqual([200, 200, 200, 429]);
    await limit(account, { requests: 0 });
    expect(await rest()).toBeUndefined();
  });
});

describe('a limit of orders', () => {
  it('lets a hundred replays through, refuses new orders, and writes nothing of them', async () => {
    const account = await limited({ orders: 10 });
    const uuids = Array.from({ length: 10 }, () => randomUUID());
    const placed = await Promise.all(uuids.map((uuid) => order(account, uuid)));
    expect(placed.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const refused = await order(account);
    expect([refused.status, code(refused)]).toEqual([429, 111]);
    expect(told(refused)).toEqual([undefined, undefined, '2', '6']);
    expect((refused.json as { message: string }).message).toContain('in 6 seconds');
    const texts = new Set(placed.map(({ text }) => text));
    // A busy server answers 503, which says nothing; the limit would answer 429.
    const replay = (uuid: string): Promise<Answer> =>
      until(async () => {
        const path = `${API}/newOrder/${product}/params?order_uuid=${uuid}`;
        const answer = await shop.requestPage(path, account);
        return answer.status !== 503 && answer;
      });
    for (let round = 0; round < 2; round++) {
      const replays = Array.from({ length: 5 }, () => uuids).flat();
      const answers = await Promise.all(replays.map(replay));
      for (const { text } of answers) expect(texts).toContain(text);
    }
    expect(await keysOf(account)).toHaveLength(10);
    expect((await order(account)).status).toBe(429);
    await clock.pass(7);
    expect((await order(account)).status).toBe(200);
    expect((await order(account)).status).toBe(429);
  });

  it('counts an order once that many requests ask for at a time, and each that one of them gets', async () => {
    const account = await limited({ orders: 3 });
    const uuid = randomUUID();
    const same = await Promise.all(Array.from({ length: 12 }, () => order(account, uuid)));
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(same[0]!.status).toBe(200);
    // Of two requests under one key, one is refused and one may order.
    for (let count = 0; count < 6; count++) {
      const key = randomUUID();
      const path = `${API}/newOrder/999999/params?order_uuid=${key}`;
      await Promise.all([account.api(path), order(account, key)]);
    }
    expect(await keysOf(account)).toHaveLength(3);
  });

  it('comes after the key and before the product, and counts no order that is refused', async () => {
    const account = await limited({ orders: 1 }, { balance: '1' });
    const newOrder = async (id: number, query: string): Promise<unknown> =>
      code(await account.api(`${API}/newOrder/${id}/params?${query}`));
    const uuid = randomUUID();
    for (let count = 0; count < 3; count++) {
      expect(await newOrder(999_999, `order_uuid=${uuid}`)).toBe(109);
      expect(await newOrder(product, `order_uuid=${uuid}&qty=2`)).toBe(100);
    }
    expect(await newOrder(product, `order_uuid=${uuid}`)).toBeUndefined();
    expect(await newOrder(product, 'qty=1')).toBe(114);
    expect(await newOrder(product, `order_uuid=${uuid}&qty=3`)).toBe(116);
    expect(await newOrder(999_999, `order_uuid=${randomUUID()}`)).toBe(111);
  });

  it('is answered with 200 in the mode orders-200, and tells of no limit of requests', async () => {
    const account = await limited({ orders: 1 }, { errorHttpStatus: 'orders-200' });
    expect((await order(account)).status).toBe(200);
    const answer = await order(account);
    expect([answer.status, code(answer)]).toEqual([200, 111]);
    expect(told(answer)).toEqual([undefined, undefined, '2', '60']);
  });
});
