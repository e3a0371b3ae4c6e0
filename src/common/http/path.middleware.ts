import type { NextFunction, Request, Response } from 'express';

/** Reads doubled slashes in the path as one: clients join a base URL that ends in a slash to a path that begins with one. */
export function mergeSlashes(request: Request, _response: Response, next: NextFunction): void {
  const mark = request.url.indexOf('?');
  const path = mark < 0 ? request.url : request.url.slice(0, mark);
  if (path.includes('//')) {
    request.url = path.replace(/\/{2,}/g, '/') + (mark < 0 ? '' : request.url.slice(mark));
  }
  next();
}

/** No answer may be kept unless its route says so. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
