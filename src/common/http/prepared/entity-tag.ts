/** Tags that are compared; a caller has a few at most. */
const MAX_TAGS = 100;

/** True when an `If-None-Match` header names the tag, so that the caller already has these bytes. */
export function namesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',', MAX_TAGS).map((part) => part.trim());
  return tags.some((part) => part === '*' || part === tag || part === `W/${tag}`);
}
