import type { NextFunction, Request, Response } from 'express';

/**
 * Whether this server is about to stop. From then on every answer ends its connection, so that clients which keep
 * theirs open go elsewhere before it is cut.
 */
export class ClosingTime {
  private begun = false;

  get hasBegun(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }

  /** Express middleware. */
  readonly endConnection = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) response.setHeader('Connection', 'close');
    next();
  };
}
