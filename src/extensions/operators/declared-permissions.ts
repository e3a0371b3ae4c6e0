import { textIn } from '../../locales/operator-text.js';
import { permissionOf } from '../../people/permissions/permissions.js';
import type { DeclaredPermission } from '../../people/permissions/shop-permissions.js';
import type { OperatorPermission } from './extension-operation.js';

interface Declaring {
  readonly name: string;
  readonly permissions?: readonly OperatorPermission[];
}

/** The permissions that extensions declare. */
export function declaredPermissions(
  extensions: readonly { readonly definition: Declaring }[],
): DeclaredPermission[] {
  return extensions.flatMap(({ definition: { name: extension, permissions = [] } }) =>
    permissions.map(({ name, text, roles = [] }) => ({
      name: permissionOf(extension, name),
      roles,
      textIn: (language: string) => textIn(language, text),
    })),
  );
}
