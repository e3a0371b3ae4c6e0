import { randomUUID } from 'node:crypto';
import { vi, type MockInstance } from 'vitest';
import type { EntityManager } from 'typeorm';
import { PortFaults } from '../../../src/common/port-faults.js';
import { Database } from '../../../src/database/database.js';
import { ApiDescription } from '../../../src/integration/api-description.js';
import { CHECK_CASES } from '../../../src/orders/checks/check-cases.js';
import type { OrderCheck } from '../../../src/orders/checks/order-check.js';
import { OrderChecks } from '../../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../../src/orders/checks/order-refused-error.js';
import type { OrderToFulfill } from '../../../src/orders/delivery/fulfillment-handler.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { HttpClient } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

/** Orders that may be placed by an account. */
const LIMIT = 20;
const ERRORS = [
  { code: 601, message: 'The daily limit is reached.', httpStatus: 409 },
  { code: 602, message: 'Not for this player.', httpStatus: 422 },
] as const;

/** What the check named `custom` does. */
let custom: OrderCheck['check'];
let runs: string[];
/** Runs of the limit that overlap, and the most of them. */
let [running, mostAtOnce] = [0, 0];
let concernsOf: (order: OrderToFulfill) => boolean;

/** USD per day, of the ledger; test orders and those of 0 USD, which are not in it, are counted. */
const dailyLimit: OrderCheck = {
  name: 'daily-limit',
  concerns: ({ productName }) => productName.startsWith('limited'),
  check: async (manager, { accountId }, caller) => {
    runs.push(caller.name);
    mostAtOnce = Math.max(mostAtOnce, ++running);
    const [{ spent, free }] = await manager.query<[{ spent: string; free: number }]>(
      `SELECT (SELECT coalesce(-sum(amount), 0) FROM ledger_entries
               WHERE account_id = $1 AND kind = 'debit' AND created_at >= date_trunc('day', now())) AS spent,
              (SELECT count(*)::int FROM orders WHERE account_id = $1 AND (rehearsal OR total = 0)) AS free`,
      [accountId],
    );
    running--;
    if (Number(spent) > LIMIT || free > LIMIT) throw new OrderRefusedError(601);
  },
};
const other: OrderCheck = {
  name: 'custom',
  concerns: (order) => concernsOf(order),
  check: (manager, order, caller) => custom(manager, order, caller),
};

let shop: TestShop;
let client: HttpClient;
let batches: MockInstance<OrderRepository['placeAtOnce']>;

