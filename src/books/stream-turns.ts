import { Injectable } from '@nestjs/common';

/** Most reads of streams that run at a time, of all accounts; the other connections are left to orders. */
export const MAX_STREAM_READS = 2;

/**
 * Lets the parts of streamed lists be read a few at a time, and of one account one after the other. Accounts take turns.
 * Unlike a request, a part waits however long that takes, because a stream that is refused halfway is lost.
 */
@Injectable()
export class StreamTurns {
  /** By account. The account whose turn is next comes first. */
  private readonly waiting = new Map<number, (() => void)[]>();
  private readonly reading = new Set<number>();

  /** @throws what the read throws */
  async run<T>(accountId: number, read: () => Promise<T>): Promise<T> {
    await this.turn(accountId);
    try {
      return await read();
    } finally {
      this.end(accountId);
    }
  }

  private turn(accountId: number): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const queue = this.waiting.get(accountId) ?? [];
    this.waiting.set(accountId, queue);
    queue.push(() => {
      resolve(undefined);
    });
    this.begin();
    return promise;
  }

  private begin(): void {
    for (const [accountId, queue] of this.waiting) {
      if (this.reading.size >= MAX_STREAM_READS) return;
      if (this.reading.has(accountId)) continue;
      this.reading.add(accountId);
      const next = queue.shift();
      if (queue.length === 0) this.waiting.delete(accountId);
      next?.();
    }
  }

  /** Other accounts come before the rest of the queue of this one. */
  private end(accountId: number): void {
    this.reading.delete(accountId);
    const queue = this.waiting.get(accountId);
    if (queue) {
      this.waiting.delete(accountId);
      this.waiting.set(accountId, queue);
    }
    this.begin();
  }
}
