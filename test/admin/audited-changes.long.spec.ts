import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../src/admin/operations/topics.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { entriesAddedBy, expectNoSecret, expectOneChange } from '../support/audit-rows.js';
import { place } from '../support/book-pages.js';
import { TestOperator, type AdminAsk } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { adminRoutes } from './admin-routes.js';

const CATALOG = 'id,category,name,price\n900,Cards,Card,1\n';
const CSV = { body: CATALOG, headers: { 'Content-Type': 'text/csv' } };

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  owner = await TestOperator.of(shop, 'owner');
  account = await shop.account({ balance: '100' });
  await owner.get('POST stocks/uc60/codes', { body: { codes: ['CODE-THAT-IS-SECRET'] } });
});
afterAll(() => shop.close());

type Request = readonly [path: string, ask?: AdminAsk];

const imported = (id: string) =>
  owner.get<{ state: string; difference: { id: string } | null }>(`GET catalog-imports/${id}`);

/** The id of an upload that was compared. */
async function uploaded(): Promise<string> {
  const { id } = await owner.get<{ id: string }>('POST catalog-imports', CSV);
  await until(async () => (await imported(id)).state === 'ready');
  return id;
}

async function order(): Promise<string> {
  const [id] = await place(account, await shop.product({ price: '1' }));
  return id;
}

/** A request of each route that is made by hand, and the action of its entry; the others are operations. */
const BY_HAND: Readonly<Record<string, readonly [action: string, ask: () => Promise<Request>]>> = {
  'POST catalog-imports': ['catalog upload', () => Promise.resolve(['catalog-imports', CSV])],
  'POST catalog-imports/:uuid/apply': [
    'catalog import',
    async () => {
      const id = await uploaded();
      const body = { difference: (await imported(id)).difference?.id };
      return [`catalog-imports/${id}/apply`, { body, key: randomUUID() }];
    },
  ],
  'POST stocks/:name/withdraw': [
    'codes withdraw',
    () => Promise.resolve(['stocks/uc60/withdraw', { body: { count: 5 }, key: randomUUID() }]),
  ],
  'POST orders/accept': [
    'order accept',
    async () => ['orders/accept', { body: { order_ids: [await order()] }, key: randomUUID() }],
  ],
  'POST orders/reject': [
    'order reject',
    async () => {
      const body = { order_ids: [await order()], reason: 'No.' };
      return ['orders/reject', { body, key: randomUUID() }];
    },
  ],
};

/** They only read what is sent. */
const CHANGE_NOTHING = ['POST receipts/check'];

describe('every route that changes something', () => {
  it('is an operation, which test/operations walks, or listed here', () => {
    const changing = adminRoutes(shop).filter((route) => !route.startsWith('GET'));
    const operations = OPERATIONS.map(({ route }) => route);
    const listed = [...operations, ...Object.keys(BY_HAND), ...CHANGE_NOTHING];
    expect(listed.sort()).toEqual(changing.sort());
  });

  it('leaves one entry in the audit, with role, address, request id, before and after', async () => {
    for (const [route, [action, make]] of Object.entries(BY_HAND)) {
      const [path, ask = {}] = await make();
      const requestId = randomUUID();
      const [method = ''] = route.split(' ');
      const headers = { ...ask.headers, 'X-Request-Id': requestId };
      const added = await entriesAddedBy(shop, () =>
        owner.get(`${method} ${path}`, { ...ask, headers }),
      );
      const isNew = route === 'POST catalog-imports';
      expectOneChange(added, { route, action, requestId, isNew });
    }
  });

  it('keeps no secret in it', () => expectNoSecret(shop));
});
