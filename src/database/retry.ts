import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { isDatabaseUnavailable } from './database-errors.js';

/** A retry begins at most this long after the first try, so that callers get an answer within ten seconds. */
const RETRY_WINDOW_MS = 2_500;
const RETRY_DELAY_MS = 200;

/** The time in which work may be retried. It begins when the object is created. */
export class RetryWindow {
  private readonly endMs = Date.now() + RETRY_WINDOW_MS;

  /** The time in which another try may begin. */
  get remainingMs(): number {
    return Math.max(0, this.endMs - Date.now());
  }

  /**
   * Waits until the next try may begin.
   * @param error that of the last try.
   * @throws TemporarilyUnavailableError (111) when it is too late for another try.
   */
  async pause(error: unknown): Promise<void> {
    if (Date.now() + RETRY_DELAY_MS > this.endMs) throw new TemporarilyUnavailableError(error);
    await wait(RETRY_DELAY_MS);
  }
}

/**
 * Runs idempotent work, and retries it while the database is unavailable.
 * @throws TemporarilyUnavailableError (111) when the database stays unavailable.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const window = new RetryWindow();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await window.pause(error);
    }
  }
}
