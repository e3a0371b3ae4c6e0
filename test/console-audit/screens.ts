import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/console-operator.js';
import type { AuditedShop, Person } from './audited-shop.js';
import {
  addAddress,
  adjust,
  askForKey,
  askForNobodys,
  askToRevoke,
  lookEverywhere,
  openCategory,
  openForms,
  openPerson,
  openRow,
  openToken,
  previewLargeChange,
  previewPrices,
  priceWrongly,
  selectOrders,
  selectToReject,
  send,
  signInWrongly,
  tryCosts,
  tryImport,
  tryRelease,
  undoTooLate,
  upload,
} from './screen-steps.js';
import { REACHED_SUPPLIER, STOCK, SUPPLIER } from './audited-supply.js';

/** A screen of the console. */
export interface Screen {
  /** Also the name of its pictures. */
  readonly name: string;
  /** Nobody is signed in for null. */
  readonly as: Person | null;
  readonly path: string | ((shop: AuditedShop) => string);
  /** Of HTTP; 200 if left out. */
  readonly status?: number;
  /** What is done on the page to see the screen; the other screens must look the same afterwards. */
  readonly reach?: (page: Page) => Promise<void>;
}

/** Every screen of the console. A new one is a line here. */
export const SCREENS: readonly Screen[] = [
  { name: 'root', as: null, path: '/' },
  { name: 'sign-in', as: null, path: '/console/sign-in' },
  { name: 'sign-in-refused', as: null, path: '/console/sign-in', reach: signInWrongly },
  { name: 'first-password', as: null, path: ({ links }) => `/console/link/${links.first}` },
  { name: 'invitation', as: null, path: ({ links }) => `/console/link/${links.invited}` },
  { name: 'used-link', as: null, path: '/console/link/used', status: 404 },
  { name: 'second-factor', as: 'without-factor', path: '/console/sign-in/two-factor' },
  { name: 'code', as: 'with-factor', path: '/console/sign-in/code' },
  { name: 'home', as: 'owner', path: '/console' },
  { name: 'search', as: 'owner', path: '/console/search?text=a' },
  { name: 'search-none', as: 'viewer', path: '/console/search?text=nothing' },
  { name: 'found', as: 'owner', path: '/console/orders', reach: lookEverywhere },
  { name: 'person', as: 'owner', path: '/console/orders', reach: openPerson },
  { name: 'home-viewer', as: 'viewer', path: '/console' },
  { name: 'waiting', as: 'owner', path: '/console/waiting' },
  { name: 'waiting-accept', as: 'support', path: '/console/waiting', reach: selectOrders },
  { name: 'waiting-reject', as: 'owner', path: '/console/waiting', reach: selectToReject },
  { name: 'waiting-none', as: 'owner', path: '/console/waiting?product_id=999999' },
  { name: 'orders', as: 'owner', path: '/console/orders' },
  { name: 'order-sheet', as: 'owner', path: '/console/orders', reach: openRow },
  { name: 'orders-choice', as: 'owner', path: '/console/orders?account_id=a', status: 422 },
  { name: 'orders-none', as: 'owner', path: '/console/orders?product_id=999999' },
  { name: 'orders-untraced', as: 'owner', path: '/console/orders?text=nothing' },
  { name: 'orders-wrong', as: 'owner', path: '/console/orders?account_id=x', status: 422 },
  { name: 'order-waiting', as: 'owner', path: ({ orders }) => orderPath(orders.waiting) },
  {
    name: 'order-one-code',
    as: 'owner',
    path: ({ orders }) => orderPath(orders.waiting),
    reach: (page) => send(page, 'accept', { codes: 'CODE-1' }),
  },
  { name: 'order-accepted', as: 'owner', path: ({ orders }) => orderPath(orders.accepted) },
  { name: 'order-rejected', as: 'owner', path: ({ orders }) => orderPath(orders.rejected) },
  { name: 'order-reversed', as: 'finance', path: ({ orders }) => orderPath(orders.reversed) },
  {
    name: 'order-refused',
    as: 'owner',
    path: ({ refusedUuid }) => `/console/orders?text=${refusedUuid}`,
  },
  { name: 'refusals', as: 'owner', path: '/console/refusals' },
  {
    name: 'account-refusals',
    as: 'viewer',
    path: ({ accountId }) => `/console/refusals?account_id=${accountId}`,
  },
  { name: 'order-viewer', as: 'viewer', path: ({ orders }) => orderPath(orders.accepted) },
  { name: 'accounts', as: 'owner', path: '/console/accounts', reach: openForms },
  { name: 'accounts-none', as: 'viewer', path: '/console/accounts?text=nobody' },
  { name: 'accounts-found', as: 'viewer', path: '/console/accounts?text=acme' },
  { name: 'account', as: 'owner', path: accountPath() },
  { name: 'account-viewer', as: 'viewer', path: accountPath() },
  {
    name: 'account-suspend',
    as: 'owner',
    path: accountPath(),
    reach: (page) => send(page, 'suspend'),
  },
  { name: 'account-settings', as: 'owner', path: accountPath('/settings') },
  { name: 'account-statement', as: 'owner', path: accountPath('/statement') },
  { name: 'account-adjust', as: 'owner', path: accountPath('/statement'), reach: adjust },
  {
    name: 'account-adjust-wrong',
    as: 'owner',
    path: accountPath('/statement'),
    reach: (page) => send(page, 'adjustments', { amount: 'x', reason: '-' }),
  },
  { name: 'account-tokens', as: 'owner', path: accountPath('/tokens'), reach: openForms },
  { name: 'account-token', as: 'owner', path: accountPath('/tokens'), reach: openToken },
  { name: 'token-owner', as: 'owner', path: '/console/tokens', reach: askForNobodys },
  { name: 'account-revoke', as: 'owner', path: accountPath('/tokens'), reach: askToRevoke },
  { name: 'account-ips', as: 'owner', path: accountPath('/allowed-ips') },
  { name: 'account-ip-added', as: 'owner', path: accountPath('/allowed-ips'), reach: addAddress },
  { name: 'account-catalog', as: 'owner', path: accountPath('/catalog'), reach: openCategory },
  { name: 'account-product', as: 'viewer', path: accountPath('/catalog/products/1') },
  { name: 'groups', as: 'owner', path: '/console/groups' },
  { name: 'group', as: 'owner', path: '/console/groups/1' },
  { name: 'stocks', as: 'owner', path: '/console/stock' },
  { name: 'stocks-viewer', as: 'viewer', path: '/console/stock' },
  { name: 'stock', as: 'owner', path: stockPath },
  { name: 'stock-release', as: 'owner', path: stockPath, reach: tryRelease },
  { name: 'suppliers', as: 'owner', path: '/console/suppliers' },
  { name: 'supplier', as: 'owner', path: supplierPath },
  { name: 'supplier-import', as: 'owner', path: supplierPath, reach: tryImport },
  { name: 'supplier-catalog', as: 'owner', path: `/console/suppliers/${REACHED_SUPPLIER}/catalog` },
  { name: 'supplier-viewer', as: 'viewer', path: supplierPath },
  { name: 'shop', as: 'owner', path: '/console/shop' },
  { name: 'shop-viewer', as: 'viewer', path: '/console/shop' },
  { name: 'doctor', as: 'owner', path: '/console/shop/doctor', reach: openForms },
  { name: 'extensions', as: 'owner', path: '/console/shop/extensions' },
  { name: 'notifications', as: 'owner', path: '/console/shop/notifications' },
  { name: 'notification', as: 'owner', path: '/console/shop/notifications/night-shift' },
  { name: 'mail-server', as: 'owner', path: '/console/shop/mail-server' },
  { name: 'reports', as: 'owner', path: '/console/reports' },
  {
    name: 'reports-month',
    as: 'owner',
    path: '/console/reports?by=month&from=2026-01-01&to=2026-12-31',
  },
  { name: 'reports-paper', as: 'owner', path: '/console/reports?print=1' },
  { name: 'statement-paper', as: 'owner', path: accountPath('/statement?print=1') },
  { name: 'reports-product', as: 'viewer', path: '/console/reports?by=product' },
  { name: 'reports-wrong', as: 'owner', path: '/console/reports?from=x', status: 422 },
  { name: 'balances', as: 'owner', path: '/console/reports/balances?below=100000' },
  { name: 'unsold', as: 'owner', path: '/console/reports/stock' },
  { name: 'costs', as: 'owner', path: '/console/reports/costs' },
  { name: 'costs-import', as: 'owner', path: '/console/reports/costs', reach: tryCosts },
  { name: 'upkeep', as: 'owner', path: '/console/shop/upkeep' },
  { name: 'secret-key', as: 'owner', path: '/console/shop/upkeep', reach: askForKey },
  { name: 'verification', as: 'owner', path: '/console/shop/upkeep/verification' },
  { name: 'own', as: 'owner', path: '/console/own' },
  {
    name: 'own-factor',
    as: 'owner',
    path: '/console/own',
    reach: (page) => send(page, 'own/two-factor', { present: PASSWORD }),
  },
  { name: 'operators', as: 'owner', path: '/console/operators' },
  { name: 'operator', as: 'owner', path: '/console/operators/viewer' },
  { name: 'operator-tokens', as: 'owner', path: '/console/operator-tokens' },
  { name: 'permissions', as: 'owner', path: '/console/permissions' },
  { name: 'audit', as: 'owner', path: '/console/audit' },
  { name: 'change', as: 'owner', path: '/console/audit/1' },
  { name: 'webhooks', as: 'owner', path: '/console/shop/webhooks' },
  { name: 'webhook', as: 'owner', path: ({ accountId }) => `/console/shop/webhooks/${accountId}` },
  { name: 'catalog', as: 'owner', path: '/console/catalog' },
  { name: 'catalog-found', as: 'owner', path: '/console/catalog?text=g' },
  { name: 'catalog-none', as: 'viewer', path: '/console/catalog?text=nothing' },
  { name: 'catalog-deleted', as: 'viewer', path: '/console/catalog/deleted' },
  { name: 'category', as: 'owner', path: categoryPath, reach: openForms },
  { name: 'category-viewer', as: 'viewer', path: categoryPath },
  { name: 'new-product', as: 'owner', path: (shop) => `${categoryPath(shop)}/products` },
  { name: 'product', as: 'owner', path: productPath, reach: openForms },
  { name: 'product-wrong', as: 'owner', path: productPath, reach: priceWrongly },
  { name: 'not-undone', as: 'owner', path: productPath, reach: undoTooLate },
  { name: 'product-viewer', as: 'viewer', path: productPath },
  { name: 'import', as: 'owner', path: '/console/catalog/imports', reach: upload },
  { name: 'imports', as: 'owner', path: '/console/catalog/imports' },
  { name: 'prices', as: 'owner', path: '/console/prices' },
  { name: 'prices-preview', as: 'owner', path: '/console/prices', reach: previewPrices },
  { name: 'prices-large', as: 'owner', path: '/console/prices', reach: previewLargeChange },
  { name: 'forbidden', as: 'viewer', path: '/console/prices', status: 403 },
  { name: 'unknown', as: 'owner', path: '/console/accounts/999999', status: 404 },
];

function categoryPath({ categoryId }: AuditedShop): string {
  return `/console/catalog/categories/${categoryId}`;
}

function productPath({ productId }: AuditedShop): string {
  return `/console/catalog/products/${productId}`;
}

/** What is shown while a text is typed, below the field. */

/** Over the list where there is room, else as a page. */

/** Up to the difference that a file would make. */

/** Sends a form, up to the page that answers it. @param ending of the address that takes it */

/** Above 50 %, which is asked for once more. */

/** Whoever is nobody delays no operator by it. */

/** Somebody changes the price once more, between a change and its undoing. */

function orderPath(order: string): string {
  return `/console/orders/${order}`;
}

function accountPath(rest = ''): (shop: AuditedShop) => string {
  return ({ accountId }) => `/console/accounts/${accountId}${rest}`;
}

/** A text that is no token of the shop. */

/** Up to the warning that the first address closes all others. */

/** Down to the first products. */

function stockPath(): string {
  return `/console/stock/${encodeURIComponent(STOCK)}`;
}

function supplierPath(): string {
  return `/console/suppliers/${encodeURIComponent(SUPPLIER)}`;
}
