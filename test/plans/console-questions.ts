import {
  MOST_OF_TIMELINE,
  bounded,
  middleById,
  middleByTime,
  sum,
  type Question,
} from './question.js';
import { COMMON_PLAYER, RARE_PRODUCT, STOCKS } from './shop-rows.sql.js';

const ORDER = 'ID_0000000000000400';
const REFUSALS = middleByTime('refusals', 'order_refusals', 'at', 'id');
const ORDERS = middleByTime('orders', 'orders', 'created_at', 'order_id');
/** The accounts, products and categories of its rows besides, and the operators, who are read whole. */
const NAMED_PAGE = 700;
/** Orders that a page of two conditions looks at, each with its row. */
const EXAMINED_ORDERS = 1_100;
/** The orders whose products the filter of the queue offers. */
const OFFERED_ORDERS = 500;
/** The same of refusals. */
const EXAMINED_REFUSALS = 4_300;
/** The names of accounts and products besides, and the operators, who are read whole. */
const REFUSAL_PAGE = 700;
/** The orders of its entries besides, and the operators, who are read twice. */
const STATEMENT_PAGE = 700;
/** A thousand entries, read a hundred at a time, each time with the operators. */
const STATEMENT_PAPER = 9_000;
const EXAMINED_ACCOUNTS = 5_000;
/** The categories that a category can be moved into, those above it, and the groups that a rule can be for: at most 200 each. */
const CATEGORY_PAGE = 1_300;
/** The same, and the codes of the stock that delivers it, which are counted up to 1,000. */
const PRODUCT_PAGE = CATEGORY_PAGE + 1_000;
/** What a page of a search of orders looks at, with the newest orders, whose accounts tell how complete it is, and names. */
const SEARCHED_ORDERS = 900;
/** A page of products and one of categories. */
const EXAMINED_ITEMS = 5_000;
/** What the search over everything looks at. */
const EVERYTHING = SEARCHED_ORDERS + EXAMINED_ACCOUNTS + 2 * EXAMINED_ITEMS;
/** The longest period of a report. */
const YEAR_AGO = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, 10);
/** Changes of which a page takes those that fit, each with its cost. */
const EXAMINED_CHANGES = 11_000;
const IMPORT = '00000000-0000-4000-8000-000000000001';

