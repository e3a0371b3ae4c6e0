import type { Permission } from '../permissions/permissions.js';
import type { Role } from '../permissions/roles.js';

/** An operator whose session or token was found to be valid, with what it may do now. */
export interface OperatorPrincipal {
  readonly operatorId: number;
  readonly name: string;
  /** As in the audit. */
  readonly actor: string;
  /** The present role; of a token that of the token, if it may do less. */
  readonly role: Role;
  readonly permissions: ReadonlySet<Permission>;
}
