import { STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { BadParameterError } from '../app-error.js';
import { answerOn } from './closing-time.js';
import { errorBody } from './error-body.js';

/**
 * Answers bytes that are no HTTP request, or one whose URL and headers are too long, before Express ever sees them:
 * the same error body as everywhere, code 114.
 */
export function answerMalformedHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = answerOn(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // Stray bytes behind a good request: its own answer must be the one that arrives, for it may have ordered.
    else if (response) response.once('close', () => socket.end());
    else refuse(error, socket);
  });
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? 431 : 400;
  const message = tooLong ? 'The URL or the headers are too long' : 'Malformed HTTP request';
  const body = JSON.stringify(errorBody(new BadParameterError(message)));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
