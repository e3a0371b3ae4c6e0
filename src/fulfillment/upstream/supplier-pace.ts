const FIRST_REST = 1_000;
const LONGEST_REST = 60_000;

/** How fast one supplier may be asked by this process. */
export class SupplierPace {
  private running = 0;
  private failures = 0;
  private restUntil = 0;

  /** Seconds to wait before the supplier may be asked; 0 for now. */
  secondsToWait(maxConcurrent: number, now = Date.now()): number {
    if (now < this.restUntil) return Math.ceil((this.restUntil - now) / 1000);
    return this.running < maxConcurrent ? 0 : 1;
  }

  /** Runs a call; one that throws lets the supplier rest, longer with each that follows. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      const result = await call();
      this.failures = 0;
      return result;
    } catch (error) {
      this.rest(Math.min(FIRST_REST * 2 ** this.failures, LONGEST_REST));
      this.failures = Math.min(this.failures + 1, 10);
      throw error;
    } finally {
      this.running--;
    }
  }

  /** The supplier asked for it. */
  rest(milliseconds: number): void {
    this.restUntil = Date.now() + Math.min(milliseconds, LONGEST_REST);
  }
}
