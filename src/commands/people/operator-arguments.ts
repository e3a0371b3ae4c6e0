import { InvalidArgumentError } from 'commander';
import { roleOf, ROLES, type Role } from '../../people/permissions/roles.js';

export function roleArgument(text: string): Role {
  const role = roleOf(text);
  if (role) return role;
  throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}.`);
}
