import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Response } from 'express';
import { symbols, type Logger } from 'pino';
import { logSafeOrderUuid, logSafeUrl } from './log-safe-url.js';
import type { SoukRequest } from './souk-request.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** A request id that a caller may choose itself; it goes into log lines unescaped. */
const ACCEPTABLE_REQUEST_ID = /^[A-Za-z0-9._-]+$/;
const MAX_REQUEST_ID_CHARACTERS = 64;

export const REQUEST_ID_HEADER = 'X-Request-Id';
const LOWERCASE_HEADER = REQUEST_ID_HEADER.toLowerCase();

/** What handlers, guards and the error filter have found out about a request. */
type KnownRequest = IncomingMessage &
  Pick<
    SoukRequest,
    'accountId' | 'orderUuid' | 'errorCode' | 'errorStatus' | 'placesOrder' | 'hasNoLine'
  >;

/** A request whose answer has been sent or whose connection has closed. */
export interface EndedRequest {
  /** As it may be logged. */
  readonly url: string;
  /** True for one of newOrder. */
  readonly placesOrder: boolean;
  /** Undefined when no error is the answer. */
  readonly errorCode: number | undefined;
  /** The HTTP status; of an error its own, also where it was answered as 200. */
  readonly status: number;
  /** False when the connection was closed before the whole answer was sent. */
  readonly isAnswered: boolean;
  readonly durationMs: number;
}

interface Lines {
  write(line: string): void;
}

/** How the logged URL of a probe begins, which is a JSON string. */
const PROBE = '"/health/';

/** Log levels of pino. */
const DEBUG = 20;
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

  constructor(
    logger: Logger,
    private readonly proxies: TrustedProxies,
    private readonly onEnd: (ended: EndedRequest) => void = () => undefined,
  ) {
    this.lines = (logger as unknown as { [symbols.streamSym]: Lines })[symbols.streamSym];
    this.lowest = logger.levelVal;
  }

  /** Express middleware. */
  readonly middleware = (request: SoukRequest, response: Response, next: NextFunction): void => {
    // The fast path has begun the line of a request that it could not answer.
    const { id = this.begin(request, response, loggableUrl(request.url)) } =
      request as Partial<SoukRequest>;
    request.id = id;
    response.setHeader(REQUEST_ID_HEADER, request.id);
    next();
  };

  /**
   * Logs the request when its answer has been sent or its connection has closed.
   * @param url result of `loggableUrl`
   * @returns the id of the request
   */
  begin(request: KnownRequest, response: ServerResponse, url: string): string {
    const id = requestIdOf(request);
    const began = performance.now();
    // The socket forgets it when the connection closes.
    const { remoteAddress = '' } = request.socket;
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const durationMs = performance.now() - began;
      const { placesOrder = false, errorCode, errorStatus: status = statusCode } = request;
      const ended = { placesOrder, errorCode, status, isAnswered: writableFinished, durationMs };
      this.onEnd({ url: url.slice(1, -1), ...ended });
      const level = levelOf(statusCode, url);
      if (level < this.lowest || request.hasNoLine) return;
      const time = Math.round(durationMs * 100) / 100;
      const message = writableFinished ? 'request completed' : 'request aborted';
      this.lines.write(
        `{"level":${level},"time":${Date.now()},"req":{"id":"${id}","method":"${request.method}","url":${url},` +
          `"remoteAddress":"${remoteAddress}"${this.callerPart(request, remoteAddress)}},` +
          `"res":{"statusCode":${statusCode}${errorPart(request)}},"responseTime":${time},` +
          `"msg":"${message}"}\n`,
      );
    });
    return id;
  }

  /** What is known of the caller and its order, as further properties of `req`; their values need no escaping. */
  private callerPart(request: KnownRequest, peer: string): string {
    const { accountId, orderUuid } = request;
    let part = '';
    if (this.proxies.any) {
      const caller = this.proxies.callerOf({
        socket: { remoteAddress: peer },
        headers: request.headers,
      });
      part += `,"caller":${caller === undefined ? 'null' : `"${caller}"`}`;
    }
    if (accountId !== undefined) part += `,"accountId":${accountId}`;
    if (orderUuid !== undefined) part += `,"orderUuid":"${logSafeOrderUuid(orderUuid)}"`;
    return part;
  }
}

function levelOf(statusCode: number, url: string): number {
  if (statusCode >= 500) return WARN;
  return url.startsWith(PROBE) ? DEBUG : INFO;
}

function errorPart({ errorCode }: KnownRequest): string {
  return errorCode === undefined ? '' : `,"errorCode":${errorCode}`;
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
  return id.length <= MAX_REQUEST_ID_CHARACTERS && ACCEPTABLE_REQUEST_ID.test(id);
}

/** True for the name of the header in any case of letters. */
export function isRequestId(name: string): boolean {
  // The length rules out most names without a copy in lower case.
  return name.length === REQUEST_ID_HEADER.length && name.toLowerCase() === LOWERCASE_HEADER;
}
