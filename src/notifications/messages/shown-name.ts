import { isolated } from '../../locales/language.js';

const MAX_NAME_CHARACTERS = 100;
/** Control characters, line and paragraph separators, and what changes the direction of what follows. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** A name of the catalog on one line, shortened. It may come from a supplier. */
export function shownName(name: string, most = MAX_NAME_CHARACTERS): string {
  // The end is cut off first, so that a very long name costs no more than a short one.
  const start = name.slice(0, 4 * most).toWellFormed();
  const line = start.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= most && start.length === name.length) return line;
  return `${characters.slice(0, most).join('').trimEnd()}…`;
}

/** The same for a line of text, in which a name may be written from right to left. */
export function isolatedName(name: string, most?: number): string {
  return isolated(shownName(name, most));
}
