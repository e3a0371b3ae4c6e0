import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { isDatabaseUnavailable } from './database-errors.js';

/** A new try begins only this soon after the first one, so that callers hear within ten seconds. */
const RETRY_WINDOW_MS = 2_500;
const PAUSE_MS = 200;

/** The time in which something may be tried again; it begins when it is made. */
export class RetryWindow {
  private readonly end = Date.now() + RETRY_WINDOW_MS;

  /**
   * Waits until the next try may begin.
   * @param error of the last try.
   * @throws TemporarilyUnavailableError (111) when it is too late for another one.
   */
  async pause(error: unknown): Promise<void> {
    if (Date.now() + PAUSE_MS > this.end) throw new TemporarilyUnavailableError(error);
    await wait(PAUSE_MS);
  }
}

/**
 * Runs work that is safe to repeat until the database has answered it.
 * @throws TemporarilyUnavailableError (111) when the database stays away.
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
