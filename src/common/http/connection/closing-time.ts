import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { connectionOf } from './connection.js';

/**
 * Whether this server is about to stop, and which requests keep it from that. From then on every answer ends its
 * connection, so that clients which keep theirs open go elsewhere before it is cut.
 */
export class ClosingTime {
  private begun = false;
  private running = 0;

  get hasBegun(): boolean {
    return this.begun;
  }

  /** Requests that are not answered yet. */
  get runningRequests(): number {
    return this.running;
  }

  begin(): void {
    this.begun = true;
  }

  /** Express middleware, the first of all. */
  readonly endConnection = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) response.setHeader('Connection', 'close');
    this.waitFor(response);
    next();
  };

  /** Counts a request as running until its answer has been sent, or the caller has gone. */
  waitFor(response: ServerResponse): void {
    const connection = connectionOf(response.req.socket);
    this.running++;
    connection.response = response;
    response.on('close', () => {
      this.running--;
      if (connection.response === response) connection.response = undefined;
    });
  }
}
