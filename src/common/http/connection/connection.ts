import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** State of one client's connection. */
export interface Connection {
  /** The last request that was started; kept after its answer, since its body may still be arriving. */
  request: IncomingMessage | undefined;
  /** The answer that is not sent completely; undefined between two requests. */
  response: ServerResponse | undefined;
  /** When the last answer was sent, by `performance.now()`; else when the connection began. */
  answeredAt: number;
  /** Number of pipelined requests that have not been started. */
  waitingRequests: number;
  /** True once a pipelined request has had to wait. */
  hasPipelined: boolean;
  /** True once nothing more is read; the connection ends when the earlier requests have been answered. */
  isEnding: boolean;
}

/** A property of the socket, because a WeakMap was measurably slower in `npm run bench`. */
const CONNECTION = Symbol('connection');

export function connectionOf(
  socket: Socket & { [CONNECTION]?: Connection | undefined },
): Connection {
  return (socket[CONNECTION] ??= {
    request: undefined,
    response: undefined,
    answeredAt: performance.now(),
    waitingRequests: 0,
    hasPipelined: false,
    isEnding: false,
  });
}

/**
 * Stops reading from a connection while the condition is true. Node itself resumes a socket after each request that it
 * has parsed, so it is paused again each time.
 */
export function stopReadingWhile(socket: Socket, condition: () => boolean): void {
  const pause = (): void => {
    if (condition()) socket.pause();
    else socket.off('resume', pause);
  };
  socket.on('resume', pause);
  socket.pause();
}

/** Time in which a client has to read the last answer before its connection is destroyed. */
const LAST_READ_MS = 1_000;

/** Stops reading, answers the earlier requests, which may be orders, and then ends the connection. */
export function endAfterAnswers(socket: Socket): void {
  const connection = connectionOf(socket);
  if (connection.isEnding) return;
  connection.isEnding = true;
  stopReadingWhile(socket, () => true);
  const next = (): void => {
    if (connection.response) connection.response.once('close', next);
    else if (connection.waitingRequests > 0) setImmediate(next);
    else endSoon(socket);
  };
  next();
}

/** Ends a connection, and gives its client limited time to read what was sent. */
function endSoon(socket: Socket): void {
  socket.end();
  socket.setTimeout(LAST_READ_MS, () => socket.destroy());
}
