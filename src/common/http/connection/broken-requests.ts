import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { BadParameterError, type AppError } from '../../app-error.js';
import { errorBody } from '../error-body.js';
import { RequestTimeoutError } from '../http.errors.js';
import { connectionOf, endAfterAnswers, type Connection } from './connection.js';

/** What is done about a connection on which no further request can be read. */
export type BrokenStep =
  | 'destroy'
  /** The refusal is written to the socket itself: there is no request that it would answer. */
  | 'refuse'
  /** The refusal is the answer to the request that was begun. */
  | 'refuse-request'
  /** What was asked before is answered first, for it may have ordered; then the connection ends. */
  | 'end-after-answers';

/** All that the step depends on. */
export interface BrokenConnection {
  /** False when the client has gone, or its part of the request has ended before the request was complete. */
  readonly canAnswer: boolean;
  /** Requests before the broken one wait for their turn. */
  readonly hasWaiting: boolean;
  /** Of the request that was begun last. */
  readonly last:
    | 'none'
    | 'answered'
    /** Answered, but its body has not arrived in full. */
    | 'answered-incomplete'
    /** All that its answer needs is there. */
    | 'running'
    /** Its answer waits for the rest of its body. */
    | 'running-incomplete'
    /** The same, and part of the answer has been sent. */
    | 'begun-incomplete';
}

export function brokenStep({ canAnswer, hasWaiting, last }: BrokenConnection): BrokenStep {
  if (hasWaiting || last === 'running') return 'end-after-answers';
  if (!canAnswer || last === 'answered-incomplete' || last === 'begun-incomplete') return 'destroy';
  return last === 'running-incomplete' ? 'refuse-request' : 'refuse';
}

/**
 * Ends connections on which something arrives that is no HTTP request, or not all of one in time. Where a request can
 * be refused, it is with the same error body as everywhere.
 */
export function endBrokenConnections(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connectionOf(socket);
    if (connection.isEnding) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else endBroken(error, socket, connection);
  });
}

function endBroken(error: NodeJS.ErrnoException, socket: Socket, connection: Connection): void {
  const { response, waitingRequests } = connection;
  const step = brokenStep({
    canAnswer: canBeAnswered(error, socket),
    hasWaiting: waitingRequests > 0,
    last: lastRequestOf(connection),
  });
  if (step === 'destroy') {
    socket.destroy();
    return;
  }
  // Before the connection ends, since what ends it may be the answer.
  if (step === 'refuse') refuse(error, socket);
  else if (step === 'refuse-request' && response) refuseRequest(error, response);
  endAfterAnswers(socket);
}

/** False also for a connection that never sent a byte: there is nothing to answer. */
function canBeAnswered({ code }: NodeJS.ErrnoException, socket: Socket): boolean {
  return code !== 'HPE_INVALID_EOF_STATE' && socket.bytesRead > 0;
}

function lastRequestOf({ request, response }: Connection): BrokenConnection['last'] {
  if (!request) return 'none';
  if (!response) return request.complete ? 'answered' : 'answered-incomplete';
  // Only a POST's body is read.
  if (request.complete || request.method !== 'POST') return 'running';
  return response.headersSent ? 'begun-incomplete' : 'running-incomplete';
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const { status, body, headers } = refusalOf(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines];
  socket.write([...head, `X-Request-Id: ${randomUUID()}`, '', body].join('\r\n'));
}

/** Node ends the connection after it; what still waits for the body is told that it was aborted. */
function refuseRequest(error: NodeJS.ErrnoException, response: ServerResponse): void {
  const { status, body, headers } = refusalOf(error);
  response.writeHead(status, headers).end(body);
}

function refusalOf(error: NodeJS.ErrnoException) {
  const refusal = refusalErrorOf(error);
  const body = JSON.stringify(errorBody(refusal.error));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { status: refusal.status, body, headers };
}

function refusalErrorOf({ code }: NodeJS.ErrnoException): { status: number; error: AppError } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const error = new RequestTimeoutError();
    return { status: error.wire.httpStatus, error };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, error: new BadParameterError('The URL or the headers are too long') };
  }
  return { status: 400, error: new BadParameterError('Malformed HTTP request') };
}
