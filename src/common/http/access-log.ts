import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Response } from 'express';
import { symbols, type Logger } from 'pino';
import { logSafeUrl } from './log-safe-url.js';
import type { SoukRequest } from './souk-request.js';

/** A request id that a caller may choose itself; it goes into log lines unescaped. */
const ACCEPTABLE_REQUEST_ID = /^[A-Za-z0-9._-]+$/;
const LONGEST_REQUEST_ID_CHARACTERS = 64;

export const REQUEST_ID_HEADER = 'X-Request-Id';
const LOWERCASE_HEADER = REQUEST_ID_HEADER.toLowerCase();

interface Lines {
  write(line: string): void;
}

/** Log levels of pino. */
const INFO = 30;
const WARN = 40;

/**
 * Writes one log line per request and sets the `X-Request-Id` of every answer. Headers are never logged, since they
 * hold tokens.
 *
 * The lines are formatted here and written to the logger's stream, because pino's serialization of objects would take
 * several times as long as a short answer.
 */
export class AccessLog {
  private readonly lines: Lines;
  private readonly lowest: number;

  constructor(logger: Logger) {
    this.lines = (logger as unknown as { [symbols.streamSym]: Lines })[symbols.streamSym];
    this.lowest = logger.levelVal;
  }

  /** Express middleware. */
  readonly middleware = (request: SoukRequest, response: Response, next: NextFunction): void => {
    request.id = this.begin(request, response, loggableUrl(request.url));
    response.setHeader(REQUEST_ID_HEADER, request.id);
    next();
  };

  /**
   * Logs the request when its answer has been sent or its connection has closed.
   * @param url result of `loggableUrl`
   * @returns the id of the request
   */
  begin(request: IncomingMessage, response: ServerResponse, url: string): string {
    const id = requestIdOf(request);
    const began = performance.now();
    // The socket forgets it when the connection closes.
    const { remoteAddress = '' } = request.socket;
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const level = statusCode >= 500 ? WARN : INFO;
      if (level < this.lowest) return;
      const time = Math.round((performance.now() - began) * 100) / 100;
      const message = writableFinished ? 'request completed' : 'request aborted';
      // Only the URL can hold characters that JSON escapes, and it is JSON already.
      this.lines.write(
        `{"level":${level},"time":${Date.now()},"req":{"id":"${id}","method":"${request.method}","url":${url},` +
          `"remoteAddress":"${remoteAddress}"},"res":{"statusCode":${statusCode}},"responseTime":${time},` +
          `"msg":"${message}"}\n`,
      );
    });
    return id;
  }
}

/** A URL that may be logged, as a JSON string. */
export function loggableUrl(url: string): string {
  return JSON.stringify(logSafeUrl(url));
}

/** Reads the raw headers, because parsing `request.headers` here was measurably slower in `npm run bench`. */
function requestIdOf({ rawHeaders }: IncomingMessage): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && isRequestId(name));
  const given = at < 0 ? undefined : rawHeaders[at + 1];
  return given !== undefined && isAcceptable(given) ? given : randomUUID();
}

function isAcceptable(id: string): boolean {
  return id.length <= LONGEST_REQUEST_ID_CHARACTERS && ACCEPTABLE_REQUEST_ID.test(id);
}

/** True for the name of the header in any case of letters. */
export function isRequestId(name: string): boolean {
  // The length rules out most names without a copy in lower case.
  return name.length === REQUEST_ID_HEADER.length && name.toLowerCase() === LOWERCASE_HEADER;
}
