import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { TOKEN_SOURCE_CASES } from '../../../src/account/access/source/token-source-cases.js';
import { KnownTokens } from '../../../src/account/access/known/known-tokens.js';
import { TokenSources } from '../../../src/account/access/source/token-sources.js';
import { Lanes } from '../../../src/common/lanes.js';
import { PortFaults } from '../../../src/common/port-faults.js';
import { Database } from '../../../src/database/database.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { TokenProvider } from '../../support/token-provider.js';
import { until } from '../../support/until.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;
let provider: TokenProvider;
let account: TestAccount;
/** A token of the provider for the account. */
let token: string;

beforeAll(async () => {
  // A shop of its own: a token source stays for the whole process.
  shop = await startTestShop();
  provider = new TokenProvider();
  shop.service(TokenSources).use([{ extension: 'acme', port: provider }]);
});

beforeEach(async () => {
  // A fault is logged once a minute; each case has its own.
  const { logged } = shop.service(PortFaults) as unknown as { logged: Map<string, unknown> };
  logged.clear();
  account = await shop.account({ balance: '10' });
  token = `idp.${randomUUID()}`;
  provider.accounts.set(token, { accountId: account.id, goodForSeconds: 30 });
  provider.before = () => Promise.resolve();
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  // No log line holds a token of the provider.
  const tokens = [...provider.accounts.keys()];
  const lines = shop.logs().filter((line) => tokens.some((one) => line.includes(one)));
  expect(lines).toEqual([]);
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const codeOf = async (path = PROFILE, sent = token): Promise<number> => {
  const { json } = await shop.request(path, { token: sent });
  return (json as { code?: number }).code ?? 0;
};

const statements = (): (() => number) => {
  const query = vi.spyOn(shop.service(Database).manager, 'query');
  return () => query.mock.calls.filter(([sql]) => sql.includes('access_token')).length;
};

const warnings = (): string[] =>
  shop.logs().filter((line) => line.includes('"port":"token source"'));

describe('a token of the source', () => {
  it('gives access to its account, however it is sent', async () => {
    const { json } = await shop.request(PROFILE, { token });
    expect(json).toMatchObject({ status: 'OK', balance: '10' });
    const { status } = await shop.request(PROFILE, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    expect(provider.calls(token)).toBe(1);
  });

  it('is asked about once by requests that come together, and not again while the answer is good', async () => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => codeOf()));
    expect(new Set(codes)).toEqual(new Set([0]));
    await codeOf('/client/api/products');
    expect(provider.calls(token)).toBe(1);
    const count = statements();
    for (let round = 0; round < 5; round++) expect(await codeOf()).toBe(0);
    expect(count()).toBe(0);
  });

  it('may be longer than ours', async () => {
    const long = `${'a'.repeat(3_000)}.${token}`;
    provider.accounts.set(long, { accountId: account.id, goodForSeconds: 60 });
    expect(await codeOf(PROFILE, long)).toBe(0);
    expect(await codeOf(PROFILE, 'b'.repeat(4_097))).toBe(121);
    expect(provider.asked.filter((one) => one.length > 4_096)).toEqual([]);
  });

  it('follows barring, Allowed IPs and maintenance at once, without asking the source', async () => {
    const set = (sql: string) => shop.db.query(sql, sql.includes('$1') ? [account.id] : []);
    expect(await codeOf()).toBe(0);
    const changes: [string, number][] = [
      ['UPDATE accounts SET api_permitted = false WHERE id = $1', 122],
      ['UPDATE accounts SET api_permitted = true WHERE id = $1', 0],
      ["INSERT INTO allowed_ips (account_id, range) VALUES ($1, '10.0.0.0/8')", 123],
      ['DELETE FROM allowed_ips WHERE account_id = $1', 0],
      // Scopes are those of our own tokens; a token of the source has the usual ones.
      ["UPDATE access_tokens SET scopes = '{}' WHERE account_id = $1", 0],
      ['UPDATE maintenance SET enabled = true', 130],
      ['UPDATE maintenance SET enabled = false', 0],
    ];
    for (const [sql, code] of changes) {
      await set(sql);
      expect([sql, await codeOf()]).toEqual([sql, code]);
    }
    expect(provider.calls(token)).toBe(1);
  });

  it('is asked about again when the time of the answer is over', async () => {
    provider.accounts.set(token, { accountId: account.id, goodForSeconds: 1 });
    expect(await codeOf()).toBe(0);
    provider.accounts.delete(token);
    // The same answer is given until its time is over; then the source no longer knows the token.
    await until(async () => (await codeOf()) === 121);
    expect(provider.calls(token)).toBeGreaterThanOrEqual(2);
  });

  it('is good for a minute at most', async () => {
    provider.accounts.set(token, { accountId: account.id, goodForSeconds: 3_600 });
    const found = await shop.service(TokenSources).find(token, 'a key', undefined);
    expect(found?.goodUntil).toBeLessThanOrEqual(performance.now() + 60_000);
  });

  it('has no last use, and leaves that of our tokens alone', async () => {
    const uses = () =>
      shop.db.query('SELECT last_used_at FROM access_tokens WHERE account_id = $1', [account.id]);
    expect(await codeOf()).toBe(0);
    expect(await uses()).toEqual([{ last_used_at: null }]);
  });
});

