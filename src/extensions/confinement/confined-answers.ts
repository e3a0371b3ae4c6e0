import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { extensionRouteOf } from '../../common/http/extension-routes.js';
import type { PortFaults } from '../../common/port-faults.js';

/** A page in the sandbox has an origin of its own, so it reads no page of the console and sends it no form. */
const SANDBOX = 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts';
/** What no browser shows as a page with scripts. Of several types with commas between, browsers take the last one. */
const INERT =
  /^\s*(?:application\/(?:json|pdf|octet-stream)|text\/(?:plain|csv)|image\/(?!svg)[\w.+-]+)\s*(?:;[^,]*)?$/i;
/** All cookies of the console, also in spellings that a browser would send back as one of them. */
const OWN_COOKIE = /^[\s=]*(?:__(?:host|secure)-)?souk_/i;
/** It would sign everybody out. */
const CLEARING = 'Clear-Site-Data';

/** The requests of the routes of one extension. */
export interface OwnRequests {
  readonly extension: string;
  readonly isOwn: (request: Request) => boolean;
}

/** Middleware that hides the cookies of the console from the routes of extensions, and confines what these answer. */
export function confineAnswers(owners: readonly OwnRequests[], faults: PortFaults) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const owner = owners.find(({ isOwn }) => isOwn(request));
    if (owner) {
      hideCookies(request);
      beforeHead(response, () => {
        confineHead(response, (fault) => {
          const port = extensionRouteOf(request)?.route ?? 'middleware';
          faults.note({ extension: owner.extension, port, fault });
        });
      });
    }
    next();
  };
}

function hideCookies({ headers, rawHeaders }: Request): void {
  if (headers.cookie === undefined) return;
  headers.cookie = withoutOwn(headers.cookie);
  if (headers.cookie === '') delete headers.cookie;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'cookie') continue;
    const others = withoutOwn(rawHeaders[at + 1] ?? '');
    if (others === '') rawHeaders.splice(at, 2);
    else rawHeaders[at + 1] = others;
  }
}

function withoutOwn(cookies: string): string {
  const others = cookies.split(';').filter((one) => !OWN_COOKIE.test(one));
  return others.join(';').trim();
}

/** Calls back before the head is sent, whichever way it is, when `getHeader` has all headers. */
function beforeHead(response: ServerResponse, call: () => void): void {
  const writeHead = response.writeHead.bind(response);
  type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];
  response.writeHead = (
    status: number,
    message?: string | Headers,
    given?: Headers,
  ): ServerResponse => {
    const headers = typeof message === 'string' ? given : (given ?? message);
    const entries = entriesOf(headers);
    // A name may come several times, as Set-Cookie does for each cookie.
    for (const [name] of entries) response.removeHeader(name);
    for (const [name, value] of entries) response.appendHeader(name, value);
    call();
    return typeof message === 'string' ? writeHead(status, message) : writeHead(status);
  };
}

function entriesOf(headers: OutgoingHttpHeaders | OutgoingHttpHeader[] = {}) {
  if (!Array.isArray(headers)) {
    return Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, textsOf(value)] as const],
    );
  }
  // Of pairs, or of names and values by turns; a value may be a list itself.
  const isOfPairs = Array.isArray(headers[0]);
  const flat = isOfPairs ? (headers as OutgoingHttpHeader[][]).flat() : headers;
  return flat.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), textsOf(flat[at + 1] ?? '')] as const] : [],
  );
}

function textsOf(value: OutgoingHttpHeader): string | readonly string[] {
  return Array.isArray(value) ? value : String(value);
}

function confineHead(response: ServerResponse, note: (fault: string) => void): void {
  if (!INERT.test(String(response.getHeader('Content-Type') ?? ''))) {
    const own = [response.getHeader('Content-Security-Policy') ?? []].flat().map(String);
    response.setHeader('Content-Security-Policy', [SANDBOX, ...own]);
  }
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const cookies = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
  const others = cookies.filter((one) => !OWN_COOKIE.test(one));
  if (others.length < cookies.length) {
    response.setHeader('Set-Cookie', others);
    note('it sets a cookie of the console, which was left out');
  }
  if (!response.hasHeader(CLEARING)) return;
  response.removeHeader(CLEARING);
  note(`it sends ${CLEARING}, which was left out`);
}
