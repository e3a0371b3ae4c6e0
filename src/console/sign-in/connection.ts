import type { IncomingHttpHeaders } from 'node:http';

/** What stands between a browser and a safe sign-in. */
export type ConnectionFault = 'unencrypted' | 'cookie-refused';

/**
 * Tells by Sec-Fetch-Site, which browsers send over HTTPS and to localhost only, whether the page was opened over plain HTTP.
 * Then a password can be read on its way, and a browser refuses the cookie of a shop whose BASE_URL is https.
 */
export function connectionFault(
  headers: IncomingHttpHeaders,
  baseUrl: string,
): ConnectionFault | undefined {
  if (headers['sec-fetch-site'] !== undefined) return undefined;
  return new URL(baseUrl).protocol === 'https:' ? 'cookie-refused' : 'unencrypted';
}
