import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
  /** Set when what arrived after the last good request cannot be read; nothing more is read then. */
  isBroken: boolean;
}

/** A property of the socket, since a WeakMap shows in `npm run bench`. */
const CONNECTION = Symbol('connection');
type Socket = Duplex & { [CONNECTION]?: Connection | undefined };

export function connectionOf(socket: Socket): Connection {
  return (socket[CONNECTION] ??= {
    request: undefined,
    response: undefined,
    waitingRequests: 0,
    hasPipelined: false,
    isBroken: false,
  });
}

/**
 * Stops reading from a connection for as long as the condition holds. Node resumes a socket by itself with every
 * request that it has read, so it is paused again each time.
 */
export function stopReadingWhile(socket: Duplex, condition: () => boolean): void {
  const pause = (): void => {
    if (condition()) socket.pause();
    else socket.off('resume', pause);
  };
  socket.on('resume', pause);
  socket.pause();
}
