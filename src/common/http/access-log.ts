import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import { logSafeUrl } from './log-safe-url.js';
import type { SoukRequest } from './souk-request.js';

/** A caller may bring its own request id, if it is harmless text. */
const ACCEPTABLE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export const REQUEST_ID_HEADER = 'X-Request-Id';
const LOWERCASE = REQUEST_ID_HEADER.toLowerCase();

/**
 * One log line a request, and the `X-Request-Id` of every answer. Headers are never logged: tokens travel there.
 */
export class AccessLog {
  constructor(private readonly logger: Logger) {}

  /** Express middleware. */
  readonly middleware = (request: SoukRequest, response: Response, next: NextFunction): void => {
    request.id = this.begin(request, response, logSafeUrl(request.url));
    response.setHeader(REQUEST_ID_HEADER, request.id);
    next();
  };

  /**
   * Logs the request when its answer has been sent, or the caller has gone.
   * @param url as it may be logged
   * @returns the id of the request
   */
  begin(request: IncomingMessage, response: ServerResponse, url: string): string {
    const id = requestIdOf(request);
    const began = performance.now();
    const { method } = request;
    // Gone when the connection is.
    const { remoteAddress } = request.socket;
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const entry = {
        req: { id, method, url, remoteAddress },
        res: { statusCode },
        responseTime: Math.round((performance.now() - began) * 100) / 100,
      };
      const message = writableFinished ? 'request completed' : 'request aborted';
      this.logger[statusCode >= 500 ? 'warn' : 'info'](entry, message);
    });
    return id;
  }
}

/** From the headers as they came: to have Node sort them costs a tenth of a short answer. */
function requestIdOf({ rawHeaders }: IncomingMessage): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && isRequestId(name));
  const given = at < 0 ? undefined : rawHeaders[at + 1];
  return given !== undefined && ACCEPTABLE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** True for the name of the header, however it is written. */
export function isRequestId(name: string): boolean {
  // Most names are ruled out by their length.
  return name.length === REQUEST_ID_HEADER.length && name.toLowerCase() === LOWERCASE;
}
