import { setImmediate as turn } from 'node:timers/promises';

/** Longest time that work may hold up all other requests, in milliseconds. */
const LONGEST_HOLD = 8;

/** Long work lets others have a turn every few milliseconds; one for all works of the process. */
export class EventLoopYielder {
  private since = performance.now();

  /** To be awaited between any two steps of the work. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.since < LONGEST_HOLD) return;
    await turn();
    this.since = performance.now();
  }
}
