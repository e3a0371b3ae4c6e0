import {
  MOST_OF_TIMELINE,
  bounded,
  middleById,
  middleByTime,
  MOST_OF_PAGE,
  sum,
  type Question,
} from './question.js';
import { COMMON_PLAYER, DELETED_PRODUCTS, PRODUCTS, RARE_PRODUCT } from './shop-rows.sql.js';

/** The longest period of a report. */
const YEAR_AGO = `${new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, 10)}T00:00:00Z`;
/** Those of which a page takes what fits, each with its cost. */
const EXAMINED_CHANGES = 11_000;
const IMPORT = '00000000-0000-4000-8000-000000000001';
const ORDER = 'ID_0000000000000400';
const ORDERS = middleByTime('orders', 'orders', 'created_at', 'order_id');
const REFUSALS = middleByTime('refusals', 'order_refusals', 'at', 'id');
const AUDIT = middleByTime('audit', 'audit_entries', 'at', 'id');
const ACCOUNTS = middleById('accounts', 'accounts');
/** Orders and refusals that a page of two conditions looks at, each with its row. */
const EXAMINED_ORDERS = 1_100;
const EXAMINED_REFUSALS = 4_300;
/** Accounts that a page of a search looks at, and the words that they are compared by. */
const EXAMINED_ACCOUNTS = 5_000;
/** What a page of a search of orders looks at, with the newest orders, whose accounts tell how complete it is. */
const SEARCHED_ORDERS = 800;
/** Products that a page of a search looks at, and the words that they are compared by. */
const EXAMINED_PRODUCTS = 5_000;
/** Products that a page of unknown costs looks at, each with its cost. */
const EXAMINED_COSTS = 2 * 5_000 + MOST_OF_PAGE;

/** Behind `/admin/api/v1/`. */
export const ADMIN_LISTS: readonly Question[] = [
  bounded('orders', 'orders', { far: ORDERS }),
  bounded('orders', 'orders?status=wait', { far: ORDERS }),
  bounded('orders', 'orders?status=wait&sort=oldest', { far: ORDERS }),
  bounded('orders', 'orders?sort=oldest&account_id=1', { far: ORDERS }),
  bounded('orders', 'orders?status=reject', { far: ORDERS, most: EXAMINED_ORDERS }),
  bounded('orders', 'orders?account_id=1', { far: ORDERS }),
  bounded('orders', 'orders?account_id=2&status=wait', { most: EXAMINED_ORDERS }),
  bounded('orders', `orders?product_id=${RARE_PRODUCT}`, { far: ORDERS, most: EXAMINED_ORDERS }),
  bounded('orders', 'orders?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z'),
  bounded('order-search', `order-search?text=${COMMON_PLAYER}`, {
    far: middleByTime('found orders', 'orders', 'created_at', 'order_id'),
    most: SEARCHED_ORDERS,
  }),
  bounded('order-search', `order-search?text=${COMMON_PLAYER}&account_id=2`),
  bounded('order-search', `order-search?text=${ORDER}`, { most: SEARCHED_ORDERS }),
  bounded('order-search', 'order-search?text=00000000-0000-4000-8000-000000001024', {
    most: SEARCHED_ORDERS,
  }),
  bounded('order-search', 'order-search?text=refused-7', { most: SEARCHED_ORDERS }),
  bounded('order-search', 'order-search?text=12345', { most: SEARCHED_ORDERS }),
  bounded('order-search', 'order-search?text=no such text', { most: SEARCHED_ORDERS }),
  bounded('erasures', 'erasures'),
  bounded('refusals', 'refusals', { far: REFUSALS }),
  bounded('refusals', 'refusals?account_id=1', { far: REFUSALS }),
  bounded('refusals', 'refusals?order_uuid=refused-7'),
  bounded('refusals', 'refusals?product_id=8', { far: REFUSALS }),
  bounded('refusals', 'refusals?code=117', { far: REFUSALS }),
  bounded('refusals', 'refusals?account_id=1&code=117', { far: REFUSALS, most: EXAMINED_REFUSALS }),
  bounded('audit', 'audit', { far: AUDIT }),
  bounded('audit', 'audit?actor=operator:ada', { far: AUDIT }),
  bounded('audit', 'audit?action=account set', { far: AUDIT }),
  bounded('audit', 'audit?actor=operator:ada&action=account set', { far: AUDIT }),
  bounded('audit', 'audit?target=account 1', { far: AUDIT }),
  bounded('audit', 'audit?target=product 9', { far: AUDIT }),
  bounded('audit/:id/items', 'audit/1/items'),
  bounded('audit', 'audit?actor=operator:dana&action=order accept', { far: AUDIT }),
  bounded('accounts', 'accounts', { far: ACCOUNTS }),
  bounded('accounts', 'accounts?group_id=7', { far: ACCOUNTS }),
  bounded('accounts', 'accounts?text=acme', { most: EXAMINED_ACCOUNTS }),
  bounded('accounts', 'accounts?text=acme games 4000', { most: EXAMINED_ACCOUNTS }),
  bounded('accounts', 'accounts?text=ops4321@shop21.example', { most: EXAMINED_ACCOUNTS }),
  bounded('accounts', 'accounts?text=example&group_id=7', { most: EXAMINED_ACCOUNTS }),
  bounded('accounts', 'accounts?text=nobody', { most: EXAMINED_ACCOUNTS }),
  bounded('groups', 'groups', { far: middleById('groups', 'account_groups') }),
  bounded('accounts/:id/ledger', 'accounts/1/ledger', {
    far: { list: 'ledger of 1', key: "SELECT ARRAY['5000'] AS key" },
  }),
  bounded('accounts/:id/ledger', 'accounts/1/ledger?from=2000-01-01T00:00:00Z', {
    far: { list: 'ledger of 1 by time', key: "SELECT ARRAY['5000'] AS key" },
  }),
  bounded('accounts/:id/tokens', 'accounts/1/tokens', {
    far: middleById('tokens of 1', 'access_tokens'),
  }),
  bounded('accounts/:id/allowed-ips', 'accounts/1/allowed-ips'),
  bounded('webhook-failures', 'webhook-failures', {
    far: middleByTime('webhook failures', 'webhook_failures', 'last_failed_at', 'message_id'),
  }),
  bounded('webhook-failures', 'webhook-failures?account_id=2'),
  bounded('failed-events', 'failed-events'),
  bounded('failed-events', 'failed-events?extension=extension-9'),
  bounded('operators', 'operators', {
    far: { list: 'operators', key: "SELECT ARRAY['person-150'] AS key" },
  }),
  bounded('operator-tokens', 'operator-tokens', {
    far: middleById('operator-tokens', 'operator_tokens'),
  }),
  bounded('categories', 'categories', { far: middleById('categories', 'categories') }),
  bounded('products', 'products', { far: middleById('products', 'products') }),
  bounded('products', 'products?category_id=30', { far: middleById('products', 'products') }),
  bounded('products', 'products?deleted=true'),
  bounded('products', 'products?text=product', {
    far: {
      list: 'found products',
      key: "SELECT ARRAY['product', 'product', (max(id) / 2)::text] AS key FROM products",
    },
    most: EXAMINED_PRODUCTS,
  }),
  bounded('products', 'products?text=19000 product', { most: EXAMINED_PRODUCTS }),
  bounded('products', 'products?text=product&category_id=30', { most: EXAMINED_PRODUCTS }),
  bounded('products', 'products?text=product&deleted=true', { most: EXAMINED_PRODUCTS }),
  bounded('products', 'products?text=nothing', { most: EXAMINED_PRODUCTS }),
  bounded('categories', 'categories?text=cat', { most: EXAMINED_PRODUCTS }),
  bounded('visibility-rules', 'visibility-rules', {
    far: middleById('visibility-rules', 'visibility_rules'),
  }),
  bounded('price-rules', 'price-rules', { far: middleById('price-rules', 'price_rules') }),
  bounded('costs', 'costs', { far: middleById('costs', 'products') }),
  bounded('costs', 'costs?unknown=true', {
    far: middleById('costs', 'products'),
    most: EXAMINED_COSTS,
  }),
  bounded('catalog-imports', 'catalog-imports'),
  bounded('catalog-imports/:uuid/changes', `catalog-imports/${IMPORT}/changes`),
  bounded('catalog-imports/:uuid/changes', `catalog-imports/${IMPORT}/changes?kind=hidden`, {
    most: EXAMINED_CHANGES,
  }),
  bounded('accounts/:id/catalog', 'accounts/2/catalog?category_id=30'),
  bounded('suppliers', 'suppliers'),
  bounded('notifications', 'notifications'),
  bounded('extensions', 'extensions'),
  bounded('delivery-handlers', 'delivery-handlers'),
];

