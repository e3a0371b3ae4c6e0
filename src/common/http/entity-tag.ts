import { createHash } from 'node:crypto';

/** A strong entity tag: equal tags mean equal bytes. */
export function strongEntityTag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** True when an `If-None-Match` header names the tag, so that the caller already has these bytes. */
export function namesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((part) => part.trim());
  return tags.some((part) => part === '*' || part === tag || part === `W/${tag}`);
}
