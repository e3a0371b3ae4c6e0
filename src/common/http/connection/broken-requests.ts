import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { BadParameterError, type AppError } from '../../app-error.js';
import { errorBody } from '../error-body.js';
import { RequestTimeoutError } from '../http.errors.js';
import { connectionOf, endAfterAnswers, type Connection } from './connection.js';

/** Of the parser, for letters beyond ASCII in a URL, and for a space, behind which it looks for the version. */
const UNENCODED_URL: ReadonlySet<string> = new Set(['HPE_INVALID_URL', 'HPE_INVALID_CONSTANT']);
const ENCODE_URL = 'the URL must be ASCII without spaces; percent-encode all else as UTF-8';

/** What to do with a connection on which no further request can be parsed. */
export type BrokenOutcome =
  | 'destroy'
  /** Write the refusal to the socket itself, since there is no request that it would answer. */
  | 'refuse'
  /** Send the refusal as the answer to the incomplete request. */
  | 'refuse-request'
  /** Answer the requests before it, which may be orders, and then end the connection. */
  | 'end-after-answers';

/** The state that the step depends on. */
export interface BrokenConnection {
  /** False when the client has sent nothing, or has ended its side before the request was complete. */
  readonly canAnswer: boolean;
  /** Earlier pipelined requests are still waiting. */
  readonly hasWaiting: boolean;
  /** State of the last request that was started. */
  readonly last:
    | 'none'
    | 'answered'
    /** Answered, but its body has not arrived completely. */
    | 'answered-incomplete'
    /** Everything that its answer depends on has arrived. */
    | 'running'
    /** Its answer depends on the rest of its body. */
    | 'running-incomplete'
    /** The same, and a part of the answer has been sent. */
    | 'begun-incomplete';
}

export function brokenOutcome({ canAnswer, hasWaiting, last }: BrokenConnection): BrokenOutcome {
  if (hasWaiting || last === 'running') return 'end-after-answers';
  if (!canAnswer || last === 'answered-incomplete' || last === 'begun-incomplete') return 'destroy';
  return last === 'running-incomplete' ? 'refuse-request' : 'refuse';
}

/**
 * Ends connections on which malformed HTTP arrives, or a request that is not complete in time. A refusal has the same
 * error body as on every route.
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
  const step = brokenOutcome({
    canAnswer: canBeAnswered(error, socket),
    hasWaiting: waitingRequests > 0,
    last: lastRequestOf(connection),
  });
  if (step === 'destroy') {
    socket.destroy();
    return;
  }
  // Must come first, since the refusal itself may end the connection.
  if (step === 'refuse') refuse(error, socket);
  else if (step === 'refuse-request' && response) refuseRequest(error, response);
  endAfterAnswers(socket);
}

/** False also for a connection on which no byte has arrived: there is nothing to answer. */
function canBeAnswered({ code }: NodeJS.ErrnoException, socket: Socket): boolean {
  return code !== 'HPE_INVALID_EOF_STATE' && socket.bytesRead > 0;
}

function lastRequestOf({ request, response }: Connection): BrokenConnection['last'] {
  if (!request) return 'none';
  if (!response) return request.complete ? 'answered' : 'answered-incomplete';
  // Only the body of a POST is read.
  if (request.complete || request.method !== 'POST') return 'running';
  return response.headersSent ? 'begun-incomplete' : 'running-incomplete';
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const { status, body, headers } = refusalOf(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines];
  socket.write([...head, `X-Request-Id: ${randomUUID()}`, '', body].join('\r\n'));
}

/**
 * Refuses a request whose body another server may read in another way, as one that is malformed.
 * @returns false for a request that is in order
 */
export function refuseOddCoding({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return false;
  refuseRequest(new Error('an odd transfer encoding'), response);
  return true;
}

/** Node ends the connection afterwards; whatever is reading the body gets an `aborted` error. */
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
  const hint = UNENCODED_URL.has(code ?? '') ? `: ${ENCODE_URL}` : '';
  return { status: 400, error: new BadParameterError(`Malformed HTTP request${hint}`) };
}
