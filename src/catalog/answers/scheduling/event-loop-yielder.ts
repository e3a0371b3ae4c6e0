import { setImmediate as nextIteration } from 'node:timers/promises';

/** The longest time for which rendering may block the event loop. */
const MAX_BLOCK_MS = 8;

/** Interrupts long work of the main thread, so that other requests are served. One instance serves the whole process. */
export class EventLoopYielder {
  private yieldedAt = performance.now();

  /** To be awaited between the steps of long work; yields to the event loop if the last yield was 8 ms ago. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.yieldedAt < MAX_BLOCK_MS) return;
    await nextIteration();
    this.yieldedAt = performance.now();
  }
}
