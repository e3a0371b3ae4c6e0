import type { Clock } from '../../client/src/index.js';

/** Time in which nobody waits: a pause only moves it on. */
export class TestClock implements Clock {
  readonly pausesMs: number[] = [];
  private currentMs = 0;
  private open: AbortController[] = [];

  nowMs(): number {
    return this.currentMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pausesMs.push(delayMs);
    this.currentMs += delayMs;
    return Promise.resolve();
  }

  timeout(): AbortSignal {
    const controller = new AbortController();
    this.open.push(controller);
    return controller.signal;
  }

  /** All requests that are open have taken too long. */
  expire(): void {
    const expired = this.open;
    this.open = [];
    for (const controller of expired) controller.abort(new Error('timed out'));
  }
}
