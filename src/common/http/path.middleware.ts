import type { NextFunction, Request, Response } from 'express';

/** `http://shop.example` before the path: proxies may send an absolute URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/**
 * Merges repeated slashes of the path into one, because some clients join a base URL that ends in a slash with a path
 * that begins with one.
 */
export function mergeSlashes(request: Request, _response: Response, next: NextFunction): void {
  const relative = request.url.replace(ORIGIN, '');
  const url = relative.startsWith('/') ? relative : `/${relative}`;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  request.url = path.replace(/\/{2,}/g, '/') + (mark < 0 ? '' : url.slice(mark));
  next();
}

/** Forbids caches to store the answer, unless its route sets another header. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
