import { setTimeout as wait } from 'node:timers/promises';

/** Times of a lease, all in milliseconds. */
export interface LeaseTimes {
  /** How long it lasts from the statement on that takes or extends it: no longer after a killed server. */
  readonly leaseMs: number;
  /** How often it is extended. */
  readonly extendMs: number;
  /** How long before its end a run is aborted. */
  readonly marginMs: number;
}

/** A killed server delays the next run by a minute at most; one that cannot extend stops ten seconds before its end. */
export const MINUTE_LEASE: LeaseTimes = { leaseMs: 60_000, extendMs: 15_000, marginMs: 10_000 };

/** Extends the lease of a run from its taking to its end, and aborts the run when that cannot be done. */
export class Lease {
  private readonly ending = new AbortController();
  private fence: NodeJS.Timeout | undefined;

  /**
   * @param extend false if another run has begun
   * @param abort called before the lease ends
   */
  constructor(
    private readonly times: LeaseTimes,
    private readonly extend: () => Promise<boolean>,
    private readonly abort: (reason: Error) => void,
  ) {}

  /** @param askedAt when the statement was sent that has taken the lease, by `performance.now()` */
  keep(askedAt: number): void {
    this.goodFrom(askedAt);
    void this.extendAgain();
  }

  end(): void {
    this.ending.abort();
    clearTimeout(this.fence);
  }

  private async extendAgain(): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await wait(this.times.extendMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const askedAt = performance.now();
      // While the database is away, the present lease goes on, and the fence stands.
      const isOurs = await this.extend().catch(() => undefined);
      if (isOurs === true && !this.hasEnded()) this.goodFrom(askedAt);
      if (isOurs === false) {
        this.abort(new Error('another server has begun the run anew'));
        return;
      }
    }
  }

  /** Counted from the sending of the statement, so that the lease in the database ends later, never sooner. */
  private goodFrom(askedAt: number): void {
    const { leaseMs, marginMs } = this.times;
    clearTimeout(this.fence);
    this.fence = setTimeout(
      () => {
        this.abort(new Error('the lease could not be extended'));
      },
      askedAt + leaseMs - marginMs - performance.now(),
    ).unref();
  }

  /** A method, because TypeScript would take the property as unchanged after an await. */
  private hasEnded(): boolean {
    return this.ending.signal.aborted;
  }
}