beforeAll(async () => {
  // A shop of its own: it has checks of extensions, and connections for many transactions at once.
  shop = await startTestShop({ DATABASE_POOL_SIZE: '12' });
  client = new HttpClient(shop.baseUrl);
  shop.service(OrderChecks).use(
    [dailyLimit, other].map((port) => ({ extension: 'acme', port })),
    [
      { extension: 'acme', errors: ERRORS },
      { extension: 'other', errors: [{ code: 650, message: 'Of another.', httpStatus: 422 }] },
    ],
  );
  batches = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
});
beforeEach(() => {
  batches.mockClear();
  runs = [];
  [running, mostAtOnce] = [0, 0];
  custom = () => Promise.resolve();
  concernsOf = ({ productName }) => productName === 'custom';
});
afterAll(async () => {
  client.close();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const newOrder = (product: number, uuid: string = randomUUID()) =>
  `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;

/** Sends so many orders at once, each again until it is decided. @returns how often each code was answered. */
async function flood({ token, api }: TestAccount, product: number, count: number) {
  // The server knows what was made for it by then.
  await api('/client/api/profile');
  const codes = new Map<number | 'order', number>();
  const one = async (): Promise<void> => {
    const path = newOrder(product);
    for (;;) {
      const { json } = await client.send(path, { token });
      const { code = 'order' } = json as { code?: number };
      if (code === 111 || code === 429) continue;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      return;
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  return Object.fromEntries(codes) as Partial<Record<number | 'order', number>>;
}

const countOf = async (table: string, { id }: TestAccount): Promise<number> => {
  const rows = await shop.db.query(`SELECT FROM ${table} WHERE account_id = $1`, [id]);
  return rows.length;
};

describe('a limit by a check', () => {
  const stuckTestOrders = async () => ({
    categoryId: await shop.category({ testingOnly: true }),
    fulfillment: [{ handler: 'test', settings: { outcome: 'stuck' } }],
  });

  it('is exact under 64 orders at once', async () => {
    const [account, product] = [
      await shop.account({ balance: '1000' }),
      await shop.product({ name: 'limited' }),
    ];
    expect(await flood(account, product, 64)).toEqual({ order: LIMIT, 601: 64 - LIMIT });
    expect(await countOf('order_keys', account)).toBe(LIMIT);
    expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '980' });
    // A batch has one order of an account, so that each check sees all orders before it.
    const sizes = batches.mock.calls.map(([batch]) => batch.length);
    expect(new Set(sizes)).toEqual(new Set([1]));
  });

  it.each(['test orders', 'orders of 0 USD'])(
    'is exact for %s, which charge nothing',
    async (what) => {
      const account = await shop.account({ balance: '1000', testing: true });
      const product =
        what === 'orders of 0 USD'
          ? await shop.product({ name: 'limited', price: '0' })
          : await shop.product({ name: 'limited', ...(await stuckTestOrders()) });
      expect(await flood(account, product, 64)).toEqual({ order: LIMIT, 601: 64 - LIMIT });
      expect(await countOf('orders', account)).toBe(LIMIT);
      expect(mostAtOnce).toBe(1);
    },
  );

  it('lets orders of one account that it concerns, and others, come to an end beside each other', async () => {
    const account = await shop.account({ balance: '1000' });
    const products = [
      await shop.product({ name: 'limited' }),
      await shop.product({ name: 'limited', price: '0' }),
      await shop.product({ name: 'plain' }),
    ];
    const outcomes = await Promise.all(products.map((product) => flood(account, product, 24)));
    // The charged orders of the plain product count for the limit, too.
    for (const outcome of outcomes) {
      const { 601: refused = 0, order = 0 } = outcome;
      expect([outcome, refused + order]).toEqual([outcome, 24]);
    }
    expect(outcomes[2]).toEqual({ order: 24 });
  });

  it('leaves the orders that it does not concern in their batch', async () => {
    const [account, product] = [
      await shop.account({ balance: '1000' }),
      await shop.product({ name: 'free' }),
    ];
    expect(await flood(account, product, 64)).toEqual({ order: 64 });
    expect(batches.mock.calls.flatMap(([batch]) => batch)).toHaveLength(64);
    expect(runs).toEqual([]);
  });

  it('does not run for a replay', async () => {
    const [account, product] = [
      await shop.account({ balance: '1000' }),
      await shop.product({ name: 'limited' }),
    ];
    const path = newOrder(product);
    const first = await account.api(path);
    expect(runs).toEqual(['Acme']);
    expect((await account.api(path)).text).toBe(first.text);
    expect(runs).toEqual(['Acme']);
  });
});

describe('a refusal', () => {
  const refuse = async (row: Parameters<TestShop['account']>[0], error: unknown) => {
    custom = () => {
      throw error;
    };
    const account = await shop.account({ balance: '100', ...row });
    const product = await shop.product({ name: 'custom' });
    const answer = await account.api(newOrder(product));
    expect(await countOf('order_keys', account)).toBe(0);
    expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '100' });
    return answer;
  };

  it.each([
    [601, undefined, 409, 'The daily limit is reached.'],
    [602, 'Player 7 is blocked', 422, 'Player 7 is blocked'],
  ])(
    'with %s charges nothing, and has its message and status',
    async (code, said, status, message) => {
      const answer = await refuse({}, new OrderRefusedError(code, said));
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ status: 'ERROR', code, message });
    },
  );

  it('follows the error mode of the account', async () => {
    const answer = await refuse({ errorHttpStatus: 'orders-200' }, new OrderRefusedError(601));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status: 'ERROR', code: 601 });
  });

  it('is known by its name, since an extension may have another copy of the class', async () => {
    const error = { name: 'OrderRefusedError', code: 602, message: 'of another copy' };
    expect((await refuse({}, error)).json).toMatchObject({ code: 602, message: 'of another copy' });
  });

  it.each([
    ['a code that is not declared', new OrderRefusedError(603)],
    ['a code of another extension', new OrderRefusedError(650)],
    ['a code of Souk', new OrderRefusedError(109)],
    ['a text as code', { name: 'OrderRefusedError', code: '601' }],
    ['another error', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('with %s is 111, and is logged', async (_, error) => {
    const faults = shop.service(PortFaults);
    // A fault is logged once a minute; each case has its own.
    (faults as unknown as { logged: Map<string, unknown> }).logged.clear();
    const lines = () => shop.logs().join().split('"extension":"acme","port":"custom"').length;
    const before = lines();
    const note = vi.spyOn(faults, 'note').mockClear();
    expect((await refuse({}, error)).json).toMatchObject({ code: 111 });
    expect(note.mock.calls).toMatchObject([[{ extension: 'acme', port: 'custom' }, {}]]);
    expect(lines() - before).toBe(1);
  });
});

describe('a check that does what it must not', () => {
  it.each<[string, (manager: EntityManager) => Promise<void>]>([
    [
      'ends the transaction',
      async (manager) => {
        await manager.query('/**/ ROLLBACK');
      },
    ],
    [
      'swallows the error of its statement',
      async (manager) => {
        await manager.query('SELECT 1/0').catch(() => undefined);
      },
    ],
    ['never ends', () => new Promise(() => undefined)],
  ])('such as one that %s, places nothing', async (_, check) => {
    custom = check;
    const account = await shop.account({ balance: '100' });
    const { json } = await account.api(newOrder(await shop.product({ name: 'custom' })));
    expect(json).toMatchObject({ code: 111 });
    expect(await countOf('orders', account)).toBe(0);
  });

  it.each<[string, () => boolean]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['gives a promise', (() => Promise.reject(new Error('no'))) as unknown as () => boolean],
    ['gives nothing', (() => undefined) as unknown as () => boolean],
  ])('such as a concerns that %s, is 111', async (_, concerns) => {
    concernsOf = concerns;
    const account = await shop.account({ balance: '100' });
    const { json } = await account.api(newOrder(await shop.product({ name: 'plain' })));
    expect(json).toMatchObject({ code: 111 });
    expect(await countOf('order_keys', account)).toBe(0);
  });
});

it('its errors stand in the description of newOrder and in the integration answer', async () => {
  const { json } = await shop.request('/client/api/integration');
  const { errors } = json as { errors: { code: number; meaning: string }[] };
  expect(errors).toEqual(
    expect.arrayContaining(ERRORS.map(({ code, message }) => ({ code, meaning: message }))),
  );
  const { paths } = shop.service(ApiDescription).document;
  const path = paths['/client/api/newOrder/{product_id}/params'];
  for (const operation of [path?.get, path?.post]) {
    expect(operation?.responses['409']).toMatchObject({
      description: expect.stringContaining('601: The daily limit is reached.') as unknown,
    });
  }
  expect(JSON.stringify(paths['/client/api/check'])).not.toContain('601');
});

describe.each(CHECK_CASES)('a check', ({ name, run }) => {
  it(name, async () => {
    custom = (_, { quantity }) =>
      quantity === '7' ? Promise.reject(new OrderRefusedError(602)) : Promise.resolve();
    await run({
      check: other,
      errors: ERRORS,
      passing: { productName: 'custom' },
      refused: { productName: 'custom', quantity: '7' },
      unconcerned: { productName: 'other' },
      inTransaction: (order, caller) =>
        shop
          .service(Database)
          .transaction((manager) => other.check(manager, order, caller), { dryRun: true }),
    });
  });
});
