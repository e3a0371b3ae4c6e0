import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Response } from 'express';
import { symbols, type Logger } from 'pino';
import { logSafeUrl } from './log-safe-url.js';
import type { SoukRequest } from './souk-request.js';

/** A caller may bring its own request id, if it is harmless text. */
const ACCEPTABLE_REQUEST_ID = /^[A-Za-z0-9._-]+$/;
const LONGEST_REQUEST_ID = 64;

export const REQUEST_ID_HEADER = 'X-Request-Id';
const LOWERCASE = REQUEST_ID_HEADER.toLowerCase();

interface Lines {
  write(line: string): void;
}

/** Levels of pino. */
const INFO = 30;
const WARN = 40;

/**
 * One log line a request, and the `X-Request-Id` of every answer. Headers are never logged: tokens travel there.
 *
 * The lines go to the logger's own stream, as the logger would write them: to serialize objects would cost a short
 * answer several times as much.
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
   * Logs the request when its answer has been sent, or the caller has gone.
   * @param url as loggableUrl gives it
   * @returns the id of the request
   */
  begin(request: IncomingMessage, response: ServerResponse, url: string): string {
    const id = requestIdOf(request);
    const began = performance.now();
    // Gone when the connection is.
    const { remoteAddress = '' } = request.socket;
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const level = statusCode >= 500 ? WARN : INFO;
      if (level < this.lowest) return;
      const time = Math.round((performance.now() - began) * 100) / 100;
      const message = writableFinished ? 'request completed' : 'request aborted';
      // Nothing in it but the URL can hold a character that JSON escapes.
      this.lines.write(
        `{"level":${level},"time":${Date.now()},"req":{"id":"${id}","method":"${request.method}","url":${url},` +
          `"remoteAddress":"${remoteAddress}"},"res":{"statusCode":${statusCode}},"responseTime":${time},` +
          `"msg":"${message}"}\n`,
      );
    });
    return id;
  }
}

/** A URL fit for a log line, as JSON. */
export function loggableUrl(url: string): string {
  return JSON.stringify(logSafeUrl(url));
}

/** From the headers as they came: to have Node sort them shows in `npm run bench`. */
function requestIdOf({ rawHeaders }: IncomingMessage): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && isRequestId(name));
  const given = at < 0 ? undefined : rawHeaders[at + 1];
  return given !== undefined && isAcceptable(given) ? given : randomUUID();
}

function isAcceptable(id: string): boolean {
  return id.length <= LONGEST_REQUEST_ID && ACCEPTABLE_REQUEST_ID.test(id);
}

/** True for the name of the header, however it is written. */
export function isRequestId(name: string): boolean {
  // Most names are ruled out by their length.
  return name.length === REQUEST_ID_HEADER.length && name.toLowerCase() === LOWERCASE;
}
