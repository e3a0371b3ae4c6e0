import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { StatementPages } from '../../../src/account/ledger/statement.repository.js';
import { Database } from '../../../src/database/database.js';
import { OrderHistory } from '../../../src/orders/history/order-history.repository.js';
import { QuoteService } from '../../../src/orders/quote/quote.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const API = '/client/api';

let shop: TestShop;
let lanes: AccountLanes;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: it holds reads up.
  shop = await startTestShop({ DATABASE_POOL_SIZE: '20' });
  lanes = shop.service(AccountLanes);
  product = await shop.product({ price: '1' });
});
beforeEach(async () => {
  // The slots of callers who have gone are free only when their statements must have ended.
  account = await shop.account({ balance: '100' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const order = (): string => `${API}/newOrder/${product}/params?order_uuid=${randomUUID()}`;

describe('reads of an account that never end', () => {
  /** Reads that hang until the test ends, and how many have begun. */
  function hangingReads() {
    const held = Promise.withResolvers<undefined>();
    const begun = { count: 0 };
    const hangs = async (): Promise<never> => {
      begun.count += 1;
      await held.promise;
      throw new Error('let go');
    };
    const hang = (accountId: number): Promise<never> | undefined =>
      accountId === account.id ? hangs() : undefined;
    const history = shop.service(OrderHistory);
    const historyPage = history.page.bind(history);
    vi.spyOn(history, 'page').mockImplementation(
      (accountId, ...more) => hang(accountId) ?? historyPage(accountId, ...more),
    );
    const statements = shop.service(StatementPages);
    const statementPage = statements.page.bind(statements);
    vi.spyOn(statements, 'page').mockImplementation(
      (accountId, ...more) => hang(accountId) ?? statementPage(accountId, ...more),
    );
    const quotes = shop.service(QuoteService);
    const quote = quotes.quote.bind(quotes);
    vi.spyOn(quotes, 'quote').mockImplementation(
      (principal, request) => hang(principal.accountId) ?? quote(principal, request),
    );
    return { begun, letGo: held.resolve };
  }

  it('run two at a time, whichever they are, and the others hear 111 with 429 after two seconds', async () => {
    const other = await shop.account({ balance: '100' });
    const { begun, letGo } = hangingReads();
    const paths = ['orders', 'statement', `quote/${product}/params`];
    const asked = Array.from({ length: 60 }, (_, index) =>
      account.api(`${API}/${paths[index % paths.length] ?? ''}`),
    );
    await until(() => begun.count === 2 && lanes.of('reads').waitingRequests > 0);

    // Nobody else waits, and neither do the account's own orders and checks.
    for (const caller of [other, account]) {
      for (const path of [order(), 'profile', 'products', 'check?orders=[ID_1]']) {
        const { status } = await caller.api(path.startsWith('/') ? path : `${API}/${path}`);
        expect([path, status]).toEqual([path, 200]);
      }
    }
    for (const path of paths) expect((await other.api(`${API}/${path}`)).status).toBe(200);

    const refused = await Promise.race(asked);
    expect([refused.status, refused.json]).toEqual([429, expect.objectContaining({ code: 111 })]);
    await until(() => lanes.of('reads').waitingRequests === 0);
    expect(begun.count).toBe(2);
    letGo(undefined);
    await Promise.all(asked);
    expect(lanes.of('reads').runningOf(account.id)).toBe(0);
  });

  it('keep their slots when their callers go away, so that they run no more of them', async () => {
    const { begun, letGo } = hangingReads();
    const gone = new AbortController();
    const left = [1, 2].map(() =>
      fetch(`${shop.baseUrl}${API}/orders`, {
        headers: { 'api-token': account.token },
        signal: gone.signal,
      }).catch(() => undefined),
    );
    await until(() => begun.count === 2);
    gone.abort();
    await Promise.all(left);
    const next = account.api(`${API}/orders`);
    await until(() => lanes.of('reads').waitingRequests === 1);
    expect(begun.count).toBe(2);
    letGo(undefined);
    await next;
  });
});

describe('sealing', () => {
  it('waits for no order of the account, however many of them wait', async () => {
    const held = Promise.withResolvers<undefined>();
    const running = { count: 0 };
    const hangs = async (): Promise<void> => {
      running.count += 1;
      await held.promise;
    };
    const queue = { accountId: account.id };
    const orders = Array.from({ length: 6 }, () =>
      shop.service(Database).transaction(hangs, { queue }),
    );
    await until(() => running.count === 4);
    const key = randomUUID();
    const { json } = await account.api(`${API}/check?orders=[${key}]&uuid=1&seal=1`);
    expect(json).toMatchObject({ status: 'OK', sealed: [key] });
    expect(running.count).toBe(4);
    held.resolve(undefined);
    await Promise.all(orders);
  });
});
