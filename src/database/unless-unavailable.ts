import { isDatabaseUnavailable } from './database-errors.js';

/** Waits for a write that a request can do without: while the database takes no writes, those who only read go on. */
export async function unlessUnavailable(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}
