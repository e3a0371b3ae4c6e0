import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is known of one client's connection. */
export interface Connection {
  /** The request that was begun last; kept after its answer, since its body may still be on its way. */
  request: IncomingMessage | undefined;
  /** The answer that is under way; undefined between two requests. */
  response: ServerResponse | undefined;
  /** Pipelined requests whose turn has not come. */
  waitingRequests: number;
  /** True once a request has waited for its turn. */
  hasPipelined: boolean;
  /** True once nothing more is read: the connection ends when what was asked before has been answered. */
  isEnding: boolean;
}

/** A property of the socket, since a WeakMap shows in `npm run bench`. */
const CONNECTION = Symbol('connection');

export function connectionOf(
  socket: Socket & { [CONNECTION]?: Connection | undefined },
): Connection {
  return (socket[CONNECTION] ??= {
    request: undefined,
    response: undefined,
    waitingRequests: 0,
    hasPipelined: false,
    isEnding: false,
  });
}

/**
 * Stops reading from a connection for as long as the condition holds. Node resumes a socket by itself with every
 * request that it has read, so it is paused again each time.
 */
export function stopReadingWhile(socket: Socket, condition: () => boolean): void {
  const pause = (): void => {
    if (condition()) socket.pause();
    else socket.off('resume', pause);
  };
  socket.on('resume', pause);
  socket.pause();
}

/** Milliseconds that a client has to read the last answer before its connection is destroyed. */
const LAST_READ_MS = 1_000;

/** Reads nothing more, answers what was asked before, for it may have ordered, and ends the connection. */
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

/** Ends a connection, but lets its client read what was sent, though no longer than it may take. */
function endSoon(socket: Socket): void {
  socket.end();
  socket.setTimeout(LAST_READ_MS, () => socket.destroy());
}
