import { ROLES, type Role } from './roles.js';

interface Grant {
  /** What it allows; docs/operators.md repeats it. */
  readonly allows: string;
  /** The roles that have it besides the owner, who has all. */
  readonly roles: readonly Exclude<Role, 'owner'>[];
}

const grant = (allows: string, ...roles: Grant['roles']): Grant => ({ allows, roles });

/** Roles that may read whatever holds no secret, no cost and nothing about the operators. */
const READERS = ['manager', 'support', 'finance', 'viewer'] as const;

/** All permissions, for the admin API, the console and the scopes of operators' tokens. */
export const PERMISSIONS = {
  'accounts.read': grant('accounts, groups and their settings', ...READERS),
  'accounts.edit': grant('create accounts and groups, change their settings and limits', 'manager'),
  'accounts.bar': grant('bar an account from the API, and admit it again', 'manager', 'support'),
  'accounts.credit': grant('credit limits', 'manager', 'finance'),
  'accounts.resume': grant('resume the orders of an account that was halted', 'manager'),
  'tokens.read': grant(
    'tokens of accounts, without the tokens themselves; Allowed IPs',
    ...READERS,
  ),
  'tokens.issue': grant('issue and limit tokens of accounts', 'manager'),
  'tokens.revoke': grant('revoke tokens of accounts', 'manager', 'support'),
  'ips.edit': grant('Allowed IPs', 'manager'),
  'balance.read': grant('balances, statements and ledger entries', ...READERS),
  'balance.deposit': grant('deposits', 'manager', 'finance'),
  'balance.adjust': grant('corrections of balances', 'manager', 'finance'),
  'ledger.verify': grant('verify the ledgers, and take their digest', 'manager', 'finance'),
  'webhooks.read': grant('webhooks without their secrets, and failed messages', ...READERS),
  'webhooks.edit': grant('set and end webhooks, and change their secrets', 'manager'),
  'webhooks.resend': grant('test webhooks, and send messages again', 'manager', 'support'),
  'orders.read': grant(
    'orders, their timelines and refused orders, with values and codes masked',
    ...READERS,
  ),
  'orders.values': grant(
    'delivered codes and field values of orders, and search by them',
    'manager',
    'support',
  ),
  'orders.decide': grant('accept and reject orders, and add codes to them', 'manager', 'support'),
  'orders.buy-again': grant('buy orders again that their supplier has forgotten', 'manager'),
  'orders.reverse': grant('pay accepted orders back, whole or in part', 'manager'),
  'catalog.read': grant(
    'categories, products, visibility and prices, also as an account sees them',
    ...READERS,
  ),
  'catalog.edit': grant('categories and products, and test products', 'manager'),
  'catalog.import': grant('import catalogs', 'manager'),
  'visibility.edit': grant('who may see what', 'manager'),
  'prices.edit': grant('base prices, and what accounts and groups pay', 'manager'),
  'costs.read': grant('costs and profit', 'manager', 'finance'),
  'costs.edit': grant('costs of products', 'manager', 'finance'),
  'reports.read': grant('reports; profit needs costs.read as well', 'manager', 'finance', 'viewer'),
  'stock.read': grant('how many codes each stock has', ...READERS),
  'stock.import': grant('add codes to a stock', 'manager'),
  'stock.edit': grant('warnings of low stock, and the release of held codes', 'manager'),
  'stock.withdraw': grant('take free codes out of a stock, which shows them', 'manager'),
  'suppliers.read': grant('suppliers, without their tokens and balances', ...READERS),
  'suppliers.balances': grant('balances at suppliers', 'manager', 'finance'),
  'suppliers.edit': grant('suppliers, their tokens, and the import of their catalogs', 'manager'),
  'delivery.read': grant('who delivers a product', ...READERS),
  'delivery.edit': grant('change who delivers a product', 'manager'),
  'extensions.read': grant(
    'extensions, and events that their listeners have not handled',
    'manager',
  ),
  'extensions.resend': grant('send events to listeners again', 'manager'),
  'extensions.edit': grant('forget an extension, and switch off what it alone delivers'),
  'maintenance.read': grant('whether the shop is in maintenance', ...READERS),
  'maintenance.switch': grant('begin and end maintenance', 'manager'),
  'maintenance.settle': grant('hold back what may be sold twice after a recovery'),
  'doctor.run': grant('examine the installation and the books', 'manager'),
  'audit.read': grant('search and export the audit, and take back what one may change', 'manager'),
  'notifications.read': grant('who is notified of what', 'manager'),
  'notifications.edit': grant('change who is notified of what, and test it', 'manager'),
  'settings.read': grant('settings of the shop, without secrets', 'manager'),
  'settings.edit': grant('settings of the shop, such as its mail server'),
  'operators.read': grant('operators, their sessions and tokens, without secrets', 'manager'),
  'operators.edit': grant('create, invite, change and disable operators; end sessions; tokens'),
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** True if the role has the permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  const { roles }: Grant = PERMISSIONS[permission];
  return role === 'owner' || roles.some((one) => one === role);
}

/** The permissions of each role. */
const BY_ROLE: ReadonlyMap<Role, ReadonlySet<Permission>> = new Map(
  ROLES.map((role) => [role, new Set(PERMISSION_NAMES.filter((name) => roleMay(role, name)))]),
);

const NONE: ReadonlySet<Permission> = new Set();

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return BY_ROLE.get(role) ?? NONE;
}

/** True if a role has every permission of another one. */
export function roleMayAll(role: Role, other: Role): boolean {
  return PERMISSION_NAMES.every((name) => roleMay(role, name) || !roleMay(other, name));
}

/**
 * What a token may do: what its own role and the present role of its operator both may, and of that its scopes.
 * @param scopes null for all; names that are no permission, of another release, grant nothing.
 */
export function permissionsOfToken(
  tokenRole: Role,
  operatorRole: Role,
  scopes: readonly string[] | null,
): ReadonlySet<Permission> {
  const permissions = PERMISSION_NAMES.filter(
    (name) =>
      roleMay(tokenRole, name) &&
      roleMay(operatorRole, name) &&
      (scopes === null || scopes.includes(name)),
  );
  return new Set(permissions);
}
