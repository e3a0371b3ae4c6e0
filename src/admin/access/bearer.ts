import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * The bearer token of a request; undefined without one. No other header, no cookie and no parameter is ever read.
 * @param headers of Node, which keeps the first of several `Authorization`.
 */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
