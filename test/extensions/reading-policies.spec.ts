import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { policyWith } from '../support/policies.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;
let product: number;
/** What the policy of the extension does when it reads. */
let read: (manager: EntityManager) => Promise<unknown>;

beforeAll(async () => {
  // A shop of its own: a policy decides about its whole catalog.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
  product = await shop.product();
  await shop.db.query(`INSERT INTO extensions (name, version, ports) VALUES ('other', '1', '{}')`);
  const port = policyWith({ name: 'greedy', read: (manager) => read(manager) });
  shop.service(CatalogPolicies).use([{ extension: 'acme', port }]);
});
afterAll(() => shop.close());

const codeOf = async (path: string): Promise<unknown> => {
  const { json } = await account.api(`/client/api/${path}`);
  return (json as { code?: number }).code;
};
const order = (): Promise<unknown> =>
  codeOf(`newOrder/${product}/params?order_uuid=${randomUUID()}`);

const faults = (): object[] =>
  shop
    .logs()
    .map((line) => JSON.parse(line) as { port?: string })
    .filter(({ port }) => port === 'greedy');

const WRITE = `DELETE FROM extensions WHERE name = 'other'`;

it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
  ['that writes', (manager) => manager.query(WRITE)],
  ['that hides that it writes', (manager) => manager.query(WRITE).catch(() => ({}))],
  ['that locks rows', (manager) => manager.query('SELECT FROM accounts FOR UPDATE')],
  [
    'that writes within a savepoint',
    (manager) => manager.transaction((inner) => inner.query('UPDATE extensions SET version = 2')),
  ],
])('a policy %s is 111 in lists and orders, logged, and has written nothing', async (_, wrong) => {
  const before = faults().length;
  read = wrong;
  await shop.db.query('UPDATE products SET position = position');
  expect(await codeOf('products')).toBe(111);
  expect(await order()).toBe(111);
  expect(await shop.db.query('SELECT name, version FROM extensions')).toEqual([
    { name: 'other', version: '1' },
  ]);
  expect(faults().length).toBeGreaterThan(before);
  expect(faults().at(-1)).toMatchObject({
    extension: 'acme',
    msg: 'read of a catalog policy throws',
  });
});

it('a policy that only reads lets the order be placed', async () => {
  read = (manager) => manager.query('SELECT count(*) FROM accounts');
  await shop.db.query('UPDATE products SET position = position');
  expect(await order()).toBeUndefined();
});

const noted = `SELECT note FROM accounts WHERE id = $1`;

it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
  ['reads', (manager) => manager.query('SET LOCAL work_mem = 100')],
  ['has failed in a statement', (manager) => manager.query('SELECT nothing')],
  ['has failed otherwise', () => Promise.reject(new Error('no rates'))],
])('the transaction is as it was before a policy that %s', async (_, reads) => {
  read = reads;
  const note = randomUUID();
  const settings = await shop.inTransaction(async (manager) => {
    await manager.query('UPDATE accounts SET note = $2 WHERE id = $1', [account.id, note]);
    const before = await manager.query<object[]>(SETTINGS);
    const reading = shop.service(CatalogPolicies).read(manager, 1, product);
    await reading.catch(() => undefined);
    return [before, await manager.query<object[]>(SETTINGS)];
  });
  expect(settings[1]).toEqual(settings[0]);
  expect(await shop.db.query(noted, [account.id])).toEqual([{ note }]);
});

const SETTINGS = `
  SELECT current_setting('transaction_read_only') AS mode, current_setting('work_mem') AS memory`;
