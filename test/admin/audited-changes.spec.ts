import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { TestOperator, type AdminAsk } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { adminRoutes } from './admin-routes.js';
import { shopChanges } from './shop-changes.js';

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly outcome: string;
  readonly role: string;
  readonly address: string;
  readonly request_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;
let tokenId: number;
let operatorTokenId: number;
let categoryId: number;
let productId: number;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  owner = await TestOperator.of(shop, 'owner');
  account = await shop.account({ balance: '100' });
  const issue = { body: { label: 'bot' } };
  ({ id: tokenId } = await owner.get<{ id: number }>(`POST accounts/${account.id}/tokens`, issue));
  categoryId = await shop.category();
  productId = await shop.product({ categoryId });
  ({ tokenId: operatorTokenId } = await TestOperator.of(shop, 'viewer', { name: 'bob' }));
});
afterAll(() => shop.close());

async function order(): Promise<string> {
  const product = await shop.product({ price: '1' });
  const { json } = await account.api(
    `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=1`,
  );
  return (json as { data: { order_id: string } }).data.order_id;
}

/** A request of each route that changes something, and the action of its entry. A new route fails the spec until it is here. */
const CHANGES: Readonly<
  Record<string, readonly [action: string, ask: () => Promise<[string, AdminAsk]>]>
> = {
  'POST operators': ['operator create', () => plain('operators', { name: 'eve', role: 'viewer' })],
  'PATCH operators/:name': ['operator set', () => edit('operators/bob', { role: 'support' })],
  'POST operators/:name/disable': ['operator disable', () => plain('operators/bob/disable')],
  'POST operators/:name/enable': ['operator enable', () => plain('operators/bob/enable')],
  'POST operators/:name/invite': ['operator invite', () => plain('operators/bob/invite')],
  'POST operators/:name/reset': ['operator reset', () => plain('operators/bob/reset')],
  'POST operators/:name/sign-out': ['operator sign-out', () => plain('operators/bob/sign-out')],
  'POST operator-tokens': [
    'operator token create',
    () => plain('operator-tokens', { operator: 'bob', expires_at: null }),
  ],
  'POST operator-tokens/:id/revoke': [
    'operator token revoke',
    () => plain(`operator-tokens/${operatorTokenId}/revoke`),
  ],
  'POST accounts': ['account create', () => plain('accounts', { name: 'Another' })],
  'PATCH accounts/:id': ['account set', () => edit(of('accounts/:id'), { name: 'Renamed' })],
  'PUT accounts/:id/credit-limit': [
    'account set',
    () => plain(of('accounts/:id/credit-limit'), { credit_limit: '5' }),
  ],
  'POST accounts/:id/suspend': ['account suspend', () => plain(of('accounts/:id/suspend'))],
  'POST accounts/:id/resume': ['account resume', () => plain(of('accounts/:id/resume'))],
  'POST accounts/:id/resume-orders': [
    'account resume-orders',
    () => plain(of('accounts/:id/resume-orders')),
  ],
  'POST groups': ['group create', () => plain('groups', { name: 'Gold' })],
  'POST accounts/:id/tokens': ['token issue', () => plain(of('accounts/:id/tokens'), {})],
  'PATCH tokens/:id': ['token set', () => edit(`tokens/${tokenId}`, { daily_cap: '7' })],
  'POST tokens/:id/revoke': ['token revoke', () => plain(`tokens/${tokenId}/revoke`)],
  'POST accounts/:id/allowed-ips': [
    'ip add',
    () => plain(of('accounts/:id/allowed-ips'), { range: '127.0.0.0/8' }),
  ],
  'DELETE accounts/:id/allowed-ips': [
    'ip remove',
    () => plain(`${of('accounts/:id/allowed-ips')}?range=127.0.0.0/8`),
  ],
  'POST accounts/:id/deposits': [
    'balance deposit',
    () => keyed(of('accounts/:id/deposits'), { amount: '5' }),
  ],
  'POST accounts/:id/adjustments': [
    'balance adjust',
    () => keyed(of('accounts/:id/adjustments'), { amount: '-5', reason: 'Paid twice.' }),
  ],
  'POST categories': ['category create', () => plain('categories', { name: 'Cards' })],
  'PATCH categories/:id': [
    'category rename',
    () => edit(`categories/${categoryId}`, { name: 'Renamed' }),
  ],
  'PATCH products/:id': ['product set', () => edit(`products/${productId}`, { available: false })],
  'PUT products/:id/price': [
    'product set',
    () => plain(`products/${productId}/price`, { price: '2' }),
  ],
  'PUT visibility-rules': [
    'visibility hide',
    () => plain('visibility-rules', { product_id: productId, visible: false }),
  ],
  'DELETE visibility-rules': [
    'visibility clear',
    () => plain(`visibility-rules?product_id=${productId}`),
  ],
  'PUT price-rules': [
    'price set',
    () => plain('price-rules', { account_id: account.id, percentage: '+5' }),
  ],
  'DELETE price-rules': ['price set', () => plain(`price-rules?account_id=${account.id}`)],
  'POST base-prices': [
    'price base',
    () => keyed('base-prices', { product_id: productId, percentage: '+10' }),
  ],
  ...shopChanges(() => ({ shop, owner, productId, categoryId })),
  'POST orders/accept': [
    'order accept',
    async () => keyed('orders/accept', { order_ids: [await order()] }),
  ],
  'POST orders/reject': [
    'order reject',
    async () => keyed('orders/reject', { order_ids: [await order()], reason: 'No.' }),
  ],
  'POST orders/:order/accept': [
    'order accept',
    async () => keyed(`orders/${await order()}/accept`, { codes: ['CODE-THAT-IS-SECRET'] }),
  ],
  'POST orders/:order/reject': [
    'order reject',
    async () => keyed(`orders/${await order()}/reject`, { reason: 'No.' }),
  ],
};

