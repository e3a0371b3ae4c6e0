import { LRUCache } from 'lru-cache';

/** What texts are called; nothing for those that are no zone. To look one up costs more than much of a page. */
const KNOWN = new LRUCache<string, { readonly name: string | undefined }>({ max: 1_000 });

/** The name by which the IANA database calls a time zone, such as `Europe/Istanbul` for `Turkey`; undefined for any other text. */
export function timeZoneOf(text: string): string | undefined {
  const known = KNOWN.get(text) ?? { name: lookedUp(text) };
  KNOWN.set(text, known);
  return known.name;
}

function lookedUp(text: string): string | undefined {
  // An offset would be taken as well; it knows no summer time.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
