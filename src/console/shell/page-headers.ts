/** Nothing is loaded from elsewhere, no text becomes a script, and no other page may frame ours. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Headers of every file of the console. A referrer is sent to our own pages, because browsers send `Origin: null` with a form
 * of a page that sends none.
 */
export const FILE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** Headers of every page of the console. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  ...FILE_HEADERS,
} as const;
