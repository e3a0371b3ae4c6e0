import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf, endAfterAnswers, stopReadingWhile, type Connection } from './connection.js';
import { shareOf } from '../../server-worker.js';

/** Most pipelined requests that wait in the whole process, which is about ten megabytes. */
export const MAX_WAITING_REQUESTS = shareOf(4_000);
/** Beyond that, so many may still wait on each connection, since a modest client may send a request a moment early. */
const MAX_WAITING_ON_A_CONNECTION = 8;

type Begin = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the pipelined requests of a connection one after the other, and does not read from it while some wait. Node
 * emits all requests of one read at once, possibly thousands; if all were started, the answers would stay in memory for
 * a client that does not read them.
 */
export class Pipelining {
  private waitingRequests = 0;

  /** @param begin starts to answer a request. */
  constructor(private readonly begin: Begin) {}

  /** The server's listener for requests. */
  readonly accept: Begin = (request, response) => {
    // Node assigns the socket to the answer that is to be sent next.
    if (response.socket === null) this.wait(request, response);
    else this.start(request, response);
  };

  private start(request: IncomingMessage, response: ServerResponse): void {
    connectionOf(request.socket).request = request;
    this.begin(request, response);
  }

  private wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.isFull(connectionOf(socket))) {
      // Further requests of this client are dropped; it learns so because the connection ends.
      stopParsing(socket);
      endAfterAnswers(socket);
      return;
    }
    this.count(socket);
    response.once('socket', () => {
      // Yields to the event loop, so that one connection does not hold up the others.
      setImmediate(() => {
        if (!socket.destroyed) this.startNext(request, response);
      });
    });
  }

  private isFull(connection: Connection): boolean {
    return (
      this.waitingRequests >= MAX_WAITING_REQUESTS &&
      connection.waitingRequests >= MAX_WAITING_ON_A_CONNECTION
    );
  }

  private count(socket: Socket): void {
    const connection = connectionOf(socket);
    this.waitingRequests++;
    if (connection.waitingRequests++ > 0) return;
    stopReadingWhile(socket, () => connection.isEnding || connection.waitingRequests > 0);
    if (connection.hasPipelined) return;
    connection.hasPipelined = true;
    socket.once('close', () => {
      this.waitingRequests -= connection.waitingRequests;
      connection.waitingRequests = 0;
    });
  }

  private startNext(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connectionOf(socket);
    this.waitingRequests--;
    if (--connection.waitingRequests === 0) socket.resume();
    // The rest of its body would not be read.
    if (connection.isEnding && !request.complete) socket.destroy();
    else this.start(request, response);
  }
}

/** The part of Node's internal parser that is used here; it has no public interface. */
interface Parser {
  onIncoming: (request: IncomingMessage) => number;
}

/** The return value with which the parser stops, as after an upgrade, and leaves the remaining bytes. */
const NO_MORE_HTTP = 2;

/** Drops the remaining bytes of the current read, because thousands of parsed requests would take megabytes. */
function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: Parser };
  if (parser) parser.onIncoming = () => NO_MORE_HTTP;
}
