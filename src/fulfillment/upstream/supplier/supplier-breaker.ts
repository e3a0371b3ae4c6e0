/** Failures in a row that are taken for chance. */
const PATIENCE = 2;
const FIRST_REST = 1_000;
const LONGEST_REST = 60_000;

/** How fast one supplier may be asked by this process; times in milliseconds. */
export class SupplierPace {
  private running = 0;
  private failures = 0;
  private restedAt = 0;
  private restUntil = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Seconds until the supplier may be asked; 0 for now. */
  secondsToWait(maxConcurrent: number): number {
    const rest = this.restUntil - this.now();
    if (rest > 0) return Math.ceil(rest / 1000);
    return this.running < maxConcurrent ? 0 : 1;
  }

  /** Counts work as running until it ends. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
    }
  }

  /** A sound answer: whatever was wrong is over. */
  succeeded(): void {
    this.failures = 0;
  }

  /**
   * No sound answer. From the third in a row the supplier rests, twice as long each time. Calls that were on their way
   * when the rest began fail for the same reason, and are not counted again.
   * @param began when the call began
   */
  failed(began: number): void {
    if (began <= this.restedAt) return;
    this.failures++;
    if (this.failures <= PATIENCE) return;
    const doublings = Math.min(this.failures - PATIENCE - 1, 10);
    this.rest(FIRST_REST * 2 ** doublings);
  }

  /** Leaves the supplier alone, as it asks for, or because it fails; at most a minute. */
  rest(duration: number): void {
    this.restedAt = this.now();
    this.restUntil = Math.max(this.restUntil, this.restedAt + Math.min(duration, LONGEST_REST));
  }
}
