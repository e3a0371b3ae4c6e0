import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf, stopReadingWhile } from './connection.js';

/** Most pipelined requests that wait in the whole process: some fifty megabytes. */
export const WAITING_REQUESTS_LIMIT = 10_000;

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
    if (this.waitingRequests >= WAITING_REQUESTS_LIMIT) {
      // Whoever pipelines so much may ask again for what is being answered; an order is not placed twice.
      socket.destroy();
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

  private count(socket: Socket): void {
    const connection = connectionOf(socket);
    this.waitingRequests++;
    if (connection.waitingRequests++ > 0) return;
    stopReadingWhile(socket, () => connection.isBroken || connection.waitingRequests > 0);
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
    if (connection.isBroken && !request.complete) socket.destroy();
    else this.start(request, response);
  }
}
