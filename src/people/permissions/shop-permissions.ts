import { Injectable } from '@nestjs/common';
import { Locale } from '../../locales/locale.js';
import {
  isOwnPermission,
  PERMISSION_NAMES,
  permissionsOf,
  permissionsOfToken,
  roleMay,
  type ExtensionPermission,
  type Permission,
} from './permissions.js';
import type { Role } from './roles.js';

/** A permission that an extension declares. */
export interface DeclaredPermission {
  readonly name: ExtensionPermission;
  /** The roles that have it besides the owner. */
  readonly roles: readonly Role[];
  /** What it allows. */
  readonly textIn: (language: string) => string;
}

/** The permissions of this shop: those of Souk, and those that its extensions declare. */
@Injectable()
export class ShopPermissions {
  private declared: readonly DeclaredPermission[] = [];

  /** Called once, before the first command or request. */
  use(declared: readonly DeclaredPermission[]): void {
    this.declared = declared;
  }

  get names(): readonly Permission[] {
    return [...PERMISSION_NAMES, ...this.declared.map(({ name }) => name)];
  }

  /** True for a name of this shop; a token may also name one of another release, or of an extension that is not loaded. */
  has(name: string): boolean {
    return this.names.some((one) => one === name);
  }

  roleMay(role: Role, name: Permission): boolean {
    if (isOwnPermission(name)) return roleMay(role, name);
    const { roles } = this.declared.find((one) => one.name === name) ?? {};
    return roles !== undefined && (role === 'owner' || roles.includes(role));
  }

  of(role: Role): ReadonlySet<Permission> {
    if (this.declared.length === 0) return permissionsOf(role);
    return new Set(this.names.filter((name) => this.roleMay(role, name)));
  }

  /** What a token may do, as `permissionsOfToken` says it. */
  ofToken(
    tokenRole: Role,
    operatorRole: Role,
    scopes: readonly string[] | null,
  ): ReadonlySet<Permission> {
    const added = this.declared.filter(
      ({ name }) =>
        this.roleMay(tokenRole, name) &&
        this.roleMay(operatorRole, name) &&
        (scopes === null || scopes.includes(name)),
    );
    const own = permissionsOfToken(tokenRole, operatorRole, scopes);
    return added.length === 0 ? own : new Set([...own, ...added.map(({ name }) => name)]);
  }

  /** What a permission allows, in a language. */
  textOf(name: Permission, language: string): string {
    if (isOwnPermission(name)) return Locale.of(language).say(`permission.${name}`);
    return this.declared.find((one) => one.name === name)?.textIn(language) ?? '';
  }
}
