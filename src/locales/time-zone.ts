/** Canonical names that were asked for. To look one up costs more than much of a page. */
const KNOWN = new Set<string>();

/** The name by which the IANA database calls a time zone, such as `Europe/Istanbul` for `Turkey`; undefined for any other text. */
export function timeZoneOf(text: string): string | undefined {
  if (KNOWN.has(text)) return text;
  // An offset would be taken as well; it knows no summer time.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    KNOWN.add(timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}
