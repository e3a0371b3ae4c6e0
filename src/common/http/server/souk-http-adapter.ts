import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { endBrokenConnections } from '../connection/broken-requests.js';
import { endAfterAnswers } from '../connection/connection.js';
import { limitConnections } from '../connection/limit-connections.js';
import { Pipelining } from '../connection/pipelining.js';
import { UnsentAnswers, type UnsentAnswerLimits } from '../connection/unsent-answers.js';
import type { FastPath } from '../prepared/fast-path.js';
import { RepeatableAnswer } from '../prepared/prepared-answer.js';
import { sendPrepared } from '../prepared/send-prepared.js';
import type { SoukRequest } from '../souk-request.js';

/** Longest URL accepted, in bytes. */
export const URL_LIMIT_BYTES = 32 * 1024;
/** Node counts the URL and all headers together; this leaves 32 KiB for the headers. */
const HEADER_LIMIT_BYTES = URL_LIMIT_BYTES + 32 * 1024;

/** Milliseconds that an idle connection stays open; proxies give up after 60 s. */
const KEEP_ALIVE = 75_000;
/** How often Node looks for requests whose time is up. */
const TIMEOUT_LOOK_MS = 500;

/** What a client's connection may take up. */
export interface ConnectionLimits {
  /** Most connections; before there are so many, those give way on which nothing is asked. */
  readonly connections: number;
  /** Until the headers of a request have arrived, from its first byte or the connection on. */
  readonly headersMs: number;
  /** The same for the whole request, its body included; not less than for the headers. */
  readonly requestMs: number;
  readonly unsentAnswers: UnsentAnswerLimits;
}

/**
 * Nest on Express, with answers written by us: JSON bytes with their length, no weak ETag and no freshness check
 * of Express's own, which would answer `newOrder` with an empty 304.
 */
export class SoukHttpAdapter extends ExpressAdapter {
  /** Tried before Express, once there is one. */
  fastPath: FastPath | undefined;
  readonly unsentAnswers: UnsentAnswers;

  constructor(private readonly limits: ConnectionLimits) {
    super();
    this.unsentAnswers = new UnsentAnswers(limits.unsentAnswers);
    this.disable('x-powered-by');
    this.disable('etag');
    // Parameters are read flat from the raw URL (RequestParameters); Express must not build objects of them.
    this.set('query parser', false);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Express>();
    const { accept } = new Pipelining((request, response) => {
      if (!this.fastPath?.answer(request, response)) application(request, response);
    });
    const { headersMs, requestMs } = this.limits;
    const timeouts = {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: TIMEOUT_LOOK_MS,
    };
    // Node would answer a request without Host, or with an odd Expect, by itself and without our error body.
    const own = { maxHeaderSize: HEADER_LIMIT_BYTES, requireHostHeader: false };
    const server = createServer({ ...own, ...timeouts }, accept);
    // Longer than proxies and clients keep a connection that is idle, or one of us would close it while a request is
    // on its way; the client could not tell whether that was answered.
    server.keepAliveTimeout = KEEP_ALIVE;
    server.on('checkExpectation', accept);
    // Node would destroy the connection, with the answers that are under way on it.
    server.on('connect', (_request, socket) => {
      endAfterAnswers(socket as Socket);
    });
    endBrokenConnections(server);
    limitConnections(server, this.limits.connections);
    this.httpServer = server;
  }

  /** Sends a handler's result: a prepared answer, an object, or a Buffer that already holds the JSON of one. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof RepeatableAnswer) return sendPrepared(response, body, this);
    if (body instanceof StreamableFile) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    (response.req as SoukRequest).onAnswer?.();
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes.byteLength);
    response.end(response.req.method === 'HEAD' ? undefined : bytes);
    const { accountId } = response.req as SoukRequest;
    this.unsentAnswers.written(response, { body: bytes, byteLength: bytes.byteLength, accountId });
    return response;
  }
}
