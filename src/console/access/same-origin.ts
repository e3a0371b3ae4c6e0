import type { IncomingHttpHeaders } from 'node:http';

/** A form that another site has sent, or a program without the headers of a browser. */
export class CrossSiteError extends Error {
  override readonly name = 'CrossSiteError';

  constructor() {
    super('the form was not sent by a page of our own');
  }
}

/**
 * True if a request that changes something comes from a page of our own. Browsers say so by Sec-Fetch-Site, but for plain
 * HTTP away from localhost, where the Origin decides. Whoever sends neither is no browser with a session.
 * @param baseUrl BASE_URL; a proxy may hide from us the host that the browser asks.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === headers.host || origin === new URL(baseUrl).origin;
}
