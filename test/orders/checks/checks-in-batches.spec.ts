import { randomUUID } from 'node:crypto';
import { vi, type MockInstance } from 'vitest';
import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { PortFaults } from '../../../src/common/port-faults.js';
import { Database } from '../../../src/database/database.js';
import type { OrderCheck } from '../../../src/orders/checks/order-check.js';
import { OrderChecks } from '../../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../../src/orders/checks/order-refused-error.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { BatchesWithChecks } from '../../../src/orders/placement/batches-with-checks.js';
import { OrderBatches } from '../../../src/orders/placement/order-batches.js';
import { HttpClient } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { policyWith } from '../../support/policies.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

let shop: TestShop;
let client: HttpClient;
let product: number;
let batches: MockInstance<OrderRepository['placeAtOnce']>;
/** What the check does for the orders of an account; all others pass. */
const checks = new Map<number, OrderCheck['check']>();

beforeAll(async () => {
  // A shop of its own: its check concerns all orders.
  shop = await startTestShop({ DATABASE_POOL_SIZE: '8' });
  client = new HttpClient(shop.baseUrl);
  product = await shop.product({ price: '1' });
  await shop.db.query('CREATE TABLE acme_orders (order_id text)');
  await shop.db.query('GRANT ALL ON acme_orders TO PUBLIC');
  const port: OrderCheck = {
    name: 'custom',
    concerns: () => true,
    check: (manager, order, caller) =>
      checks.get(caller.accountId)?.(manager, order, caller) ?? Promise.resolve(),
  };
  const errors = [{ code: 601, message: 'No.', httpStatus: 409 }] as const;
  shop.service(OrderChecks).use([{ extension: 'acme', port }], [{ extension: 'acme', errors }]);
  batches = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
});
beforeEach(() => {
  batches.mockClear();
  checks.clear();
  const paused = shop.service(BatchesWithChecks) as unknown as { pausedUntilMs: number };
  paused.pausedUntilMs = -Infinity;
});
afterAll(async () => {
  client.close();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

async function accounts(count: number): Promise<TestAccount[]> {
  const row = { balance: '100' };
  const made = await Promise.all(Array.from({ length: count }, () => shop.account(row)));
  // The first use of a token takes longer than later ones.
  await Promise.all(made.map(({ api }) => api('/client/api/profile')));
  return made;
}

async function codeOf({ token }: TestAccount): Promise<number | 'order'> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await client.send(path, { token });
  return (json as { code?: number }).code ?? 'order';
}

/** Private members of OrderBatches. */
interface Line {
  readonly waiting: readonly unknown[];
  readonly slotsWithChecks: { fill(): void };
}

/** Sends an order of each account, so that all are in one batch. @returns the answers, which are awaited by the caller */
async function together(buyers: readonly TestAccount[]): Promise<Promise<number | 'order'>[]> {
  const { slotsWithChecks, ...line } = shop.service(OrderBatches) as unknown as Line;
  const held = vi.spyOn(slotsWithChecks, 'fill').mockReturnValue();
  const sent: Promise<number | 'order'>[] = [];
  const waiting = () => (shop.service(OrderBatches) as unknown as Line).waiting.length;
  expect(line.waiting).toEqual([]);
  for (const [index, buyer] of buyers.entries()) {
    sent.push(codeOf(buyer));
    // In this order.
    await until(() => waiting() > index);
  }
  held.mockRestore();
  slotsWithChecks.fill();
  return sent;
}

/** Orders, and USD that were charged. */
async function bookOf({ id }: TestAccount) {
  const [row] = await shop.db.query<{ orders: number; keys: number; spent: string }>(
    `SELECT (SELECT count(*)::int FROM orders WHERE account_id = $1) AS orders,
            (SELECT count(*)::int FROM order_keys WHERE account_id = $1) AS keys,
            (SELECT 100 - balance FROM accounts WHERE id = $1)::float8 AS spent`,
    [id],
  );
  return row;
}
const ONCE = { orders: 1, keys: 1, spent: 1 };
const NOTHING = { orders: 0, keys: 0, spent: 0 };

const sizes = (): number[] => batches.mock.calls.map(([batch]) => batch.length);

describe('orders with checks that come together', () => {
  it('are placed in one transaction', async () => {
    const buyers = await accounts(6);
    expect(await Promise.all(await together(buyers))).toEqual(buyers.map(() => 'order'));
    expect(sizes()).toEqual([6]);
    const ids = buyers.map(({ id }) => id);
    const written = 'SELECT DISTINCT xmin::text FROM orders WHERE account_id = ANY ($1)';
    expect(await shop.db.query(written, [ids])).toHaveLength(1);
    for (const buyer of buyers) expect(await bookOf(buyer)).toEqual(ONCE);
  });

  it('are in different ones if they are of one account, so that each check sees the orders before it', async () => {
    const [one, other] = (await accounts(2)) as [TestAccount, TestAccount];
    const seen: number[] = [];
    checks.set(one.id, async (manager, { accountId }) => {
      const count = 'SELECT count(*)::int AS count FROM orders WHERE account_id = $1';
      const [row] = await manager.query<[{ count: number }]>(count, [accountId]);
      seen.push(row.count);
    });
    await Promise.all(await together([one, one, other, one]));
    expect(seen).toEqual([1, 2, 3]);
    expect(sizes()).toEqual([2, 1, 1]);
  });
});

describe('an order whose check', () => {
  const refuse = () => Promise.reject(new OrderRefusedError(601));
  it.each<[string, OrderCheck['check'], number]>([
    ['refuses', refuse, 601],
    ['throws', () => Promise.reject(new Error('no')), 111],
    ['sends a wrong statement', (manager) => manager.query('SELECT 1/0'), 111],
    [
      'swallows the error of a statement',
      async (manager) => {
        await manager.query('SELECT 1/0').catch(() => undefined);
      },
      111,
    ],
    // The comment hides it from what looks at statements.
    ['ends the transaction', (manager) => manager.query('/**/ ROLLBACK'), 111],
  ])('%s leaves the batch, and the others are placed once', async (_, check, code) => {
    const buyers = (await accounts(4)) as [TestAccount, TestAccount, TestAccount, TestAccount];
    const note = vi.spyOn(shop.service(PortFaults), 'note').mockClear();
    let runs = 0;
    checks.set(buyers[1].id, (...args) => {
      runs++;
      return check(...args);
    });
    const answers = await Promise.all(await together(buyers));
    expect(answers).toEqual(['order', code, 'order', 'order']);
    expect(sizes()).toEqual([4, 3]);
    for (const [index, buyer] of buyers.entries()) {
      expect(await bookOf(buyer)).toEqual(index === 1 ? NOTHING : ONCE);
    }
    // What it is answered comes from its own transaction alone, and so does the fault.
    expect(runs).toBe(2);
    expect(note).toHaveBeenCalledTimes(code === 111 ? 1 : 0);
  });

  it.each(['COMMIT', '  end', 'SELECT 1; COMMIT AND CHAIN', 'rollback'])(
    'sends %s ends no transaction, and no order of others is placed that their checks refuse',
    async (statement) => {
      const buyers = (await accounts(3)) as [TestAccount, TestAccount, TestAccount];
      checks.set(buyers[0].id, (manager) => manager.query(statement));
      checks.set(buyers[1].id, refuse);
      expect(await Promise.all(await together(buyers))).toEqual([111, 601, 'order']);
      for (const [index, kept] of [NOTHING, NOTHING, ONCE].entries())
        expect(await bookOf(buyers[index]!)).toEqual(kept);
    },
  );

  it('refuses is not put into a batch again at once, nor are two others that are refused with it', async () => {
    const buyers = (await accounts(4)) as [TestAccount, TestAccount, TestAccount, TestAccount];
    for (const { id } of buyers.slice(1)) checks.set(id, refuse);
    const answers = await Promise.all(await together(buyers));
    expect(answers).toEqual(['order', 601, 601, 601]);
    expect(sizes()).toEqual([4, 1]);
    for (const buyer of buyers)
      expect(await codeOf(buyer)).toBe(checks.has(buyer.id) ? 601 : 'order');
    expect(sizes()).toEqual([4, 1, 1]);
  });

  it('hangs keeps no other order from being placed while it hangs', async () => {
    const buyers = (await accounts(3)) as [TestAccount, TestAccount, TestAccount];
    const hanging: PromiseWithResolvers<undefined>[] = [];
    checks.set(buyers[0].id, () => {
      const one = Promise.withResolvers<undefined>();
      hanging.push(one);
      return one.promise;
    });
    const [hangs, ...others] = await together(buyers);
    expect(await Promise.all(others)).toEqual(['order', 'order']);
    expect(sizes()).toEqual([3, 2]);
    // It has more time in its own transaction.
    await until(() => hanging.length === 2);
    hanging[1]?.resolve(undefined);
    expect(await hangs).toBe('order');
    for (const buyer of buyers) expect(await bookOf(buyer)).toEqual(ONCE);
  });

  it('passes now and is refused in the second try lets all go on alone', async () => {
    const buyers = (await accounts(3)) as [TestAccount, TestAccount, TestAccount];
    checks.set(buyers[0].id, refuse);
    let runs = 0;
    checks.set(buyers[1].id, () => (++runs === 2 ? refuse() : Promise.resolve()));
    expect(await Promise.all(await together(buyers))).toEqual([601, 'order', 'order']);
    expect(sizes()).toEqual([3, 2]);
    expect(await bookOf(buyers[1])).toEqual(ONCE);
    expect(await bookOf(buyers[2])).toEqual(ONCE);
  });
});

it('what a check writes is committed with its order, once, and with no other one', async () => {
  const buyers = (await accounts(4)) as [TestAccount, TestAccount, TestAccount, TestAccount];
  const write: OrderCheck['check'] = async (manager, { orderId }) => {
    await manager.query('INSERT INTO acme_orders VALUES ($1)', [orderId]);
  };
  for (const { id } of buyers) checks.set(id, write);
  checks.set(buyers[2].id, async (...args) => {
    await write(...args);
    throw new OrderRefusedError(601);
  });
  await Promise.all(await together(buyers));
  const ids = buyers.map(({ id }) => id);
  const orders = 'SELECT order_id FROM orders WHERE account_id = ANY ($1) ORDER BY 1';
  const placed = await shop.db.query(orders, [ids]);
  expect(placed).toHaveLength(3);
  expect(await shop.db.query('SELECT order_id FROM acme_orders ORDER BY 1')).toEqual(placed);
});

describe('when the connection of a batch breaks', () => {
  const END_ALL = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;

  it('before the commit, its orders are tried again, and placed once', async () => {
    const buyers = (await accounts(3)) as [TestAccount, TestAccount, TestAccount];
    let runs = 0;
    checks.set(buyers[2].id, async () => {
      if (++runs === 1) await shop.db.query(END_ALL);
    });
    expect(await Promise.all(await together(buyers))).toEqual(['order', 'order', 'order']);
    expect(runs).toBe(2);
    for (const buyer of buyers) expect(await bookOf(buyer)).toEqual(ONCE);
  });

  /** Has the answer to the COMMIT of the next transaction lost. @param meanwhile done before the orders are tried again */
  const loseCommit = (meanwhile: () => Promise<unknown>): void => {
    const database = shop.service(Database);
    const transaction = database.transaction.bind(database);
    vi.spyOn(database, 'transaction').mockImplementationOnce(async (...args) => {
      await transaction(...args);
      await meanwhile();
      throw new Error('Connection terminated unexpectedly');
    });
  };

  it('after the commit, they are found also if their account may no longer order', async () => {
    const [buyer] = (await accounts(1)) as [TestAccount];
    loseCommit(() => shop.db.query('DELETE FROM access_tokens WHERE account_id = $1', [buyer.id]));
    expect(await Promise.all(await together([buyer]))).toEqual(['order']);
    expect(await bookOf(buyer)).toEqual(ONCE);
  });

  it('after the commit, they are found, and not placed again', async () => {
    const buyers = (await accounts(3)) as [TestAccount, TestAccount, TestAccount];
    let runs = 0;
    const count = () => {
      runs++;
      return Promise.resolve();
    };
    for (const { id } of buyers) checks.set(id, count);
    loseCommit(() => Promise.resolve());
    expect(await Promise.all(await together(buyers))).toEqual(['order', 'order', 'order']);
    expect(runs).toBe(3);
    for (const buyer of buyers) expect(await bookOf(buyer)).toEqual(ONCE);
  });
});

it('a price that ends while the checks of a batch run is not charged', async () => {
  const buyers = (await accounts(2)) as [TestAccount, TestAccount];
  const checked = new Set<number>();
  const port = policyWith<boolean>({
    read: () => Promise.resolve(checked.size === 0),
    price: (isFirst) => (isFirst ? '2' : '3'),
    goodUntil: (isFirst, time) => (isFirst ? new Date(time.getTime() + 500) : undefined),
  });
  // Of each order, since those of a slow machine may come to be in batches of their own.
  for (const { id } of buyers) {
    checks.set(id, async (manager) => {
      if (checked.has(id)) return;
      checked.add(id);
      await manager.query('SELECT pg_sleep(0.55)');
    });
  }
  shop.service(CatalogPolicies).use([{ extension: 'acme', port }]);
  // So that the catalog is read anew.
  await shop.product();
  await Promise.all(await together(buyers));
  shop.service(CatalogPolicies).use([]);
  for (const buyer of buyers) expect(await bookOf(buyer)).toEqual({ ...ONCE, spent: 3 });
});
