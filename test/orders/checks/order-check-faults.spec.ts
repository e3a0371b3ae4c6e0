import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CatalogPolicies } from '../../../src/catalog/policies/catalog-policies.js';
import { PortFaults } from '../../../src/common/port-faults.js';
import type { OrderCheck } from '../../../src/orders/checks/order-check.js';
import { OrderChecks } from '../../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../../src/orders/checks/order-refused-error.js';
import { policyWith } from '../../support/policies.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
/** What the check does. */
let custom: OrderCheck['check'];

beforeAll(async () => {
  // A shop of its own: its checks concern all orders, and a policy prices all products.
  shop = await startTestShop();
  await shop.db.query('CREATE TABLE acme_spend (order_id text)');
  await shop.db.query('GRANT ALL ON acme_spend TO PUBLIC');
  const port: OrderCheck = {
    name: 'custom',
    concerns: () => true,
    check: (manager, order, caller) => custom(manager, order, caller),
  };
  shop
    .service(OrderChecks)
    .use(
      [{ extension: 'acme', port }],
      [{ extension: 'acme', errors: [{ code: 601, message: 'No.', httpStatus: 409 }] }],
    );
});
afterAll(() => shop.close());

/** Orders with this check. @returns the code of the answer */
async function codeWith(check: OrderCheck['check']): Promise<number | undefined> {
  custom = check;
  const account = await shop.account({ balance: '100' });
  const product = await shop.product();
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  return ((await account.api(path)).json as { code?: number }).code;
}

describe('after the end of its transaction a check', () => {
  it.each<[string, number, number, (manager: EntityManager) => Promise<unknown>]>([
    [
      'of which another part has refused the order',
      ...([601, 0.2] as const),
      (manager) => manager.query('SELECT 1').then(() => Promise.reject(new OrderRefusedError(601))),
    ],
    ['that took too long', 111, 3.2, () => new Promise(() => undefined)],
  ])('%s cannot write', async (_, code, seconds, fail) => {
    const late: Promise<string>[] = [];
    const answered = codeWith(async (manager, { orderId }) => {
      const failing = fail(manager);
      // Is running when the check fails.
      const writing = manager
        .query('SELECT pg_sleep($1)', [seconds])
        .then(() => manager.query('INSERT INTO acme_spend VALUES ($1)', [orderId]));
      late.push(writing.then(() => 'written', String));
      await Promise.all([failing, writing]);
    });
    expect(await answered).toBe(code);
    // In its batch, where a statement of more than a second is canceled, and in a transaction of its own.
    const [inBatch, alone] = await Promise.all(late);
    expect(inBatch).toMatch(/The transaction of this statement has ended|statement timeout/);
    expect(alone).toContain('The transaction of this statement has ended');
    expect(await shop.db.query('SELECT FROM acme_spend')).toEqual([]);
  });

  it('leaves no nested transaction open', async () => {
    // Its backend and its beginning: the server's own tasks have transactions, too.
    let its: unknown[] = [];
    const code = await codeWith(async (manager) => {
      const known = await manager.query<[{ pid: number; start: string }]>(
        'SELECT pg_backend_pid() AS pid, now()::text AS start',
      );
      its = [known[0].pid, known[0].start];
      await manager.queryRunner?.startTransaction();
      throw new OrderRefusedError(601);
    });
    expect(code).toBe(601);
    const open = `SELECT query FROM pg_stat_activity WHERE pid = $1 AND xact_start::text = $2`;
    expect(its).toHaveLength(2);
    expect(await shop.db.query(open, its)).toEqual([]);
  });
});

it.each([
  ['ECONNREFUSED', new Error('connect ECONNREFUSED 10.0.0.1:6379')],
  ['EAGGREGATE', new AggregateError([Object.assign(new Error('no'), { code: 'ETIMEDOUT' })])],
  [undefined, new Error('Connection terminated')],
])(
  'an error of the network (%s) is one fault of the check, and not tried again in a transaction of its own',
  async (code, error) => {
    const note = vi.spyOn(shop.service(PortFaults), 'note').mockClear();
    let runs = 0;
    const check = () => {
      runs++;
      return Promise.reject(Object.assign(error, { code }));
    };
    expect(await codeWith(check)).toBe(111);
    expect(runs).toBe(2);
    expect(note.mock.calls).toMatchObject([[{ extension: 'acme', port: 'custom' }, {}]]);
  },
);

it('a check whose connection breaks is tried again, and is no fault', async () => {
  const note = vi.spyOn(shop.service(PortFaults), 'note').mockClear();
  let runs = 0;
  const code = await codeWith(async (manager) => {
    if (++runs === 1) await manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
  });
  expect(code).toBeUndefined();
  expect(runs).toBe(2);
  expect(note).not.toHaveBeenCalled();
});

it('a price that ends during a check is not charged; the order is tried again with the next one', async () => {
  let runs = 0;
  const port = policyWith<boolean>({
    read: () => Promise.resolve(runs === 0),
    price: (isFirst) => (isFirst ? '2' : '3'),
    goodUntil: (isFirst, time) => (isFirst ? new Date(time.getTime() + 300) : undefined),
  });
  shop.service(CatalogPolicies).use([{ extension: 'acme', port }]);
  custom = async (manager) => {
    if (++runs === 1) await manager.query('SELECT pg_sleep(0.5)');
  };
  const account = await shop.account({ balance: '100' });
  const product = await shop.product();
  await account.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
  shop.service(CatalogPolicies).use([]);
  expect(runs).toBe(2);
  expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '97' });
});
