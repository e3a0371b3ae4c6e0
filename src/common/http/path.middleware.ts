import type { NextFunction, Request, Response } from 'express';

/** `http://shop.example` in front of the path: proxies may send the whole URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/**
 * Reads doubled slashes in the path as one: clients join a base URL that ends in a slash to a path that begins with
 * one.
 */
export function mergeSlashes(request: Request, _response: Response, next: NextFunction): void {
  const relative = request.url.replace(ORIGIN, '');
  const url = relative.startsWith('/') ? relative : `/${relative}`;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  request.url = path.replace(/\/{2,}/g, '/') + (mark < 0 ? '' : url.slice(mark));
  next();
}

/** No answer may be kept unless its route says so. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
