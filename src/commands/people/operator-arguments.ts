import { InvalidArgumentError } from 'commander';
import { permissionOf, type Permission } from '../../operators/permissions/permissions.js';
import { roleOf, ROLES, type Role } from '../../operators/permissions/roles.js';

const DAY_MS = 86_400_000;
export const NEVER = 'never';

export function roleArgument(text: string): Role {
  const role = roleOf(text);
  if (role) return role;
  throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}.`);
}

/** Permissions, separated by commas. */
export function scopesArgument(list: string): Permission[] {
  return list.split(',').map((item) => {
    const permission = permissionOf(item.trim());
    if (permission) return permission;
    throw new InvalidArgumentError(`${JSON.stringify(item)} is none; see docs/operators.md.`);
  });
}

/** A moment to come, or never: Commander would make an empty text of null. */
export function expiryArgument(text: string): Date | typeof NEVER {
  if (text === NEVER) return NEVER;
  const days = /^(\d{1,5})d$/.exec(text);
  const expiry = days ? new Date(Date.now() + Number(days[1]) * DAY_MS) : new Date(text);
  if (expiry.getTime() > Date.now()) return expiry;
  throw new InvalidArgumentError(
    `It must be a date to come such as 2027-01-31, days such as 90d, or ${NEVER}.`,
  );
}
