/** The longest end: that of a server, and then that of its embedded database. */
const END_TIMEOUT_MS = 40_000;

/**
 * The first error of the process that no code has caught, such as one thrown in a timer. Node would end the process at
 * once, with requests under way. Instead the process ends itself, with 1, and at the latest after 40 seconds. Errors
 * after the first one are ignored, since they neither hasten nor delay that.
 */
export class UncaughtErrors {
  private readonly firstError = Promise.withResolvers<never>();
  private seen = false;

  /** @param tell is called with the first error before anything else runs. @returns the error to go on with */
  constructor(tell: (error: unknown) => unknown = (error) => error) {
    this.firstError.promise.catch(() => undefined);
    process.on('uncaughtException', (error) => {
      if (this.seen) return;
      this.seen = true;
      process.exitCode = 1;
      setTimeout(() => process.exit(1), END_TIMEOUT_MS).unref();
      try {
        this.firstError.reject(tell(error));
      } catch {
        // What is thrown here would end the process.
        this.firstError.reject(error);
      }
    });
  }

  get hasSeenOne(): boolean {
    return this.seen;
  }

  /** Calls this with the first error, which may have come already. */
  onFirst(end: (error: unknown) => Promise<void>): void {
    void this.firstError.promise.catch(end);
  }

  /** Runs work. @throws the first uncaught error, without waiting for the work; what the work throws */
  async during<T>(work: () => Promise<T>): Promise<T> {
    return Promise.race(this.seen ? [this.firstError.promise] : [work(), this.firstError.promise]);
  }
}
