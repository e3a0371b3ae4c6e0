import type { IncomingHttpHeaders } from 'node:http';
import { TOKEN_HEADERS } from '../../common/http/wire.js';

const BEARER = /^Bearer +(\S.*)$/i;

/** The token of a request. The token headers take precedence over `Authorization: Bearer`. */
export function tokenFrom(headers: IncomingHttpHeaders): string | undefined {
  for (const name of TOKEN_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return BEARER.exec(headers.authorization ?? '')?.[1]?.trim();
}
