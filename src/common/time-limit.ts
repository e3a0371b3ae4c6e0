/** Work that did not end in time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Awaits work without a limit.
 * @param remind is called once in each interval, with the number of intervals that have passed.
 */
export async function withReminders<T>(
  work: () => Promise<T>,
  intervalMs: number,
  remind: (intervals: number) => void,
): Promise<T> {
  let passed = 0;
  const reminders = setInterval(() => {
    remind(++passed);
  }, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(reminders);
  }
}

/**
 * Awaits work for a limited time. Work that has not ended then goes on unless it heeds `limit`; what becomes of it is
 * ignored.
 * @param late the message of the error after the time limit.
 * @param limit is aborted at the time limit.
 * @throws TimeLimitError after the time limit; what the work throws
 */
export async function withinTime<T>(
  work: T | Promise<T>,
  timeoutMs: number,
  late: string,
  limit?: AbortController,
): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    const error = new TimeLimitError(late);
    // First, so that the error of work that ends because it was aborted is not the one that is thrown.
    reject(error);
    limit?.abort(error);
  }, timeoutMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timeout);
  }
}
