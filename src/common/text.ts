/**
 * Longest run of combining marks that is normalized. Sorting the marks takes time quadratic in their number: a run of
 * 14,000 would block the event loop for more than a tenth of a second.
 */
export const MAX_CONSECUTIVE_MARKS = 500;
const MAX_SHOWN_ITEMS = 20;
const MARK_RUN = /\p{M}+/gu;

/** True for a text that PostgreSQL and UTF-8 can hold: no NUL and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** False for `.` and `..`, which browsers take for a way: a page with such a name in its address is never reached. */
export function canStandInAddress(name: string): boolean {
  return name !== '.' && name !== '..';
}

/** An untrusted text without the characters that cannot be stored. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/**
 * The form in which texts are compared and stored: trimmed, in Unicode normalization form C. A text with more than
 * MAX_CONSECUTIVE_MARKS combining marks in a row exists in no language, and is only trimmed.
 */
export function canonicalText(text: string): string {
  return normalized(text.trim());
}

/** The same form without trimming. */
export function normalized(text: string): string {
  return hasLongMarkRun(text) ? text : text.normalize('NFC');
}

/** The form in which names of parameters and fields are compared without regard to letter case. */
export function inLowerCase(name: string): string {
  return normalized(name.toLowerCase());
}

/** The same without spaces, hyphens and underscores. */
export function withoutSeparators(name: string): string {
  return inLowerCase(name).replace(/[\s\p{Pd}_]/gu, '');
}

/** The text without these characters and white space at its end. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && isOneOf(text.charAt(end - 1), characters)) end -= 1;
  return text.slice(0, end);
}

/** The items separated by commas, for a message: the first 20, and how many there are in all. */
export function shortList(items: readonly string[]): string {
  const shown = items.slice(0, MAX_SHOWN_ITEMS).join(', ');
  return items.length > MAX_SHOWN_ITEMS ? `${shown}, … (${items.length} in all)` : shown;
}

function isOneOf(character: string, characters: string): boolean {
  return characters.includes(character) || character.trim() === '';
}

function hasLongMarkRun(text: string): boolean {
  if (text.length <= MAX_CONSECUTIVE_MARKS) return false;
  const runs = text.match(MARK_RUN) ?? [];
  return runs.some((run) => run.length > MAX_CONSECUTIVE_MARKS);
}
