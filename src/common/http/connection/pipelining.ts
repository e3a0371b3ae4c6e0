import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf, endAfterAnswers, stopReadingWhile, type Connection } from './connection.js';

/** Most pipelined requests that wait in the whole process: some ten megabytes. */
export const WAITING_REQUESTS_LIMIT = 4_000;
/** So many may wait on each connection even then: to send the next request a moment early is no offense. */
const WAITING_ON_A_CONNECTION = 8;

type Begin = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the requests of a connection one after the other, and reads no further while some wait. Node hands over all
 * that one read brings, which can be thousands; were they begun at once, their answers would wait in memory for a
 * client that does not read.
 */
export class Pipelining {
  private waitingRequests = 0;

  /** @param begin answers a request whose turn it is. */
  constructor(private readonly begin: Begin) {}

  /** The server's listener for requests. */
  readonly accept: Begin = (request, response) => {
    // Node gives an answer the socket when it is its turn.
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
      // What this client has asked for from here on is not begun; it learns so from the end of the connection.
      stopParsing(socket);
      endAfterAnswers(socket);
      return;
    }
    this.count(socket);
    response.once('socket', () => {
      // Others get their turn between two requests of one connection.
      setImmediate(() => {
        if (!socket.destroyed) this.startNext(request, response);
      });
    });
  }

  private isFull(connection: Connection): boolean {
    return (
      this.waitingRequests >= WAITING_REQUESTS_LIMIT &&
      connection.waitingRequests >= WAITING_ON_A_CONNECTION
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
    // The rest of its body is not read any more.
    if (connection.isEnding && !request.complete) socket.destroy();
    else this.start(request, response);
  }
}

/** Node's parser, as far as it is used here; no public interface reaches it. */
interface Parser {
  onIncoming: (request: IncomingMessage) => number;
}

/** What the parser takes as the word that no HTTP follows: it leaves what it has not read yet. */
const NO_MORE_HTTP = 2;

/** Nothing more becomes of what one read has brought: to make thousands of requests of it takes megabytes. */
function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: Parser };
  if (parser) parser.onIncoming = () => NO_MORE_HTTP;
}
