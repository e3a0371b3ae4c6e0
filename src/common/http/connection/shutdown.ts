import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { connectionOf } from './connection.js';

/**
 * Whether this server is shutting down, and how many requests it still has to answer. Once it is, every answer ends its
 * connection, so that clients with persistent connections go to another server before theirs is cut.
 */
export class Shutdown {
  private begun = false;
  private running = 0;
  private readonly listeners: (() => void)[] = [];

  get hasBegun(): boolean {
    return this.begun;
  }

  /** Requests without an answer so far. */
  get runningRequests(): number {
    return this.running;
  }

  begin(): void {
    this.begun = true;
    for (const listener of this.listeners) listener();
  }

  /** Requests that wait for something to happen must not keep the server from stopping. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Express middleware; it has to run before all others. */
  readonly endConnection = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) response.setHeader('Connection', 'close');
    this.waitFor(response);
    next();
  };

  /** Counts a request as running until its answer has been sent or its connection has closed. */
  waitFor(response: ServerResponse): void {
    const connection = connectionOf(response.req.socket);
    // The fast path has counted it before it left it to the application.
    if (connection.response === response) return;
    this.running++;
    connection.response = response;
    response.on('close', () => {
      this.running--;
      if (connection.response !== response) return;
      connection.response = undefined;
      connection.answeredAt = performance.now();
    });
  }
}
