import { ROLES, type Role } from './roles.js';

/** The roles that have a permission besides the owner, who has all. */
type Holders = readonly Exclude<Role, 'owner'>[];

/** Roles that may read whatever holds no secret, no cost and nothing about the operators. */
const READERS = ['manager', 'support', 'finance', 'viewer'] as const;

/**
 * All permissions, for the admin API, the console and the scopes of operators' tokens. What each allows is said by the messages
 * `permission.*`; docs/operators.md repeats it.
 */
export const PERMISSIONS = {
  'accounts.read': READERS,
  'accounts.edit': ['manager'],
  'accounts.bar': ['manager', 'support'],
  'accounts.credit': ['manager', 'finance'],
  'accounts.resume': ['manager'],
  'tokens.read': READERS,
  'tokens.issue': ['manager'],
  'tokens.revoke': ['manager', 'support'],
  'ips.edit': ['manager'],
  'balance.read': READERS,
  'balance.deposit': ['manager', 'finance'],
  'balance.adjust': ['manager', 'finance'],
  'ledger.verify': ['manager', 'finance'],
  'webhooks.read': READERS,
  'webhooks.edit': ['manager'],
  'webhooks.resend': ['manager', 'support'],
  'orders.read': READERS,
  'orders.values': ['manager', 'support'],
  'orders.decide': ['manager', 'support'],
  'orders.buy-again': ['manager'],
  'orders.reverse': ['manager'],
  'orders.erase': [],
  'catalog.read': READERS,
  'catalog.edit': ['manager'],
  'catalog.import': ['manager'],
  'visibility.edit': ['manager'],
  'prices.edit': ['manager'],
  'costs.read': ['manager', 'finance'],
  'costs.edit': ['manager', 'finance'],
  'reports.read': ['manager', 'finance', 'viewer'],
  'stock.read': READERS,
  'stock.import': ['manager'],
  'stock.edit': ['manager'],
  'stock.withdraw': ['manager'],
  'suppliers.read': READERS,
  'suppliers.balances': ['manager', 'finance'],
  'suppliers.edit': ['manager'],
  'delivery.read': READERS,
  'delivery.edit': ['manager'],
  'extensions.read': ['manager'],
  'extensions.resend': ['manager'],
  'extensions.edit': [],
  'maintenance.read': READERS,
  'maintenance.switch': ['manager'],
  'maintenance.settle': [],
  'doctor.run': ['manager'],
  'audit.read': ['manager'],
  'notifications.read': ['manager'],
  'notifications.edit': ['manager'],
  'settings.read': ['manager'],
  'settings.edit': [],
  'backups.download': [],
  'operators.read': ['manager'],
  'operators.edit': [],
} as const satisfies Record<string, Holders>;

/** A permission of Souk itself. */
export type OwnPermission = keyof typeof PERMISSIONS;

declare const ofExtension: unique symbol;
/** A permission that an extension declares, such as `acme.refund`. */
export type ExtensionPermission = string & { readonly [ofExtension]: true };

/** What roles and scopes call a permission of an extension. */
export function permissionOf(extension: string, name: string): ExtensionPermission {
  return `${extension}.${name}` as ExtensionPermission;
}

export type Permission = OwnPermission | ExtensionPermission;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly OwnPermission[];

export function isOwnPermission(name: Permission): name is OwnPermission {
  return Object.hasOwn(PERMISSIONS, name);
}

/** True if the role has the permission, which is one of Souk itself. */
export function roleMay(role: Role, permission: Permission): boolean {
  if (!isOwnPermission(permission)) return false;
  const holders: Holders = PERMISSIONS[permission];
  return role === 'owner' || holders.some((one) => one === role);
}

/** The permissions of each role. */
const BY_ROLE: ReadonlyMap<Role, ReadonlySet<OwnPermission>> = new Map(
  ROLES.map((role) => [role, new Set(PERMISSION_NAMES.filter((name) => roleMay(role, name)))]),
);

const NONE: ReadonlySet<OwnPermission> = new Set();

export function permissionsOf(role: Role): ReadonlySet<OwnPermission> {
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
): ReadonlySet<OwnPermission> {
  const permissions = PERMISSION_NAMES.filter(
    (name) =>
      roleMay(tokenRole, name) &&
      roleMay(operatorRole, name) &&
      (scopes === null || scopes.includes(name)),
  );
  return new Set(permissions);
}
