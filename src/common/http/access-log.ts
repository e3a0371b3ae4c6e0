import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import { logSafeUrl } from './log-safe-url.js';
import type { SoukRequest } from './souk-request.js';

/** A caller may bring its own request id, if it is harmless text. */
const ACCEPTABLE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export const REQUEST_ID_HEADER = 'X-Request-Id';

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
    response.once('close', () => {
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

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTABLE_REQUEST_ID.test(given) ? given : randomUUID();
}
