import type { IncomingHttpHeaders } from 'node:http';

/** `api-token` is the documented header; the other two are read alike because deployed clients send them. */
const TOKEN_HEADERS = ['api-token', 'x-api-token', 'x-api-key'];
const BEARER = /^Bearer +(\S.*)$/i;

/** The token of a request: `api-token` decides over `Authorization: Bearer`; undefined when neither carries one. */
export function tokenFrom(headers: IncomingHttpHeaders): string | undefined {
  for (const name of TOKEN_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return BEARER.exec(headers.authorization ?? '')?.[1]?.trim();
}
