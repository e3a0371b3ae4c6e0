/** True when a text can be stored and sent on: no NUL (PostgreSQL refuses it) and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What of a text of others can be stored. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** How texts are compared and kept: trimmed, in Unicode normalization form C. */
export function canonicalText(text: string): string {
  return text.trim().normalize('NFC');
}
