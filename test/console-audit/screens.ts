import type { Page } from 'playwright-core';
import type { AuditedShop, Person } from './audited-shop.js';

/** A screen of the console. */
export interface Screen {
  /** Also the name of its pictures. */
  readonly name: string;
  /** Nobody is signed in for null. */
  readonly as: Person | null;
  readonly path: string | ((shop: AuditedShop) => string);
  /** Of HTTP; 200 if left out. */
  readonly status?: number;
  /** What is done on the page to see the screen; it must not change the shop. */
  readonly reach?: (page: Page) => Promise<void>;
}

/** Every screen of the console. A new one is a line here. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', as: null, path: '/console/sign-in' },
  { name: 'first-password', as: null, path: ({ links }) => `/console/link/${links.first}` },
  { name: 'invitation', as: null, path: ({ links }) => `/console/link/${links.invited}` },
  { name: 'used-link', as: null, path: '/console/link/used', status: 404 },
  { name: 'second-factor', as: 'without-factor', path: '/console/sign-in/two-factor' },
  { name: 'home', as: 'owner', path: '/console' },
  { name: 'home-viewer', as: 'viewer', path: '/console' },
  { name: 'waiting', as: 'owner', path: '/console/waiting' },
  { name: 'waiting-accept', as: 'support', path: '/console/waiting', reach: selectOrders },
  { name: 'waiting-none', as: 'owner', path: '/console/waiting?account_id=999999' },
  { name: 'orders', as: 'owner', path: '/console/orders' },
  { name: 'orders-none', as: 'owner', path: '/console/orders?account_id=999999' },
  { name: 'orders-wrong', as: 'owner', path: '/console/orders?account_id=x', status: 422 },
  { name: 'order-waiting', as: 'owner', path: ({ orders }) => orderPath(orders.waiting) },
  { name: 'order-accepted', as: 'owner', path: ({ orders }) => orderPath(orders.accepted) },
  { name: 'order-rejected', as: 'owner', path: ({ orders }) => orderPath(orders.rejected) },
  { name: 'order-reversed', as: 'finance', path: ({ orders }) => orderPath(orders.reversed) },
  {
    name: 'order-refused',
    as: 'owner',
    path: ({ refusedUuid }) => orderPath(refusedUuid),
  },
  { name: 'order-viewer', as: 'viewer', path: ({ orders }) => orderPath(orders.accepted) },
  { name: 'catalog', as: 'owner', path: '/console/catalog' },
  { name: 'catalog-deleted', as: 'viewer', path: '/console/catalog/deleted' },
  { name: 'category', as: 'owner', path: categoryPath, reach: openForms },
  { name: 'category-viewer', as: 'viewer', path: categoryPath },
  { name: 'new-product', as: 'owner', path: (shop) => `${categoryPath(shop)}/products` },
  { name: 'product', as: 'owner', path: productPath, reach: openForms },
  { name: 'product-viewer', as: 'viewer', path: productPath },
  { name: 'imports', as: 'owner', path: '/console/catalog/imports' },
  { name: 'prices', as: 'owner', path: '/console/prices' },
  { name: 'prices-preview', as: 'owner', path: '/console/prices', reach: previewPrices },
  { name: 'unknown', as: 'owner', path: '/console/orders/nothing', status: 404 },
];

function categoryPath({ categoryId }: AuditedShop): string {
  return `/console/catalog/categories/${categoryId}`;
}

function productPath({ productId }: AuditedShop): string {
  return `/console/catalog/products/${productId}`;
}

async function openForms(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
}

async function previewPrices(page: Page): Promise<void> {
  await page.locator('[name=target]').selectOption('all');
  await page.locator('[name=percentage]').fill('-10');
  await page.locator('main button').click();
  await page.waitForURL('**/prices/preview');
}

function orderPath(order: string): string {
  return `/console/orders/${order}`;
}

async function selectOrders(page: Page): Promise<void> {
  for (const box of (await page.locator('[name=order_ids]').all()).slice(0, 3)) await box.check();
  await page.locator('[name=decision][value=accept]').click();
  await page.waitForURL('**/waiting/confirm');
}
