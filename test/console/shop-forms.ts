import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import type { TestShop } from '../support/test-shop.js';
import { sentForm, type SentForms } from './sent-form.js';

/** What the forms are about. */
interface Place {
  readonly shop: TestShop;
  readonly accountId: number;
  readonly categoryId: number;
  readonly productId: number;
  /** The page of an upload that was compared. */
  readonly uploaded: () => Promise<string>;
  readonly mailPort: number;
}

/** The forms of the catalog, of what delivers it, and of the shop. */
export function shopForms(at: () => Place): SentForms {
  const category = (part = ''): string => `catalog/categories/${at().categoryId}${part}`;
  const product = (): string => `catalog/products/${at().productId}`;
  const added = async (statement: string): Promise<string> => {
    const [row] = await at().shop.db.query<{ name: string }>(statement);
    return row?.name ?? '';
  };
  const codes = { codes: 'A-THAT-IS-SECRET', cost: '0.85' };
  return {
    'POST catalog/categories': () =>
      sentForm('category create', 'catalog', 'catalog/categories', { name: 'Cards' }),
    'POST catalog/categories/:category/rename': () =>
      sentForm('category rename', category(), 'rename', { name: 'Renamed' }),
    'POST catalog/categories/:category/move': async () => {
      const parent = await at().shop.category();
      return sentForm('category move', category(), 'move', { parent_id: String(parent) });
    },
    'POST catalog/categories/:category/products': () =>
      sentForm('product create', category('/products'), 'products', { name: 'Card', price: '1' }),
    'POST catalog/products/:product/facts': () =>
      sentForm('product set', product(), 'facts', { name: 'Renamed' }),
    'POST catalog/products/:product/quantities': () =>
      sentForm('product set', product(), 'quantities', {
        ...{ product_type: 'amount', min: '1', max: '5' },
      }),
    'POST catalog/products/:product/fields': () =>
      sentForm('product set', product(), 'fields', { field_0_name: 'playerId' }),
    'POST catalog/products/:product/availability': () =>
      sentForm('product set', product(), 'availability', { available: 'false' }),
    'POST catalog/products/:product/deletion': () =>
      sentForm('product set', product(), 'deletion', { deleted: 'false' }),
    'POST catalog/products/:product/price': () =>
      sentForm('product set', product(), 'price', { price: '2' }),
    'POST catalog/products/:product/cost': () =>
      sentForm('cost set', product(), 'cost', { cost: '0.5' }),
    'POST catalog/rules/visibility': () =>
      sentForm('visibility hide', product(), 'rules/visibility', {
        ...{ for_whom: 'everyone', visible: 'false' },
      }),
    'POST catalog/rules/visibility/clear': () =>
      sentForm('visibility clear', product(), 'visibility/clear'),
    'POST catalog/rules/prices': () =>
      sentForm('price set', product(), 'rules/prices', {
        ...{ for_whom: 'account', account_id: String(at().accountId), percentage: '+5' },
      }),
    'POST catalog/rules/prices/clear': () => sentForm('price set', product(), 'prices/clear'),
    'POST catalog/imports/:import/compare': async () =>
      sentForm('catalog compare', await at().uploaded(), 'compare'),
    'POST catalog/imports/:import/apply': async () =>
      sentForm('catalog import', await at().uploaded(), 'apply'),
    'POST catalog/imports/:import/discard': async () =>
      sentForm('catalog discard', await at().uploaded(), 'discard'),
    'POST stock': () => sentForm('codes import', 'stock', 'stock', { name: 'uc60', ...codes }),
    'POST stock/:stock/codes': () =>
      sentForm('codes import', 'stock/uc60', 'codes', { codes: 'B-THAT-IS-SECRET' }),
    'POST stock/:stock/warn-below': () =>
      sentForm('codes warn', 'stock/uc60', 'warn-below', { warn_below: '5' }),
    'POST stock/:stock/withdraw': () =>
      sentForm('codes withdraw', 'stock/uc60', 'withdraw', { count: '1' }),
    'POST stock/:stock/release': async () => {
      await at().shop.db.query('UPDATE code_stocks SET held_through = 999');
      return sentForm('codes release', 'stock/uc60', 'release', { sold: codes.codes });
    },
    'POST catalog/products/:product/delivery': () =>
      sentForm('delivery set', product(), 'delivery', { by_0: 'stock:uc60' }),
    'POST suppliers': async () => {
      const { token } = await at().shop.account();
      return sentForm('supplier add', 'suppliers', 'suppliers', {
        ...{ name: 'acme', url: at().shop.baseUrl, token },
      });
    },
    'POST suppliers/:supplier/settings': () =>
      sentForm('supplier set', 'suppliers/acme', 'settings', { timeout_seconds: '20' }),
    'POST suppliers/:supplier/check': () => sentForm('supplier check', 'suppliers/acme', 'check'),
    'POST suppliers/:supplier/sync': () =>
      sentForm('supplier sync', 'suppliers/acme', 'sync', { markup: '5' }),
    'POST suppliers/:supplier/import': () => sentForm('catalog import', 'suppliers/acme', 'import'),
    'POST suppliers/:supplier/remove': async () => {
      const suppliers = at().shop.service(SupplierService);
      await suppliers.add('gone', 'http://127.0.0.1:9', { token: 'A-THAT-IS-SECRET' });
      return sentForm('supplier remove', 'suppliers/gone', 'remove');
    },
    'POST reports/costs': () =>
      sentForm('cost set', 'reports/costs', 'costs', {
        product_id: String(at().productId),
        cost: '1',
      }),
    'POST reports/costs/import': () =>
      sentForm('cost import', 'reports/costs', 'costs/import', {
        csv: `id,cost\n${at().productId},2`,
      }),
    'POST shop/upkeep/test-products': () =>
      sentForm('testing add', 'shop/upkeep', 'upkeep/test-products'),
    'POST shop/upkeep/test-products/remove': () =>
      sentForm('testing remove', 'shop/upkeep', 'test-products/remove'),
    'POST shop/upkeep/demo-shop/remove': async () => {
      const demo = await at().shop.product();
      await at().shop.db.query('UPDATE products SET demo = true WHERE id = $1', [demo]);
      return sentForm('demo remove', 'shop/upkeep', 'demo-shop/remove');
    },
    'POST shop/upkeep/backups/confirm': async () => {
      await added(GOOD_BACKUP);
      return sentForm('backups confirm', 'shop/upkeep', 'backups/confirm');
    },
    'POST shop/upkeep/request-forms': () =>
      sentForm('request-forms off', 'shop/upkeep', 'request-forms', { forms: 'off' }),
    'POST shop/maintenance': () =>
      sentForm('maintenance off', 'shop', 'maintenance', { closed: 'nothing' }),
    'POST shop/extensions/failed-events/:event/resend': async () => {
      await added(FAILED);
      return sentForm('extension resend', 'shop/extensions', 'resend');
    },
    'POST shop/extensions/failed-events/release': () =>
      sentForm('extension release', 'shop/extensions', 'release'),
    'POST shop/extensions/:extension/forget': async () => {
      await added(RECORDED);
      return sentForm('extension forget', 'shop/extensions', 'gone/forget');
    },
    'POST shop/mail-server': () =>
      sentForm('notify mail-server set', 'shop/mail-server', 'mail-server', {
        ...{ host: '127.0.0.1', port: String(at().mailPort), security: 'none' },
        from: 'souk@shop.example',
      }),
    'POST shop/notifications': () =>
      sentForm('notify set', 'shop/notifications', 'notifications', {
        ...{ name: 'ops', kind: 'email', address: 'a@b.example', topics: [] },
      }),
    'POST shop/notifications/:recipient/change': () =>
      sentForm('notify set', 'shop/notifications/ops', 'change', { topics: [] }),
    'POST shop/notifications/:recipient/test': () =>
      sentForm('notify test', 'shop/notifications/ops', 'test'),
    'POST shop/notifications/:recipient/remove': () =>
      sentForm('notify remove', 'shop/notifications/ops', 'remove'),
    'POST shop/mail-server/remove': () =>
      sentForm('notify mail-server remove', 'shop/mail-server', 'remove'),
  };
}

const GOOD_BACKUP = `
  UPDATE nightly_backup
  SET good_at = now(), good_file = '/backups/one', good_bytes = 1, good_key = ''
  RETURNING good_file AS name`;

const FAILED = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
  VALUES ('gone', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, 'it was down')
  RETURNING id AS name`;

const RECORDED = `INSERT INTO extensions (name, version, ports) VALUES ('gone', '1', '{}') RETURNING name`;
