const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
/** One that did not come as far as to listen, such as while the database is away; others may serve meanwhile. */
const RETRY_MS = 15_000;

/** Decides what becomes of a server whose worker has ended. */
export class EndsOfWorkers {
  private times: number[] = [];

  /**
   * @param hasListened false of a worker whose start has failed
   * @param nowMs by a monotonic clock
   * @returns after how many milliseconds it is to be replaced; undefined when five have ended within a minute
   */
  add(hasListened: boolean, nowMs: number): number | undefined {
    this.times = [...this.times.filter((time) => nowMs - time < WITHIN_MS), nowMs];
    if (this.times.length >= MOST_ENDS) return undefined;
    return hasListened ? 0 : RETRY_MS;
  }
}
