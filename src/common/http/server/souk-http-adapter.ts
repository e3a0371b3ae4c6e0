import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { endBrokenConnections, refuseOddCoding } from '../connection/broken-requests.js';
import { endAfterAnswers } from '../connection/connection.js';
import { closeIdleConnections } from '../connection/idle-connections.js';
import { limitConnections } from '../connection/limit-connections.js';
import { Pipelining } from '../connection/pipelining.js';
import { UnsentAnswers, type UnsentAnswerLimits } from '../connection/unsent-answers.js';
import type { FastPath } from '../prepared/fast-path.js';
import { PageAnswer, sendPage } from '../page-answer.js';
import { ReadAnswer, RepeatableAnswer } from '../prepared/prepared-answer.js';
import { sendPrepared } from '../prepared/send-prepared.js';
import type { SoukRequest } from '../souk-request.js';
import { sendStreamed } from '../streamed/send-streamed.js';
import { StreamedAnswer } from '../streamed/streamed-answer.js';
import type { Tracing } from '../../tracing/tracing.js';
import { ALWAYS_VALID } from '../validity.js';
import { tracedRequests } from './traced-requests.js';
import { WaitingAnswer } from './waiting-answer.js';

/** Longest URL that is accepted. */
export const URL_LIMIT_BYTES = 32 * 1024;
/** Node counts the URL and all headers together, so 32 KiB remain for the headers. */
const HEADER_LIMIT_BYTES = URL_LIMIT_BYTES + 32 * 1024;

/** How long an idle connection stays open; proxies close theirs after 60 seconds. */
const KEEP_ALIVE_MS = 75_000;
/** How often Node checks whether requests have exceeded their timeouts. */
const TIMEOUT_CHECK_INTERVAL_MS = 500;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Limits on the connections of clients. */
export interface ConnectionLimits {
  /** Most open connections; shortly before the limit, unused ones are closed. */
  readonly connections: number;
  /** Time for the headers of a request to arrive, counted from its first byte, or from the connection's beginning. */
  readonly headersMs: number;
  /** Time for the whole request to arrive, its body included; not less than `headersMs`. */
  readonly requestMs: number;
  readonly unsentAnswers: UnsentAnswerLimits;
}

/**
 * Nest on Express, except that answers are written here: JSON bytes with their length, without Express's weak ETag and
 * freshness check, which would answer `newOrder` with an empty 304.
 */
export class SoukHttpAdapter extends ExpressAdapter {
  /** Tried before Express; undefined while the application is being created. */
  fastPath: FastPath | undefined;
  readonly unsentAnswers: UnsentAnswers;

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly tracing: Tracing | undefined,
  ) {
    super();
    this.unsentAnswers = new UnsentAnswers(limits.unsentAnswers);
    this.disable('x-powered-by');
    this.disable('etag');
    // RequestParameters reads flat parameters from the raw URL; Express must not parse nested objects from it.
    this.set('query parser', false);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Express>();
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (refuseOddCoding(request, response)) return;
      if (this.fastPath) this.fastPath.answer(request, response, application);
      else application(request, response);
    };
    const { accept } = new Pipelining(this.tracing ? tracedRequests(this.tracing, answer) : answer);
    const { headersMs, requestMs } = this.limits;
    const timeouts = {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    };
    // Node would answer a request without Host, or with an unknown Expect, itself, without our error body.
    const own = { maxHeaderSize: HEADER_LIMIT_BYTES, requireHostHeader: false };
    const server = createServer({ ...own, ...timeouts }, accept);
    // Longer than proxies and clients keep an idle connection: if the server closed it first, a request could be on its
    // way, and its client could not know whether it was processed.
    closeIdleConnections(server, KEEP_ALIVE_MS);
    server.on('checkExpectation', accept);
    // Node would destroy the connection, and with it the answers that are still to be sent.
    server.on('connect', (_request, socket) => {
      endAfterAnswers(socket as Socket);
    });
    endBrokenConnections(server);
    limitConnections(server, this.limits.connections);
    this.httpServer = server;
  }

  /**
   * Sends a handler's result: a prepared answer, an object, a text or a Buffer, with the type of JSON unless another one is set; or
   * lets the request wait.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof RepeatableAnswer) return sendPrepared(response, body, this);
    if (body instanceof ReadAnswer) return this.replyRead(response, body);
    if (body instanceof StreamedAnswer) {
      return sendStreamed(response, body as StreamedAnswer<string | Buffer>, this.unsentAnswers);
    }
    if (body instanceof PageAnswer) return sendPage(response, body);
    if (body instanceof WaitingAnswer) {
      body.beginAgain(this.getInstance<Express>(), response);
      return;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    (response.req as SoukRequest).onAnswer?.();
    const bytes = bytesOf(body, response);
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', bytes.byteLength);
    response.end(response.req.method === 'HEAD' ? undefined : bytes);
    const { accountId } = response.req as SoukRequest;
    this.unsentAnswers.written(response, { body: bytes, byteLength: bytes.byteLength, accountId });
    return response;
  }

  /** Reads the body, and offers the answer to the fast path without it. */
  private async replyRead(response: Response, answer: ReadAnswer): Promise<unknown> {
    const { failedRead } = response.req as SoukRequest;
    if (failedRead) throw failedRead.error;
    const body = await answer.read();
    response.setHeader('Content-Type', JSON_TYPE);
    this.fastPath?.remember(response, ALWAYS_VALID, answer);
    return this.reply(response, body);
  }
}

const JSON_ALONE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Only routes of extensions answer texts of other types, by `@Header('Content-Type', …)`, or nothing. */
function bytesOf(body: unknown, response: Response): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  const type = response.getHeader('Content-Type');
  const isPlain = typeof body === 'string' && type !== undefined && !JSON_ALONE.test(String(type));
  return Buffer.from(isPlain ? body : JSON.stringify(body));
}