/** Behind `/console`. */
export const CONSOLE_PAGES: readonly Question[] = [
  bounded('/orders', '/orders', { far: ORDERS, most: NAMED_PAGE }),
  bounded('/orders', '/orders?status=reject', { far: ORDERS, most: EXAMINED_ORDERS }),
  bounded('/orders', `/orders?product_id=${RARE_PRODUCT}`, { far: ORDERS, most: EXAMINED_ORDERS }),
  bounded('/orders', `/orders?text=${COMMON_PLAYER}`, { most: SEARCHED_ORDERS }),
  bounded('/orders', '/orders?text=refused-7', { most: SEARCHED_ORDERS }),
  bounded('/orders/:order', `/orders/${ORDER}`, { most: MOST_OF_TIMELINE }),
  bounded('/refusals', '/refusals', { far: REFUSALS, most: REFUSAL_PAGE }),
  bounded('/refusals', '/refusals?account_id=1', { far: REFUSALS, most: REFUSAL_PAGE }),
  bounded('/refusals', '/refusals?account_id=1&code=117', { most: EXAMINED_REFUSALS }),
  bounded('/waiting', '/waiting', { far: ORDERS, most: NAMED_PAGE + OFFERED_ORDERS }),
  bounded('/waiting', '/waiting?account_id=1', {
    far: ORDERS,
    most: EXAMINED_ORDERS + OFFERED_ORDERS,
  }),
  bounded('/waiting', `/waiting?product_id=${RARE_PRODUCT}`, {
    most: EXAMINED_ORDERS + OFFERED_ORDERS,
  }),
  bounded('/waiting/next', '/waiting/next'),
  bounded('/search', `/search?text=${COMMON_PLAYER}`, { most: EVERYTHING }),
  bounded('/search', '/search?text=product', { most: EVERYTHING }),
  bounded('/accounts', '/accounts', { far: middleById('accounts', 'accounts') }),
  bounded('/accounts', '/accounts?text=acme', { most: EXAMINED_ACCOUNTS }),
  bounded('/accounts/:account/settings', '/accounts/1/settings'),
  bounded('/accounts/:account/statement', '/accounts/1/statement', { most: STATEMENT_PAGE }),
  bounded('/accounts/:account/statement', '/accounts/1/statement?print=1', {
    most: STATEMENT_PAPER,
  }),
  bounded('/accounts/:account/tokens', '/accounts/1/tokens'),
  bounded('/accounts/:account/tokens/:token', '/accounts/1/tokens/1'),
  bounded('/accounts/:account/allowed-ips', '/accounts/1/allowed-ips'),
  bounded('/accounts/:account/catalog', '/accounts/2/catalog?category=30'),
  bounded('/accounts/:account/catalog/products/:product', '/accounts/2/catalog/products/9'),
  bounded('/groups', '/groups'),
  bounded('/groups/:group', '/groups/1', { most: CATEGORY_PAGE }),
  bounded('/audit', '/audit', { far: middleByTime('audit', 'audit_entries', 'at', 'id') }),
  bounded('/audit', '/audit?actor=operator:ada&action=account set'),
  bounded('/audit', '/audit?target=product 9'),
  bounded('/audit/:entry', '/audit/1'),
  bounded('/operators', '/operators'),
  bounded('/operators/:name', '/operators/person-1'),
  bounded('/operator-tokens', '/operator-tokens'),
  bounded('/permissions', '/permissions'),
  bounded('/own', '/own'),
  bounded('/catalog', '/catalog'),
  bounded('/catalog', '/catalog?text=product', { most: EXAMINED_ITEMS }),
  bounded('/catalog', '/catalog?text=nothing', { most: EXAMINED_ITEMS }),
  bounded('/catalog/deleted', '/catalog/deleted'),
  bounded('/catalog/categories/:category', '/catalog/categories/30', { most: CATEGORY_PAGE }),
  bounded('/catalog/categories/:category/products', '/catalog/categories/30/products', {
    most: CATEGORY_PAGE,
  }),
  bounded('/catalog/products/:product', '/catalog/products/9', { most: PRODUCT_PAGE }),
  bounded('/catalog/imports', '/catalog/imports'),
  bounded('/catalog/imports/:import', `/catalog/imports/${IMPORT}`),
  bounded('/catalog/imports/:import', `/catalog/imports/${IMPORT}?kind=hidden`, {
    most: EXAMINED_CHANGES,
  }),
  bounded('/prices', '/prices'),
  bounded('/delivery', '/delivery'),
  bounded('/delivery/:product', '/delivery/9'),
  bounded('/suppliers', '/suppliers'),
  bounded('/suppliers/:supplier', '/suppliers/supplier-1'),
  bounded('/shop', '/shop'),
  bounded('/shop/extensions', '/shop/extensions'),
  bounded('/shop/webhooks', '/shop/webhooks'),
  bounded('/shop/webhooks/:id', '/shop/webhooks/1'),
  bounded('/shop/notifications', '/shop/notifications'),
  bounded('/shop/notifications/:recipient', '/shop/notifications/nobody'),
  bounded('/shop/mail-server', '/shop/mail-server'),
  bounded('/shop/upkeep', '/shop/upkeep'),
  bounded('/reports/costs', '/reports/costs', {
    far: middleById('costs', 'products'),
    most: NAMED_PAGE,
  }),
];

/** Behind `/console`: sums, and what is read whole. */
export const CONSOLE_SUMS: readonly Question[] = [
  sum('', ''),
  // What it has sold in 30 days.
  sum('/accounts/:account', '/accounts/1'),
  sum('/reports', '/reports'),
  sum('/reports', `/reports?from=${YEAR_AGO}&by=month`),
  sum('/reports', `/reports?from=${YEAR_AGO}&by=category`),
  sum('/reports/balances', '/reports/balances'),
  sum('/reports/stock', '/reports/stock'),
  sum('/stock', '/stock'),
  sum('/stock/:stock', `/stock/stock-${STOCKS}`),
];

/** Pages that are measured elsewhere, or read nothing of the shop; with the reason. */
export const CONSOLE_LEFT_OUT: Readonly<Record<string, string>> = {
  'GET /catalog/export': 'the whole catalog as a file',
  'GET /live': 'an event stream',
  'GET /color/:file': 'a style sheet, which is made of its address',
  'GET /shop/doctor': 'checks the whole installation',
  'GET /shop/upkeep/verification': 'reads the ledger as a whole, in parts',
  'GET /suppliers/:supplier/catalog': 'asks the supplier',
  'GET /sign-in': 'reads nothing',
  'GET /tokens': 'reads nothing',
  'GET /sign-in/code': 'for somebody who has not signed in yet',
  'GET /sign-in/two-factor': 'for somebody who has not signed in yet',
  'GET /link/:secret': 'for somebody who has not signed in yet',
};