/** Behind `/admin/api/v1/`: one thing each. */
export const ADMIN_SINGLES: readonly Question[] = [
  bounded('orders/:order', `orders/${ORDER}`),
  bounded('orders/:order/timeline', `orders/${ORDER}/timeline`, { most: MOST_OF_TIMELINE }),
  bounded('orders/:order/purchase', `orders/${ORDER}/purchase`),
  bounded('audit/:id', 'audit/1'),
  bounded('accounts/:id', 'accounts/1'),
  bounded('accounts/:id/balance', 'accounts/1/balance'),
  bounded('accounts/:id/webhook', 'accounts/1/webhook'),
  bounded('accounts/:id/catalog/products/:product', 'accounts/2/catalog/products/9'),
  bounded('tokens/:id', 'tokens/1'),
  bounded('categories/:id', 'categories/30'),
  bounded('products/:id', 'products/9'),
  bounded('products/:id/delivery', 'products/9/delivery'),
  bounded('catalog-imports/:uuid', `catalog-imports/${IMPORT}`),
  bounded('suppliers/:name', 'suppliers/supplier-1'),
  bounded('operators/:name', 'operators/person-1'),
  bounded('notifications/:name', 'notifications/nobody'),
  bounded('mail-server', 'mail-server'),
  bounded('maintenance', 'maintenance'),
  bounded('catalog-settings', 'catalog-settings'),
  bounded('branding', 'branding'),
  bounded('conventions', 'conventions'),
  bounded('request-forms', 'request-forms'),
  bounded('me', 'me'),
];

/** Behind `/admin/api/v1/`: sums, and what is read whole. */
export const ADMIN_SUMS: readonly Question[] = [
  ...['day', 'week', 'product', 'category', 'account', 'supplier'].map((by) =>
    sum('reports/sales', `reports/sales?by=${by}&from=${YEAR_AGO}`),
  ),
  sum('reports/balances', 'reports/balances?below=100'),
  sum('reports/stock', 'reports/stock'),
  sum('stocks', 'stocks'),
];

/** Routes that are measured elsewhere, with the reason. */
export const ADMIN_LEFT_OUT: Readonly<Record<string, string>> = {
  'GET catalog-export': `the whole catalog as a file, here ${PRODUCTS - DELETED_PRODUCTS} products`,
  'GET doctor': 'checks the whole installation',
  'GET suppliers/:name/catalog': 'asks the supplier',
  'GET ledger/verification': 'reads the ledger as a whole, in parts',
};
