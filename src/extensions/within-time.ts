/** Awaits code of an extension. @throws Error when it does not end in time; it may go on then */
export async function withinTime<T>(work: T | Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    reject(new Error(`it did not end within ${timeoutMs / 1000} seconds`));
  }, timeoutMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timeout);
  }
}
