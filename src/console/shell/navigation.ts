import type { IconName } from '../../pages/icon.js';
import type { Permission } from '../../people/permissions/permissions.js';

/** A part of the console. In the menu its name is that of its phrase. */
export interface Part {
  readonly name: string;
  /** Its first page, below the home page. */
  readonly page: string;
  /** Who has it sees the part; null for everybody. */
  readonly permission: Permission | null;
  readonly icon: IconName;
}

/** The parts of the console, in the order of the navigation. */
export const PART_GROUPS = [
  {
    name: 'sales',
    parts: [
      { name: 'today', page: '', permission: null, icon: 'sun' },
      { name: 'waiting', page: 'waiting', permission: 'orders.read', icon: 'hourglass' },
      { name: 'orders', page: 'orders', permission: 'orders.read', icon: 'receipt-text' },
      { name: 'reports', page: 'reports', permission: 'reports.read', icon: 'chart-column' },
    ],
  },
  {
    name: 'resellers',
    parts: [
      { name: 'accounts', page: 'accounts', permission: 'accounts.read', icon: 'users' },
      { name: 'groups', page: 'groups', permission: 'accounts.read', icon: 'users-round' },
    ],
  },
  {
    name: 'goods',
    parts: [
      { name: 'catalog', page: 'catalog', permission: 'catalog.read', icon: 'layout-grid' },
      { name: 'prices', page: 'prices', permission: 'prices.edit', icon: 'percent' },
      { name: 'stock', page: 'stock', permission: 'stock.read', icon: 'key-round' },
      { name: 'suppliers', page: 'suppliers', permission: 'suppliers.read', icon: 'truck' },
    ],
  },
  {
    name: 'administration',
    parts: [
      { name: 'audit', page: 'audit', permission: 'audit.read', icon: 'history' },
      { name: 'operators', page: 'operators', permission: 'operators.read', icon: 'user-cog' },
      { name: 'shop', page: 'shop', permission: 'maintenance.read', icon: 'store' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly parts: readonly Part[] }[];

/** The page of an extension, under its name. */
export interface ExtensionPart {
  readonly name: string;
  readonly page: string;
  /** Who has one of them sees it. */
  readonly permissions: readonly Permission[];
}

/** True if a page is the first one of a part, or below it. */
export function isOfPart({ page: first }: Pick<Part, 'page'>, page: string): boolean {
  return page === first || (first !== '' && page.startsWith(`${first}/`));
}
