/** Failures in a row that do not open the breaker yet. */
const TOLERATED_FAILURES = 2;
const FIRST_OPEN_MS = 1_000;
const MAX_OPEN_MS = 60_000;

/** The circuit breaker and concurrency limit for calls of this process to one supplier. */
export class SupplierBreaker {
  private running = 0;
  private failures = 0;
  private openedAt = 0;
  private openUntil = 0;

  /** @param now a clock in milliseconds. */
  constructor(private readonly now: () => number = Date.now) {}

  /** The delay before the supplier may be called; 0 if it may be called now. */
  secondsToWait(maxConcurrent: number): number {
    const leftMs = this.openUntil - this.now();
    if (leftMs > 0) return Math.ceil(leftMs / 1000);
    return this.running < maxConcurrent ? 0 : 1;
  }

  /** Counts the work against the concurrency limit until it ends. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
    }
  }

  /** A valid answer resets the failures. */
  succeeded(): void {
    this.failures = 0;
  }

  /**
   * Counts a call without a valid answer. The third failure in a row opens the breaker, and each further one opens it for
   * twice as long. Calls that had started before the breaker was opened fail for the same reason and are not counted.
   * @returns whether it was opened
   */
  failed(startedAt: number): boolean {
    if (startedAt <= this.openedAt) return false;
    this.failures++;
    if (this.failures <= TOLERATED_FAILURES) return false;
    const doublings = Math.min(this.failures - TOLERATED_FAILURES - 1, 10);
    this.open(FIRST_OPEN_MS * 2 ** doublings);
    return true;
  }

  /** Opens the breaker, after failures or because the supplier sent `Retry-After`; for at most a minute. */
  open(durationMs: number): void {
    this.openedAt = this.now();
    this.openUntil = Math.max(this.openUntil, this.openedAt + Math.min(durationMs, MAX_OPEN_MS));
  }
}