const of = (route: string): string => route.replace(':id', String(account.id));
const plain = (path: string, body?: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { ...(body !== undefined && { body }) }]);
const edit = (path: string, body: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { body, match: '*' }]);
const keyed = (path: string, body: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { body, key: randomUUID() }]);

const entries = (): Promise<Entry[]> =>
  shop.db.query<Entry>('SELECT *, host(address) AS address FROM audit_entries ORDER BY id');

describe('every route that changes something', () => {
  it('is listed here', () => {
    const changing = adminRoutes(shop).filter((route) => !route.startsWith('GET'));
    expect(Object.keys(CHANGES).sort()).toEqual(changing.sort());
  });

  it('leaves one entry in the audit, with role, address, request id, before and after', async () => {
    for (const [route, [action, make]] of Object.entries(CHANGES)) {
      const [path, ask] = await make();
      const before = (await entries()).length;
      const id = randomUUID();
      const [method = ''] = route.split(' ');
      const headers = { ...ask.headers, 'X-Request-Id': id };
      await owner.get(`${method} ${path}`, { ...ask, headers });

      const added = (await entries()).slice(before);
      expect([route, added]).toEqual([route, [expect.anything()]]);
      expect([route, added[0]]).toEqual([
        route,
        expect.objectContaining({
          actor: 'operator:owner',
          action,
          outcome: 'done',
          role: 'owner',
          address: '127.0.0.1',
          request_id: id,
          after: expect.any(Object) as unknown,
        }),
      ]);
      const isNew = method === 'POST' || (method === 'PUT' && path.endsWith('-rules'));
      expect([route, isNew || added[0]?.before]).not.toEqual([route, null]);
    }
  });

  it('keeps no secret in it', async () => {
    const text = JSON.stringify(await entries());
    expect(text).not.toContain('CODE-THAT-IS-SECRET');
    expect(text).not.toMatch(/souk_op_[0-9a-f]/);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('the audit', () => {
  interface Page {
    readonly items: { id: string; at: string; action: string; actor: string; details: object }[];
    readonly next: string | null;
  }

  async function all(query: string, limit = 7): Promise<Page['items']> {
    const items: Page['items'] = [];
    let cursor = '';
    for (;;) {
      const page = await owner.get<Page>(`GET audit?limit=${limit}${query}${cursor}`);
      items.push(...page.items);
      if (page.next === null) return items;
      expect(page.items).toHaveLength(limit);
      cursor = `&cursor=${page.next}`;
    }
  }

  it('is read in pages, newest first, each entry once', async () => {
    const ids = (await entries()).map((entry) => (entry as unknown as { id: string }).id);
    expect((await all('')).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('is searched by action, actor and time', async () => {
    const accepted = await all(`&action=${encodeURIComponent('order accept')}`);
    expect(accepted.map(({ action }) => action)).toEqual(['order accept', 'order accept']);
    expect(await all('&actor=operator:nobody')).toEqual([]);
    const [newest] = accepted;
    const after = await all(`&from=${newest?.at}&action=${encodeURIComponent('order accept')}`);
    expect(after).toEqual([newest]);
    expect(await all(`&to=2020-01-01T00:00:00Z`)).toEqual([]);
  });

  it('is exported as CSV that no spreadsheet evaluates', async () => {
    await owner.get('POST groups', { body: { name: '=HYPERLINK("x")' } });
    const { headers, text } = await owner.ask('GET audit?format=csv');

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength((await entries()).length + 1);
    expect(lines[0]).toMatch(/^id,at,actor,action,details,outcome/);
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  });

  it.each([
    'cursor=x',
    'cursor=',
    'from=yesterday',
    'limit=0',
    'limit=101',
    'limit=1&limit=1',
    'x=1',
  ])('refuses %s', async (query) => {
    expect((await owner.ask(`GET audit?${query}`)).status).toBe(422);
  });

  it('refuses the cursor of another list', async () => {
    const { next } = await owner.get<Page>('GET operators?limit=1');
    expect(next).not.toBeNull();
    expect((await owner.ask(`GET audit?cursor=${next}`)).status).toBe(422);
  });
});
