import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';

/** On a socket: the answer that is being made for it. A property, since a WeakMap shows in `npm run bench`. */
const ANSWER = Symbol('answer');
type Socket = Duplex & { [ANSWER]?: ServerResponse | undefined };

/** The answer that is under way on a connection, of several the last; none between two requests. */
export function answerOn(socket: Socket): ServerResponse | undefined {
  return socket[ANSWER];
}

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
    // Of the request, since an answer has none while others of the connection are before it.
    const { socket }: { socket: Socket } = response.req;
    this.running++;
    socket[ANSWER] = response;
    response.on('close', () => {
      this.running--;
      if (socket[ANSWER] === response) socket[ANSWER] = undefined;
    });
  }
}
