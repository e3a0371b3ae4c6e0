import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { UnsentBytes, type UnsentAnswer } from './unsent-bytes.js';

/** Limits on the memory of answers that clients do not read. */
export interface UnsentAnswerLimits {
  /** A client that reads nothing of its answer for this long is disconnected. */
  readonly stallMs: number;
  /** Most unsent bytes of all answers; one account may have a quarter of them. */
  readonly bytes: number;
}

/** How often a response is checked within `stallMs`. */
const CHECKS_PER_STALL = 15;

/** Answers that have been written, but not read completely by their clients. */
export class UnsentAnswers {
  private readonly unsent: UnsentBytes;
  private readonly responses = new Map<UnsentAnswer, ServerResponse>();

  constructor(private readonly limits: UnsentAnswerLimits) {
    const { bytes } = limits;
    this.unsent = new UnsentBytes({ ofAccountBytes: bytes / 4, inAllBytes: bytes });
  }

  /** Bytes of all unsent answers in memory. */
  get byteLength(): number {
    return this.unsent.total;
  }

  /** Express middleware: disconnects a client that stops reading, on every route. */
  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    this.cutWhenStalled(response);
    next();
  };

  /** Call it when an answer has been written completely. Most answers have been sent by then. */
  written(response: ServerResponse, answer: UnsentAnswer): void {
    if (response.req.socket.writableLength > 0) this.hold(response, answer);
  }

  /**
   * Counts an answer, or a part of one, until it has been sent, since it stays in memory until the client reads it.
   * @returns ends the count earlier.
   */
  hold(response: ServerResponse, answer: UnsentAnswer): () => void {
    // The connection has closed already, so no `close` event would remove it again.
    if (response.closed) return () => undefined;
    this.cutWhenStalled(response);
    this.unsent.add(answer);
    this.responses.set(answer, response);
    const release = (): void => {
      response.off('close', release);
      this.forget(answer);
    };
    response.once('close', release);
    this.cutExcess(answer.accountId);
    return release;
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

  /** Node emits `timeout` after each interval in which nothing was sent; enough of them in a row are a stall. */
  private cutWhenStalled(response: ServerResponse): void {
    if (response.listenerCount('timeout') > 0) return;
    const intervalMs = this.limits.stallMs / CHECKS_PER_STALL;
    const { socket } = response.req;
    let quiet = 0;
    let checkedAt = 0;
    response.setTimeout(intervalMs, () => {
      const now = performance.now();
      // Something was sent in between when two time-outs are further apart.
      const follows = now - checkedAt < 1.5 * intervalMs;
      checkedAt = now;
      if (socket.writableLength === 0) quiet = 0;
      else quiet = follows ? quiet + 1 : 1;
      if (quiet >= CHECKS_PER_STALL) response.destroy();
      else response.setTimeout(intervalMs);
    });
  }
}