describe('the source is not asked about', () => {
  it('a token of ours, and cannot make a revoked or expired one good', async () => {
    const expired = await shop.token(account.id, { expires: '-1 second' });
    provider.accounts.set(expired, { accountId: account.id, goodForSeconds: 60 });
    expect(await codeOf(PROFILE, account.token)).toBe(0);
    await shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1', [
      account.id,
    ]);
    expect(await codeOf(PROFILE, account.token)).toBe(121);
    expect(provider.calls(account.token)).toBe(0);
    // As when it is missing in the server's memory: the statement shows that it is ours.
    vi.spyOn(shop.service(KnownTokens), 'mayExist').mockResolvedValueOnce(false);
    expect(await codeOf(PROFILE, expired)).toBe(121);
  });

  it('a token of ours that is revoked or expired, also while the source fails', async () => {
    const expired = await shop.token(account.id, { expires: '-1 second' });
    const longExpired = await shop.token(account.id, { expires: '-2 days' });
    await shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1', [
      account.id,
    ]);
    provider.before = () => Promise.reject(new Error('cannot be reached'));
    const known = shop.service(KnownTokens);
    for (const ours of [account.token, expired, longExpired]) {
      vi.spyOn(known, 'mayExist').mockResolvedValueOnce(false);
      expect(await codeOf(PROFILE, ours)).toBe(121);
      expect(provider.calls(ours)).toBe(0);
    }
  });

  it('an unknown token again within a second', async () => {
    const unknown = `idp.${randomUUID()}`;
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(PROFILE, unknown)));
    expect(new Set(codes)).toEqual(new Set([121]));
    expect(provider.calls(unknown)).toBe(1);
  });
});

describe('an answer that is none', () => {
  it.each([
    ['an account that does not exist', { accountId: 999_999, goodForSeconds: 60 }],
    ['no time left', { goodForSeconds: 0 }],
    ['a time that is no number', { goodForSeconds: NaN }],
    ['text', 'seven'],
  ])('with %s is 121, and is logged', async (_, answer) => {
    const given =
      typeof answer === 'object' ? { accountId: account.id, ...answer } : (answer as unknown);
    provider.accounts.set(token, given);
    const note = vi.spyOn(shop.service(PortFaults), 'note');
    const before = warnings().length;
    expect(await codeOf()).toBe(121);
    const fault = note.mock.calls[0]?.[0].fault ?? '';
    expect(fault).toMatch(/^the token source gave an answer that is none: ./);
    const lines = warnings().slice(before);
    const logged = lines.map((line) => JSON.parse(line) as object);
    expect(logged).toMatchObject([{ level: 40, extension: 'acme', msg: fault }]);
  });
});

describe('a source that cannot tell', () => {
  it('is 111, and its error is logged without the token', async () => {
    provider.before = () => Promise.reject(new Error(`GET https://idp/?token=${token} failed`));
    const before = warnings().length;
    const { status, json } = await shop.request(PROFILE, { token });
    expect([status, json]).toMatchObject([503, { code: 111 }]);
    expect(warnings().slice(before).join()).toContain('token=[token] failed');
    provider.before = () => Promise.resolve();
    expect(await codeOf()).toBe(0);
  });

  it('is logged once for many tokens', async () => {
    provider.before = () => Promise.reject(new Error('cannot be reached'));
    const failedBefore = shop.service(TokenSources).answers.failed!;
    const before = warnings().length;
    const all = Array.from({ length: 100 }, () => codeOf(PROFILE, `idp.${randomUUID()}`));
    expect(new Set(await Promise.all(all))).toEqual(new Set([111]));
    expect(shop.service(TokenSources).answers.failed).toBeGreaterThan(failedBefore + 16);
    expect(warnings().length - before).toBeLessThanOrEqual(1);
  });

  it('is 111 when it gives no answer, and its signal is aborted', async () => {
    const aborted: boolean[] = [];
    provider.before = (signal) => {
      signal.addEventListener('abort', () => aborted.push(true));
      return new Promise(() => undefined);
    };
    expect(await codeOf()).toBe(111);
    expect(aborted).toEqual([true]);
    provider.before = () => Promise.resolve();
    expect(await codeOf()).toBe(0);
  });

  it('has few calls at a time, however many tokens are invented', async () => {
    provider.mostRunning = provider.running = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    provider.before = () => promise;
    const before = provider.asked.length;
    const all = Array.from({ length: 100 }, () => codeOf(PROFILE, `idp.${randomUUID()}`));
    await until(() => Promise.resolve(provider.running >= 12));
    resolve(undefined);
    const codes = new Set(await Promise.all(all));
    expect(provider.mostRunning).toBe(12);
    expect([...codes].filter((code) => ![111, 121].includes(code))).toEqual([]);
    expect(provider.asked.length - before).toBeLessThanOrEqual(100);
  });
});

