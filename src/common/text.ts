/**
 * Combining marks in a row that are put into their canonical order. Sorting them takes time by the square of their
 * number: 14,000 in a row would keep everybody waiting for a tenth of a second and more.
 */
export const LONGEST_MARK_RUN = 500;
const MARK_RUN = /\p{M}+/gu;

/** True when a text can be stored and sent on: no NUL (PostgreSQL refuses it) and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What of a text of others can be stored. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/**
 * How texts are compared and kept: trimmed, in Unicode normalization form C. A text with more than LONGEST_MARK_RUN
 * combining marks in a row is no writing of anybody, and is only trimmed.
 */
export function canonicalText(text: string): string {
  return normalized(text.trim());
}

/** The text in normalization form C, with the same exception. */
export function normalized(text: string): string {
  return hasLongMarkRun(text) ? text : text.normalize('NFC');
}

/** The text without these characters, and without white space, at its end. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && isOneOf(text.charAt(end - 1), characters)) end -= 1;
  return text.slice(0, end);
}

function isOneOf(character: string, characters: string): boolean {
  return characters.includes(character) || character.trim() === '';
}

function hasLongMarkRun(text: string): boolean {
  if (text.length <= LONGEST_MARK_RUN) return false;
  const runs = text.match(MARK_RUN) ?? [];
  return runs.some((run) => run.length > LONGEST_MARK_RUN);
}
