import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import type { Permission } from '../../people/permissions/permissions.js';

/** What a permission allows. */
export function permissionText(language: Language, name: Permission): string {
  return Locale.of(language).say(`permission.${name}`);
}
