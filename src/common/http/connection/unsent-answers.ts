import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { UnsentBytes, type UnsentAnswer } from './unsent-bytes.js';

/** What bounds the memory that clients take up by not reading their answers. */
export interface UnsentAnswerLimits {
  /** A client that takes nothing of its answer for this long is cut. */
  readonly stallMs: number;
  /** Most bytes that wait in all; an account may have a quarter of them. */
  readonly bytes: number;
}

/** A stall is looked for so many times within its limit. */
const LOOKS = 15;

/** Answers that have been written and wait for their clients to take them. */
export class UnsentAnswers {
  private readonly unsent: UnsentBytes;
  private readonly responses = new Map<UnsentAnswer, ServerResponse>();

  constructor(private readonly limits: UnsentAnswerLimits) {
    const { bytes } = limits;
    this.unsent = new UnsentBytes({ ofAccountBytes: bytes / 4, inAllBytes: bytes });
  }

  /** Bytes in memory of all that is waited for. */
  get byteLength(): number {
    return this.unsent.total;
  }

  /** Express middleware: cuts a client that stops reading, whatever it is sent. */
  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    this.cutWhenStalled(response);
    next();
  };

  /** To be told of an answer that has just been written to the end. Most have been sent by then. */
  written(response: ServerResponse, answer: UnsentAnswer): void {
    if (response.req.socket.writableLength > 0) this.hold(response, answer);
  }

  /** Counts an answer until it has been sent, for it stays in memory until the client reads it. */
  hold(response: ServerResponse, answer: UnsentAnswer): void {
    // Its client went while it was made; nothing would tell when to forget it.
    if (response.closed) return;
    if (response.listenerCount('timeout') === 0) this.cutWhenStalled(response);
    this.unsent.add(answer);
    this.responses.set(answer, response);
    response.once('close', () => {
      this.forget(answer);
    });
    this.cutExcess(answer.accountId);
  }

  private forget(answer: UnsentAnswer): void {
    this.unsent.remove(answer);
    this.responses.delete(answer);
  }

  private cutExcess(accountId: number | undefined): void {
    for (;;) {
      const excess = this.unsent.excess(accountId);
      if (excess.length === 0) return;
      for (const answer of excess) {
        this.responses.get(answer)?.destroy();
        this.forget(answer);
      }
    }
  }

  /** Node tells of each time in which nothing was sent; a sum of them is a stall. */
  private cutWhenStalled(response: ServerResponse): void {
    const lookMs = this.limits.stallMs / LOOKS;
    const { socket } = response.req;
    let quiet = 0;
    let lookedAt = 0;
    response.setTimeout(lookMs, () => {
      const now = performance.now();
      // Between two that are further apart something was sent.
      const follows = now - lookedAt < 1.5 * lookMs;
      lookedAt = now;
      if (socket.writableLength === 0) quiet = 0;
      else quiet = follows ? quiet + 1 : 1;
      if (quiet >= LOOKS) response.destroy();
      else response.setTimeout(lookMs);
    });
  }
}
