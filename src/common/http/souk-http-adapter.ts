import { createServer } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import type { FastPath } from './prepared/fast-path.js';
import { StandingAnswer } from './prepared/prepared-answer.js';
import { sendPrepared } from './prepared/send-prepared.js';
import { answerMalformedHttp } from './malformed-http.js';

/** Longest URL accepted, in bytes. */
export const URL_LIMIT = 32 * 1024;
/** Node counts the URL and all headers together; this leaves 32 KiB for the headers. */
const HEADER_LIMIT = URL_LIMIT + 32 * 1024;

/** Milliseconds that an idle connection stays open; proxies give up after 60 s. */
const KEEP_ALIVE = 75_000;

/**
 * Nest on Express, with answers written by us: JSON bytes with their length, no weak ETag and no freshness check
 * of Express's own, which would answer `newOrder` with an empty 304.
 */
export class SoukHttpAdapter extends ExpressAdapter {
  /** Tried before Express, once there is one. */
  fastPath: FastPath | undefined;

  constructor() {
    super();
    this.disable('x-powered-by');
    this.disable('etag');
    // Parameters are read flat from the raw URL (RequestParameters); Express must not build objects of them.
    this.set('query parser', false);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Express>();
    const server = createServer(
      // Node would answer a request without Host, or with an odd Expect, by itself and without our error body.
      { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false },
      (request, response) => {
        if (!this.fastPath?.answer(request, response)) application(request, response);
      },
    );
    // Longer than proxies and clients keep a connection that is idle, or one of us would close it while a request is
    // on its way; the client could not tell whether that was answered.
    server.keepAliveTimeout = KEEP_ALIVE;
    server.on('checkExpectation', application);
    answerMalformedHttp(server);
    this.httpServer = server;
  }

  /** Sends a handler's result: a prepared answer, an object, or a Buffer that already holds the JSON of one. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof StandingAnswer) return sendPrepared(response, body, this.fastPath);
    if (body instanceof StreamableFile) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes.byteLength);
    return response.end(response.req.method === 'HEAD' ? undefined : bytes);
  }
}
