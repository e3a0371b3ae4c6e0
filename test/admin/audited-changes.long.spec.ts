import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { MailServers } from '../../src/notifications/mail/mail-server.service.js';
import { recipient } from '../notifications/notifying.js';
import { entriesAddedBy, expectNoSecret, expectOneChange } from '../support/audit-rows.js';
import { BuyingShop, type BoughtOrder } from '../support/buying-shop.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { TestOperator, type AdminAsk } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { adminRoutes } from './admin-routes.js';
import { shopChanges } from './shop-changes.js';

let shop: TestShop;
let receiver: WebhookReceiver;
let owner: TestOperator;
let account: TestAccount;
let tokenId: number;
let operatorTokenId: number;
let categoryId: number;
let productId: number;
let mails: MailReceiver;
let buying: BuyingShop;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
  mails = await MailReceiver.start();
  buying = await BuyingShop.in(shop);
  owner = await TestOperator.of(shop, 'owner');
  account = await shop.account({ balance: '100' });
  const issue = { body: { label: 'bot' } };
  ({ id: tokenId } = await owner.get<{ id: number }>(`POST accounts/${account.id}/tokens`, issue));
  categoryId = await shop.category();
  productId = await shop.product({ categoryId });
  ({ tokenId: operatorTokenId } = await TestOperator.of(shop, 'viewer', { name: 'bob' }));
  const server = { host: '127.0.0.1', port: mails.port, security: 'none' } as const;
  await shop.service(MailServers).set({ ...server, sender: 'souk@shop.example' });
  await recipient(shop, { name: 'ops', topics: [] });
});
afterAll(async () => {
  await shop.close();
  await mails.close();
  await buying.close();
  await receiver.close();
});

async function order(): Promise<string> {
  const product = await shop.product({ price: '1' });
  const { json } = await account.api(
    `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=1`,
  );
  return (json as { data: { order_id: string } }).data.order_id;
}

/** For ten minutes after the shop was settled, nothing is bought. */
async function forgotten(): Promise<BoughtOrder> {
  await shop.db.query(`UPDATE restores SET restored_at = restored_at - interval '11 minutes'`);
  return buying.forgotten();
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
  'PUT accounts/:id/webhook': [
    'webhook set',
    () => plain(of('accounts/:id/webhook'), { url: receiver.url('/told') }),
  ],
  'POST accounts/:id/webhook/rotate-secret': [
    'webhook rotate-secret',
    () => plain(of('accounts/:id/webhook/rotate-secret')),
  ],
  'POST accounts/:id/webhook/test': ['webhook test', () => plain(of('accounts/:id/webhook/test'))],
  'DELETE accounts/:id/webhook': ['webhook off', () => plain(of('accounts/:id/webhook'))],
  'POST webhook-messages/release': ['webhook release', () => plain('webhook-messages/release', {})],
  'POST groups': ['group create', () => plain('groups', { name: 'Gold' })],
  'PATCH groups/:id': ['group rename', () => plain('groups/1', { name: 'Silver' })],
  'DELETE groups/:id': ['group delete', () => plain('groups/1')],
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
  'PUT products/:id/cost': ['cost set', () => plain(`products/${productId}/cost`, { cost: '1' })],
  'POST costs/import': [
    'cost import',
    () => plain('costs/import', { csv: `id,cost\n${productId},2` }),
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
  'POST orders/:order/ask-again': [
    'order ask-again',
    async () => plain(`orders/${(await forgotten()).id}/ask-again`),
  ],
  'POST orders/:order/buy-again': [
    'order buy-again',
    async () => {
      const { id, key } = await forgotten();
      return keyed(`orders/${id}/buy-again`, { instead_of: key });
    },
  ],
  'POST orders/:order/reversals': [
    'order reverse',
    async () => keyed(`orders/${await acceptedOrder()}/reversals`, { all: true, reason: 'No.' }),
  ],
  'POST notifications': [
    'notify set',
    () =>
      plain('notifications', { name: 'new', kind: 'email', address: 'a@b.example', topics: [] }),
  ],
  'PATCH notifications/:name': ['notify set', () => edit('notifications/new', { topics: [] })],
  'POST notifications/:name/test': ['notify test', () => plain('notifications/ops/test')],
  'DELETE notifications/:name': ['notify remove', () => plain('notifications/new')],
  'PUT mail-server': [
    'notify mail-server set',
    () =>
      edit('mail-server', {
        host: '127.0.0.1',
        port: mails.port,
        security: 'none',
        from: 'souk@shop.example',
        username: 'souk',
        password: 'PASSWORD-THAT-IS-SECRET',
      }),
  ],
  'DELETE mail-server': ['notify mail-server remove', () => plain('mail-server')],
};

/** What makes or sends something, so that there was nothing before. */
const MAKES = [
  ...['POST operators', 'POST operator-tokens', 'POST accounts', 'POST accounts/:id/tokens'],
  ...['PUT accounts/:id/webhook', 'POST accounts/:id/webhook/test', 'POST groups'],
  ...['POST categories', 'POST products', 'POST test-products', 'POST catalog-imports'],
  ...['PUT visibility-rules', 'PUT price-rules', 'POST stocks/:name/codes', 'POST suppliers'],
  ...['POST notifications', 'POST notifications/:name/test'],
];

async function acceptedOrder(): Promise<string> {
  const id = await order();
  await shop.service(OrderCloseService).accept(id, { actor: 'test' });
  return id;
}

const of = (route: string): string => route.replace(':id', String(account.id));
const plain = (path: string, body?: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { ...(body !== undefined && { body }) }]);
const edit = (path: string, body: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { body, match: '*' }]);
const keyed = (path: string, body: unknown) =>
  Promise.resolve<[string, AdminAsk]>([path, { body, key: randomUUID() }]);

describe('every route that changes something', () => {
  it('is listed here', () => {
    const changing = adminRoutes(shop).filter((route) => !route.startsWith('GET'));
    expect(Object.keys(CHANGES).sort()).toEqual(changing.sort());
  });

  it('leaves one entry in the audit, with role, address, request id, before and after', async () => {
    for (const [route, [action, make]] of Object.entries(CHANGES)) {
      const [path, ask] = await make();
      const requestId = randomUUID();
      const [method = ''] = route.split(' ');
      const headers = { ...ask.headers, 'X-Request-Id': requestId };
      const added = await entriesAddedBy(shop, () =>
        owner.get(`${method} ${path}`, { ...ask, headers }),
      );
      const isNew = MAKES.includes(route);
      expectOneChange(added, { route, action, requestId, isNew });
    }
  });

  it('keeps no secret in it', () => expectNoSecret(shop));
});
