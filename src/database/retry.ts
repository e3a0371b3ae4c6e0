import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { isDatabaseUnavailable } from './database-errors.js';

/** A new try begins only this soon after the first one, in milliseconds, so that callers hear within 10 s. */
const RETRY_WINDOW = 2_500;
const PAUSE = 200;

/** The database has answered, but an earlier try that was cut off may still have an effect. */
export class UnsettledError extends Error {}

/**
 * Runs work that is safe to repeat until the database has answered it.
 * @throws TemporarilyUnavailableError (111) when the database stays away.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + RETRY_WINDOW;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnsettledError) && !isDatabaseUnavailable(error)) throw error;
      if (Date.now() + PAUSE > end) throw new TemporarilyUnavailableError(error);
      await wait(PAUSE);
    }
  }
}