it('invented tokens leave calls for a token that was found before', async () => {
  provider.accounts.set(token, { accountId: account.id, goodForSeconds: 0.001 });
  await codeOf();
  provider.accounts.set(token, { accountId: account.id, goodForSeconds: 60 });
  provider.running = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  provider.before = () => (provider.asked.at(-1) === token ? Promise.resolve() : promise);
  const all = Array.from({ length: 100 }, () => codeOf(PROFILE, `idp.${randomUUID()}`));
  await until(() => Promise.resolve(provider.running >= 12));
  expect(await codeOf()).toBe(0);
  resolve(undefined);
  await Promise.all(all);
});

describe('an order with a token of the source', () => {
  /** Whether the database's time is past this one. */
  const isOver = async (deadline: number): Promise<boolean> => {
    const over = 'SELECT WHERE extract(epoch FROM clock_timestamp()) > $1::float8';
    return (await shop.db.query(over, [deadline])).length > 0;
  };
  const order = (product: number) =>
    codeOf(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);

  it('has the end of the answer as a bound of its statement', async () => {
    const product = await shop.product({ price: '1' });
    const placeAtOnce = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    const transaction = vi.spyOn(shop.service(Database), 'transaction');
    expect(await order(product)).toBe(0);
    const [[placed]] = placeAtOnce.mock.calls[0]!;
    const [{ now }] = (await shop.db.query(
      'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
    )) as [{ now: number }];
    expect(placed!.checkHoldsUntil).toBeLessThanOrEqual(now + 30);
    // That of an order has a queue; a job of the shop has none.
    expect(transaction.mock.calls.filter(([, options]) => options !== undefined)).toEqual([]);
  });

  it('has no such bound with a token of ours', async () => {
    const product = await shop.product({ price: '1' });
    const placeAtOnce = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    await shop.request(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`, {
      token: account.token,
    });
    expect(placeAtOnce.mock.calls[0]![0][0]!.checkHoldsUntil).toBe(Infinity);
  });

  it.each([
    ['is placed if the source confirms the token again', true, 0, 1],
    ['is not placed if the source has withdrawn the token', false, 121, 0],
  ])('that comes late %s', async (_, isConfirmed, code, count) => {
    const product = await shop.product({ price: '1' });
    provider.accounts.set(token, { accountId: account.id, goodForSeconds: 1.9 });
    const orders = shop.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (batch, actor, deadline) => {
      if (!isConfirmed) provider.accounts.delete(token);
      await until(() => isOver(deadline));
      return placeAtOnce(batch, actor, deadline);
    });
    expect(await order(product)).toBe(code);
    const rows = await shop.db.query('SELECT FROM orders WHERE account_id = $1', [account.id]);
    expect([rows.length, provider.calls(token)]).toEqual([count, 2]);
  });
});

it('a server has one source at most, and none that is misspelled', () => {
  const sources = shop.service(TokenSources);
  const other = { extension: 'other', port: provider };
  expect(() => {
    sources.use([other]);
  }).toThrow('Only one extension may have a token source, but acme and other have one each');
  const empty = new TokenSources(undefined as never, shop.service(Lanes));
  expect(() => {
    empty.use([{ extension: 'acme', port: { finds: () => undefined } as never }]);
  }).toThrow(
    'The token source of the extension acme has an unknown member "finds", which is probably meant to be "find".',
  );
});

describe('the cases for token sources', () => {
  it.each(TOKEN_SOURCE_CASES)('$name', async ({ run }) => {
    const whileUnreachable = async (work: () => Promise<void>) => {
      provider.before = () => Promise.reject(new Error('cannot be reached'));
      await work();
    };
    const known = { token, accountId: account.id };
    await run({ source: provider, known, unknown: 'unknown', whileUnreachable });
  });
});
