import { randomUUID } from 'node:crypto';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import type { AdminAsk, TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/** What the requests are about. */
interface Place {
  readonly shop: TestShop;
  readonly owner: TestOperator;
  readonly productId: number;
  readonly categoryId: number;
}

type Request = readonly [path: string, ask: AdminAsk];
export type Changes = Readonly<
  Record<string, readonly [action: string, ask: () => Promise<[string, AdminAsk]>]>
>;

const SECRET = 'CODE-THAT-IS-SECRET';
const CATALOG = 'id,category,name,price\n900,Cards,Card,1\n';

const csv: Request = [
  'catalog-imports',
  { body: CATALOG, headers: { 'Content-Type': 'text/csv' } },
];

/** The changes of catalog imports, products, stock, delivery and the shop, with the action of the entry of each. */
export function shopChanges(at: () => Place): Changes {
  const request = (path: string, ask: AdminAsk = {}): [string, AdminAsk] => [path, ask];
  const now = (path: string, body?: unknown) => () =>
    Promise.resolve(request(path, { ...(body !== undefined && { body }) }));
  const imported = (id: string) =>
    at().owner.get<{ state: string; difference: { id: string } | null }>(
      `GET catalog-imports/${id}`,
    );
  /** The id of an upload that was compared. */
  const uploaded = async (): Promise<string> => {
    const { id } = await at().owner.get<{ id: string }>(`POST ${csv[0]}`, csv[1]);
    await until(async () => (await imported(id)).state === 'ready');
    return id;
  };
  const ofUpload =
    (rest = '') =>
    async () =>
      request(`catalog-imports/${await uploaded()}${rest}`);
  return {
    'POST products': [
      'product create',
      () => {
        const body = { category_id: at().categoryId, name: 'Card', price: '1' };
        return Promise.resolve(request('products', { body }));
      },
    ],
    'POST test-products': ['testing add', now('test-products')],
    'DELETE test-products': ['testing remove', now('test-products')],
    'DELETE demo-shop': [
      'demo remove',
      async () => {
        const demo = await at().shop.product();
        await at().shop.db.query('UPDATE products SET demo = true WHERE id = $1', [demo]);
        return request('demo-shop');
      },
    ],
    'POST catalog-imports': ['catalog upload', () => Promise.resolve([...csv])],
    'POST catalog-imports/:uuid/compare': ['catalog compare', ofUpload('/compare')],
    'POST catalog-imports/:uuid/apply': [
      'catalog import',
      async () => {
        const id = await uploaded();
        const body = { difference: (await imported(id)).difference?.id };
        return request(`catalog-imports/${id}/apply`, { body, key: randomUUID() });
      },
    ],
    'DELETE catalog-imports/:uuid': ['catalog discard', ofUpload()],
    'POST stocks/:name/codes': [
      'codes import',
      now('stocks/uc60/codes', { codes: [SECRET], cost: '0.85' }),
    ],
    'PUT stocks/:name/warn-below': ['codes warn', now('stocks/uc60/warn-below', { warn_below: 5 })],
    'POST stocks/:name/withdraw': [
      'codes withdraw',
      () => {
        const ask = { body: { count: 5 }, key: randomUUID() };
        return Promise.resolve(request('stocks/uc60/withdraw', ask));
      },
    ],
    'POST stocks/:name/release': ['codes release', now('stocks/uc60/release', { sold: [SECRET] })],
    'PUT products/:id/delivery': [
      'delivery set',
      async () => {
        const id = await at().shop.product();
        const body = { steps: [{ handler: 'codes', settings: { stock: 'uc60' } }] };
        return request(`products/${id}/delivery`, { body });
      },
    ],
    'POST suppliers': [
      'supplier add',
      () => {
        const body = { name: 'acme', url: at().shop.baseUrl, token: SECRET };
        return Promise.resolve(request('suppliers', { body }));
      },
    ],
    'PATCH suppliers/:name': [
      'supplier set',
      async () => {
        const { token } = await at().shop.account();
        return request('suppliers/acme', { body: { token, timeout_seconds: 20 }, match: '*' });
      },
    ],
    'POST suppliers/:name/check': ['supplier check', now('suppliers/acme/check')],
    'PUT suppliers/:name/sync': ['supplier sync', now('suppliers/acme/sync', { markup: '5' })],
    'POST suppliers/:name/import': ['catalog import', now('suppliers/acme/import', {})],
    'DELETE suppliers/:name': [
      'supplier remove',
      async () => {
        const suppliers = at().shop.service(SupplierService);
        await suppliers.add('gone', 'http://127.0.0.1:9', { token: SECRET });
        return request('suppliers/gone');
      },
    ],
    'POST backups/confirm': [
      'backups confirm',
      async () => {
        await at().shop.db.query(GOOD_BACKUP);
        return request('backups/confirm');
      },
    ],
    'POST maintenance/settle': ['settle', now('maintenance/settle')],
    'PUT request-forms': ['request-forms on', now('request-forms', { on: true })],
    'PUT maintenance': ['maintenance off', now('maintenance', { closed: 'nothing' })],
    'POST failed-events/:id/resend': [
      'extension resend',
      async () => {
        const [{ id } = { id: 0 }] = await at().shop.db.query<{ id: number }>(FAILED);
        return request(`failed-events/${id}/resend`);
      },
    ],
    'POST failed-events/release': ['extension release', now('failed-events/release', {})],
    'DELETE extensions/:name': [
      'extension forget',
      async () => {
        await at().shop.db.query(RECORDED);
        return request('extensions/gone');
      },
    ],
  };
}

const GOOD_BACKUP = `
  UPDATE nightly_backup
  SET good_at = now(), good_file = '/backups/one', good_bytes = 1, good_key = ''`;

const FAILED = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
  VALUES ('gone', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, 'it was down') RETURNING id`;

const RECORDED = `INSERT INTO extensions (name, version, ports) VALUES ('gone', '1', '{}')`;
