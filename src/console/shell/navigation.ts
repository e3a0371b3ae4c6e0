import type { Permission } from '../../people/permissions/permissions.js';

/** Names of phrases for the parts of the console. */
type PartName =
  | 'today'
  | 'waiting'
  | 'orders'
  | 'accounts'
  | 'catalog'
  | 'prices'
  | 'stock'
  | 'suppliers'
  | 'reports'
  | 'audit'
  | 'operators'
  | 'shop';

/** A part of the console. */
interface Part {
  readonly name: PartName;
  /** Its first page, below the home page. */
  readonly page: string;
  /** Who has it sees the part; null for everybody. */
  readonly permission: Permission | null;
}

/** The parts of the console, in the order of the navigation. */
export const PARTS: readonly Part[] = [
  { name: 'today', page: '', permission: null },
  { name: 'waiting', page: 'waiting', permission: 'orders.read' },
  { name: 'orders', page: 'orders', permission: 'orders.read' },
  { name: 'accounts', page: 'accounts', permission: 'accounts.read' },
  { name: 'catalog', page: 'catalog', permission: 'catalog.read' },
  { name: 'prices', page: 'prices', permission: 'prices.edit' },
  { name: 'stock', page: 'stock', permission: 'stock.read' },
  { name: 'suppliers', page: 'suppliers', permission: 'suppliers.read' },
  { name: 'reports', page: 'reports', permission: 'reports.read' },
  { name: 'audit', page: 'audit', permission: 'audit.read' },
  { name: 'operators', page: 'operators', permission: 'operators.read' },
  { name: 'shop', page: 'shop', permission: 'maintenance.read' },
];

/** True if a page is the first one of a part, or below it. */
export function isOfPart({ page: first }: Part, page: string): boolean {
  return page === first || (first !== '' && page.startsWith(`${first}/`));
}
